import {type AlarmRoute, targetsOf} from '../../contract/rules/alarmRoutes'
import type {EpochMs} from '../../contract/wire/common'
import type {RouteTarget, Target, TargetOf} from '../../contract/wire/target'
import type {Transaction} from '../database/connect'
import {type OnCall, type ReachedPerson, readOnCall} from '../onCall/repository'
import type {OwnChat} from './ownChat'

/**
 * A person who chose nothing is called by mail, and in browsers as well, if any: nobody asked for that, so none is no
 * failure. Somebody who chose browsers alone, and has none, is called by mail.
 */
export type TargetNow =
  | Target
  | OwnChat
  | (TargetOf<'push'> & ({isIfAny: true} | {isIfAny?: never; isMailedWithout: boolean}))

/** The targets that a step of a route notifies now. */
export interface TargetsNow {
  targets: readonly TargetNow[]
  /** The rotas that call nobody, by name. One that was removed has none. */
  unmanned: readonly string[]
}

/**
 * A step whose rotas have nobody on call falls to the next step that reaches somebody. If none does, the admins of the
 * organisation are notified.
 */
export async function targetsNow(
  transaction: Pick<Transaction, 'select'>,
  organisationId: string,
  {route, step, at, deviceIds = []}: Asked,
): Promise<TargetsFor> {
  const own = targetsOf(route, step)
  if (own.every(isNoRota)) {
    const always = {targets: own, unmanned: []}
    return () => always
  }
  const onCall = await readOnCall(transaction, organisationId, {at, deviceIds})
  const known = new Map<string | undefined, TargetsNow>()
  return deviceId => {
    const owner = deviceId === undefined ? undefined : (onCall.ownerOf(deviceId) ?? deviceId)
    const found = known.get(owner) ?? calledIn(route, step, onCall, deviceId)
    known.set(owner, found)
    return found
  }
}

interface Asked {
  route: AlarmRoute | undefined
  step: number
  at: EpochMs
  /** The devices of the notified alarms. */
  deviceIds?: readonly string[]
}

/** The targets for an alarm of a device. A test has no device. */
export type TargetsFor = (deviceId?: string) => TargetsNow

/** The pure rule of `targetsNow`. */
export function calledIn(
  route: AlarmRoute | undefined,
  step: number,
  onCall: OnCall,
  deviceId: string | undefined,
): TargetsNow {
  const unmanned = new Set<string>()
  const steps = route === undefined ? 0 : route.escalations.length + 1
  for (let next = step; next < steps; next++) {
    const found = targetsOf(route, next).flatMap(target =>
      manned(target, rotaId => onCall.calledBy(rotaId, deviceId), unmanned),
    )
    if (found.length > 0) return {targets: distinct(found), unmanned: [...unmanned]}
  }
  const targets = onCall.admins.flatMap(called)
  return {targets: unmanned.size > 0 ? targets : [], unmanned: [...unmanned]}
}

const isNoRota = (target: RouteTarget): target is Target => target.kind !== 'rota'

function manned(
  target: RouteTarget,
  calledBy: (rotaId: string) => ReturnType<OnCall['calledBy']>,
  unmanned: Set<string>,
): TargetNow[] {
  if (isNoRota(target)) return [target]
  const {name, person} = calledBy(target.rota) ?? {name: REMOVED, person: null}
  if (person !== null) return called(person)
  unmanned.add(name)
  return []
}

/** The targets by which a person chose to be called. */
export function called({id, email, reach}: Pick<ReachedPerson, 'id' | 'email' | 'reach'>): TargetNow[] {
  const mail = {kind: 'email', address: email} as const
  if (reach === undefined) return [mail, {kind: 'push', email, isIfAny: true}]
  const {chat} = reach
  const isMailedWithout = !reach.email && chat === null
  return [
    ...(reach.email ? [mail] : []),
    ...(reach.push ? [{kind: 'push', email, isMailedWithout} as const] : []),
    ...(chat === null ? [] : [{...chat, person: {id, email}}]),
  ]
}

/** The placeholder for the name of a removed rota. */
const REMOVED = '?'

/** Equal targets once. */
export const distinct = (targets: readonly TargetNow[]): TargetNow[] => [
  ...new Map(targets.map(target => [keyOf(target), target])).values(),
]

export const keyOf = (target: TargetNow): string => JSON.stringify(target)
