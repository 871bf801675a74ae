import {ACCESS, type Access, MAY_GRANT, REACH, type Reach} from '../../../server/access/access'
import {
  type Actor,
  isKey,
  type KeyActor,
  keyRightsOf,
  type Place,
  roleOf,
  type SignedInActor,
  type Target,
} from './people'

/** `hidden`: as if it did not exist. `notGranted`: it is seen, and may not be changed. */
export type Outcome = 'answered' | 'unauthorised' | 'forbidden' | 'hidden' | 'notGranted'

export const STATUS: Readonly<Record<Exclude<Outcome, 'answered'>, number>> = {
  unauthorised: 401,
  forbidden: 403,
  hidden: 404,
  notGranted: 403,
}

export function expectedOf(call: string, actor: Actor, target: Target | undefined): Outcome {
  const {who, keys, on} = accessTo(call)
  if (who === 'everyone') return 'answered'
  if (who === 'device') return target?.place === 'unknown' ? 'unauthorised' : 'answered'
  if (actor === 'nobody') return 'unauthorised'
  if (isKey(actor) && keys !== 'read' && keys !== keyRightsOf(actor).scope) return 'forbidden'
  if (who === 'signedIn' ? actor === 'WALL' : !who.includes(roleOf(actor))) return 'forbidden'
  if (target === undefined) return 'answered'
  // No user has the id of a key.
  if (isKey(actor) && target.place === 'self') return 'hidden'
  if (!isWithin(reachOf(actor, target, on), target.place)) return 'hidden'
  if (target.place === 'self' && ON_OTHERS_ONLY.has(call)) return 'notGranted'
  return isRead(call) || mayTouch(actor, target, on) ? 'answered' : 'notGranted'
}

/** On themselves, people do this by a call that takes their present password. */
const ON_OTHERS_ONLY: ReadonlySet<string> = new Set(['POST /api/v0/user/:id/second-factor/removal'])

export const isRead = (call: string): boolean => /^(GET|SUBSCRIBE) /.test(call)

export function accessTo(call: string): Access {
  const access = ACCESS[call]
  if (access === undefined) throw new Error(`${call} is missing in the access table`)
  return access
}

function reachOf(actor: SignedInActor | KeyActor, {kind}: Target, on: Access['on']): Reach {
  if (actor === 'newcomer') return 'nothing'
  const role = roleOf(actor)
  if (on === 'ownOrganisation') return role === 'SYS_ADMIN' ? 'everything' : 'organisation'
  return REACH[kind === 'alarm' ? 'device' : kind][role]
}

const WITHIN: Readonly<Record<Exclude<Reach, 'everything'>, readonly Place[]>> = {
  organisation: ['self', 'own organisation', 'own customer', 'other customer'],
  customer: ['self', 'own customer'],
  wall: ['own customer'],
  nothing: ['self'],
}

const isWithin = (reach: Reach, place: Place): boolean =>
  reach === 'everything' ? place !== 'unknown' : WITHIN[reach].includes(place)

function mayTouch(actor: SignedInActor | KeyActor, target: Target, on: Access['on']): boolean {
  if (on === 'named' && !mayDescribe(actor, target)) return false
  return target.authority === undefined || MAY_GRANT[roleOf(actor)].includes(target.authority)
}

/** Attributes are written by users who may change their entity, except users' own. */
function mayDescribe(actor: SignedInActor | KeyActor, {kind, place}: Target): boolean {
  const {who} = accessTo(`PUT /api/v0/${kind}/:id`)
  return place !== 'self' && Array.isArray(who) && who.includes(roleOf(actor))
}
