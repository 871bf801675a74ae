import {type AlarmRoute, targetsOf} from '../../contract/rules/alarmRoutes'
import type {EpochMs} from '../../contract/wire/common'
import type {RouteTarget, Target, TargetOf} from '../../contract/wire/target'
import type {Transaction} from '../database/connect'
import {type OnCall, readOnCall} from '../onCall/repository'

/** A person who is called is notified in browsers as well, if any: nobody asked for that, so none is no failure. */
export type TargetNow = Target | (TargetOf<'push'> & {isIfAny: true})

/** Whom a step of a route notifies now. */
export interface TargetsNow {
  targets: readonly TargetNow[]
  /** The rotas that call nobody, by name. One that was removed has none. */
  unmanned: readonly string[]
}

/**
 * A step for whom is on call, which calls nobody, is that of the next one that reaches somebody. If none does, the
 * admins of the organisation are notified.
 */
export async function targetsNow(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {route, step, at}: {route: AlarmRoute | undefined; step: number; at: EpochMs},
): Promise<TargetsNow> {
  const own = targetsOf(route, step)
  if (own.every(isNoRota)) return {targets: own, unmanned: []}
  return calledIn(route, step, await readOnCall(transaction, organisationId, at))
}

/** The pure rule of `targetsNow`. */
export function calledIn(route: AlarmRoute | undefined, step: number, onCall: OnCall): TargetsNow {
  const unmanned = new Set<string>()
  const steps = route === undefined ? 0 : route.escalations.length + 1
  for (let next = step; next < steps; next++) {
    const found = targetsOf(route, next).flatMap(target => manned(target, onCall, unmanned))
    if (found.length > 0) return {targets: distinct(found), unmanned: [...unmanned]}
  }
  const targets = onCall.admins.flatMap(called)
  return {targets: unmanned.size > 0 ? targets : [], unmanned: [...unmanned]}
}

const isNoRota = (target: RouteTarget): target is Target => target.kind !== 'rota'

function manned(target: RouteTarget, {calledBy}: OnCall, unmanned: Set<string>): TargetNow[] {
  if (isNoRota(target)) return [target]
  const {name, person} = calledBy(target.rota) ?? {name: REMOVED, person: null}
  if (person !== null) return called(person)
  unmanned.add(name)
  return []
}

const called = ({email}: {email: string}): TargetNow[] => [
  {kind: 'email', address: email},
  {kind: 'push', email, isIfAny: true},
]

/** What stands for the name of a rota that is no more. */
const REMOVED = '?'

const distinct = (targets: readonly TargetNow[]): TargetNow[] => [
  ...new Map(targets.map(target => [JSON.stringify(target), target])).values(),
]
