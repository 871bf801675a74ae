import type {EntityType} from '../../../contract/wire/entities/attribute'
import {API_KEY_SCOPES, type ApiKeyScope} from '../../../contract/wire/people/apiKey'
import {AUTHORITIES, type Authority, authority as authoritySchema} from '../../../contract/wire/people/user'
import type {Role} from '../../../server/access/access'

/**
 * The callers. All admins but the first and the customer's user belong to one organisation; the last two of them to one
 * customer.
 */
export const USER_ACTORS = [...AUTHORITIES, 'newcomer'] as const
/** The screen with a wall link belongs to their organisation, and its wall shows the device of their customer. */
export const SIGNED_IN_ACTORS = [...USER_ACTORS, 'WALL'] as const
/** Programs with API keys. They belong where the users of their authority do. */
export const KEY_ACTORS = AUTHORITIES.flatMap(authority =>
  API_KEY_SCOPES.map(scope => `${authority} key to ${scope}` as const),
)
export const ACTORS = ['nobody', ...SIGNED_IN_ACTORS, ...KEY_ACTORS] as const
export type UserActor = (typeof USER_ACTORS)[number]
export type SignedInActor = (typeof SIGNED_IN_ACTORS)[number]
export type KeyActor = (typeof KEY_ACTORS)[number]
export type Actor = (typeof ACTORS)[number]

export const isUser = (actor: Actor): actor is UserActor => USER_ACTORS.some(user => user === actor)

/** A newcomer has registered in public, and no admin has taken it in yet: it has no organisation. */
export function roleOf(actor: SignedInActor | KeyActor): Role {
  if (actor === 'newcomer') return 'CUSTOMER_USER'
  return isKey(actor) ? keyRightsOf(actor).authority : actor
}

export const isKey = (actor: Actor): actor is KeyActor => KEY_ACTORS.some(key => key === actor)

export function keyRightsOf(actor: KeyActor): {authority: Authority; scope: ApiKeyScope} {
  const [authority, scope] = actor.split(' key to ')
  return {authority: authoritySchema.parse(authority), scope: scope === 'read' ? 'read' : 'write'}
}

/** The owner of an entity, as the actors see it. `own organisation` is of no customer, `nowhere` of no organisation. */
export type Place =
  | 'self'
  | 'own customer'
  | 'other customer'
  | 'own organisation'
  | 'other organisation'
  | 'nowhere'
  | 'unknown'

/** An alarm is where its device is. */
export type TargetKind = EntityType | 'alarm'

export const PLACES: Readonly<Record<TargetKind, readonly Place[]>> = {
  organisation: ['own organisation', 'other organisation', 'unknown'],
  customer: ['own customer', 'other customer', 'other organisation', 'unknown'],
  user: ['self', 'own customer', 'other customer', 'own organisation', 'other organisation', 'nowhere', 'unknown'],
  device: ['own customer', 'other customer', 'own organisation', 'other organisation', 'unknown'],
  asset: ['own customer', 'other customer', 'own organisation', 'other organisation', 'unknown'],
  alarm: ['own customer', 'other customer', 'own organisation', 'other organisation', 'unknown'],
}

export interface Target {
  kind: TargetKind
  place: Place
  /** The authority of a user. */
  authority?: Authority
}
