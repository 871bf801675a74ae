import {ENTITY_TYPES} from '../../../contract/wire/entities/attribute'
import type {AuditAction} from '../../../contract/wire/entities/audit'
import {AUTHORITIES} from '../../../contract/wire/people/user'
import {CALLS, type Call} from './calls'
import {accessTo, expectedOf, isRead, type Outcome, STATUS} from './expected'
import {ACTORS, type Actor, isKey, PLACES, type Target, type TargetKind} from './people'

export interface Case {
  call: string
  actor: Actor
  target: Target | undefined
  outcome: Outcome
  status: number
  audits: AuditAction | undefined
}

export function casesOf(call: string): Case[] {
  return ACTORS.flatMap(actor =>
    targetsOf(call)
      .filter(target => actor !== 'nobody' || target?.place !== 'self')
      .map(target => expectation(call, actor, target)),
  )
}

export function callTo(name: string): Call {
  const call = CALLS[name]
  if (call === undefined) throw new Error(`${name} has no request to try it with`)
  return call
}

export function routeOf(call: string) {
  const [method = '', url = ''] = call.split(' ')
  return {method, url: url === '*' ? '/*' : url}
}

export const describeTarget = ({kind, place, authority}: Target): string =>
  [kind, place, authority].filter(word => word !== undefined).join(', ')

function expectation(call: string, actor: Actor, target: Target | undefined): Case {
  const hasSession = actor !== 'nobody' && !isKey(actor)
  const {answers, audits, kinds} = {...callTo(call), ...(!hasSession && callTo(call).nobody)}
  const isOfKind = kinds === undefined || target === undefined || kinds.includes(target.kind)
  const expected = expectedOf(call, actor, target)
  const outcome = expected === 'answered' && !isOfKind ? 'hidden' : expected
  return outcome === 'answered'
    ? {call, actor, target, outcome, status: answers, audits}
    : {call, actor, target, outcome, status: STATUS[outcome], audits: undefined}
}

function targetsOf(call: string): (Target | undefined)[] {
  const {who, on} = accessTo(call)
  if (who === 'device') return [{kind: 'device', place: 'own customer'}, UNKNOWN_DEVICE]
  switch (on) {
    case undefined:
      return [undefined]
    case 'named':
      return ENTITY_TYPES.flatMap(kind => targetsAmong(kind, call))
    case 'ownOrganisation':
      return placesOf('organisation')
    default:
      return targetsAmong(on, call)
  }
}

/** The permission to change a user depends on its authority. */
function targetsAmong(kind: TargetKind, call: string): Target[] {
  return kind === 'user' && !isRead(call) ? placesOf(kind).flatMap(ofEachAuthority) : placesOf(kind)
}

const UNKNOWN_DEVICE: Target = {kind: 'device', place: 'unknown'}

const placesOf = (kind: TargetKind): Target[] => PLACES[kind].map(place => ({kind, place}))

const ofEachAuthority = (target: Target): Target[] =>
  target.place === 'self' || target.place === 'unknown'
    ? [target]
    : AUTHORITIES.map(authority => ({...target, authority}))
