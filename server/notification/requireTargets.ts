import {alarmRoutesFrom, type FoundFault, targetsByStep} from '../../contract/rules/alarmRoutes'
import type {WrongTarget} from '../../contract/rules/targets'
import type {Json} from '../../contract/wire/common'
import {badRequest} from '../http/failures/errors'
import {requirePublic} from './sending/publicAddress'

interface Wrong {
  route: string
  place: number
  kind: string
  /** The target as JSON. */
  target: string
  why: string
}

/** Throws 400 for a target of `alarmRoutes` that can't be used, unless it was there before. */
export function requireTargets(value: Json, before: Json, allowPrivate: boolean) {
  const known = new Set(wrongIn(before, allowPrivate).map(({target}) => target))
  const wrong = wrongIn(value, allowPrivate).find(found => !known.has(found.target))
  if (wrong === undefined) return
  const {route, place, kind, why} = wrong
  throw badRequest(`Route “${route}”, target ${place} (${kind}): ${why}`)
}

function wrongIn(value: Json, allowPrivate: boolean): Wrong[] {
  const {routes, faults} = alarmRoutesFrom(value)
  const unusable = faults.flatMap(({route, fault, wrong}) =>
    wrong === undefined
      ? []
      : [{route, ...placeOf(wrong), target: JSON.stringify(wrong.value), why: reasonOf(fault, wrong)}],
  )
  if (allowPrivate) return unusable
  const unreachable = routes.flatMap(route =>
    targetsByStep(route).flatMap(targets =>
      targets.flatMap((target, index) =>
        'url' in target && target.url !== undefined && isPrivate(target.url)
          ? [{route: route.name, place: index + 1, kind: target.kind, target: JSON.stringify(target), why: PRIVATE}]
          : [],
      ),
    ),
  )
  return [...unusable, ...unreachable]
}

const placeOf = ({place, kind}: WrongTarget) => ({place, kind})

/** Throws 400 for the address of a person's chat that is not called. */
export function requireCallable(url: string, allowPrivate: boolean) {
  if (!allowPrivate && isPrivate(url)) throw badRequest(PRIVATE)
}

const PRIVATE = 'url: a private address is not called, see WEBHOOK_ALLOW_PRIVATE'

function reasonOf(fault: FoundFault['fault'], {field}: WrongTarget): string {
  if (fault === 'many') return 'there are more of this kind than are notified'
  if (field === null || field === 'kind') return 'there is no such kind of target'
  return `${field}: ${REASONS[field] ?? 'it is missing, or has another form than it needs'}`
}

const REASONS: Readonly<Record<string, string>> = {
  url: 'it needs an address with http or https, without user and password',
  headers: 'each line is “Name: value”, without the headers that the call sets itself, such as Host and Content-Length',
}

/** Whether the text of an address is private. A name may become private later, which each call checks. */
function isPrivate(url: string): boolean {
  if (!URL.canParse(url)) return false
  try {
    requirePublic(new URL(url))
    return false
  } catch {
    return true
  }
}
