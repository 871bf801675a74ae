import type {EntityType} from '../../contract/wire/attribute'
import {AUTHORITIES, type Authority} from '../../contract/wire/user'

/** Who calls: a user with an authority, or a screen by its wall link. */
export type Role = Authority | 'WALL'

/** How many entities of a kind a role may see; `wall` are those that the wall shows. All users may see themselves as well. */
export type Reach = 'everything' | 'organisation' | 'customer' | 'wall' | 'nothing'

/**
 * An entity out of reach is answered with 404, as if it didn't exist. This holds for calls, attributes, telemetry and
 * the device rooms of the socket.
 */
export const REACH: Readonly<Record<EntityType, Readonly<Record<Role, Reach>>>> = {
  organisation: reach('everything', 'organisation', 'nothing', 'nothing'),
  customer: reach('everything', 'organisation', 'customer', 'nothing'),
  user: reach('everything', 'organisation', 'customer', 'nothing'),
  device: {...reach('everything', 'organisation', 'customer', 'customer'), WALL: 'wall'},
  asset: reach('everything', 'organisation', 'customer', 'customer'),
}

function reach(systemAdmin: Reach, organisationAdmin: Reach, customerAdmin: Reach, customerUser: Reach) {
  return {
    SYS_ADMIN: systemAdmin,
    ORGANISATION_ADMIN: organisationAdmin,
    CUSTOMER_ADMIN: customerAdmin,
    CUSTOMER_USER: customerUser,
    WALL: 'nothing' as const,
  }
}

/** The authorities that a user may give to others. The user may only change others who have one of these. */
export const MAY_GRANT: Readonly<Record<Role, readonly Authority[]>> = {
  SYS_ADMIN: ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  ORGANISATION_ADMIN: ['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  CUSTOMER_ADMIN: ['CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  CUSTOMER_USER: [],
  WALL: [],
}

/**
 * What the path of a call can refer to: an entity within `REACH`, an alarm of a device within it, or the viewer's own
 * organisation, which for a SYS_ADMIN is any organisation.
 */
export type NamedKind = EntityType | 'alarm' | 'ownOrganisation'

export interface Access {
  /**
   * `device` is the holder of the access token in the path, `signedIn` any user. Other callers get 403 when they are
   * signed in, and 401 otherwise.
   */
  who: 'everyone' | 'device' | 'signedIn' | readonly Role[]
  /**
   * The kind of entity that `:id` in the path refers to. With `named` the path has `:entityType` and `:entityId`. An
   * entity out of reach is answered with 404.
   */
  on?: NamedKind | 'named'
  /** Whether it is also for those who must set up a second factor first. All other calls answer them with 403. */
  isEarly?: true
}

/** Throws when a call is missing in the table, so that no call is served without a rule. */
export function accessTo(table: Readonly<Record<string, Access>>, call: string): Access {
  const access = table[call]
  if (access === undefined) throw new Error(`${call} is missing in the access table`)
  return access
}

interface MayCallAs {
  authority: Role
  needsSecondFactor?: boolean
}

/**
 * Whether somebody who is signed in may make a call. The entity in its path must also be within reach, which is not
 * checked here.
 */
export function mayCall({who, isEarly}: Access, {authority, needsSecondFactor}: MayCallAs): boolean {
  if (who === 'everyone') return true
  if (needsSecondFactor && !isEarly) return false
  if (who === 'signedIn') return authority !== 'WALL'
  return who !== 'device' && who.includes(authority)
}

/** The kind of the entities that a call names by ids alone. Throws when the table names no kind. */
export function reachedKind({on}: Access): EntityType {
  if (on === undefined || on === 'named' || on === 'alarm' || on === 'ownOrganisation') {
    throw new Error(`The access table must name the kind that is to be within reach, and not ${on ?? 'nothing'}`)
  }
  return on
}

const EVERYONE: Access = {who: 'everyone'}
const SIGNED_IN: Access = {who: 'signedIn'}
const EARLY: Access = {who: 'signedIn', isEarly: true}
const SYSTEM_ADMIN: Access = {who: ['SYS_ADMIN']}
const ORGANISATION_ADMINS: Access['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN']
const ADMINS: Access['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN']
/** Users, and screens by their wall links. */
const VIEWERS: Access['who'] = [...AUTHORITIES, 'WALL']

/**
 * Says who may make which call, and on which entities. The guards are built from this table. A route that is missing
 * here, or whose path parameters don't match its row, can't be registered.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /healthz': EVERYONE,
  'GET /livez': EVERYONE,
  'GET /readyz': EVERYONE,
  'GET /config.json': EVERYONE,
  // The route asks for a token, or a caller on this machine.
  'GET /metrics': EVERYONE,
  'GET /api/v0/capabilities': EVERYONE,
  'GET /api/v0/version': SIGNED_IN,
  'GET /docs': SIGNED_IN,
  'GET /docs/': SIGNED_IN,
  'GET /docs/json': SIGNED_IN,
  'GET /docs/yaml': SIGNED_IN,
  'GET /docs/static/index.html': SIGNED_IN,
  'GET /docs/static/swagger-initializer.js': SIGNED_IN,
  'GET /docs/static/*': SIGNED_IN,
  'GET /*': EVERYONE,
  'OPTIONS *': EVERYONE,

  'POST /api/v0/auth/login': EVERYONE,
  'POST /api/v0/auth/logout': EVERYONE,
  'POST /api/v0/auth/refresh-token': EVERYONE,
  // The challenge says whose password was right.
  'POST /api/v0/auth/second-factor': EVERYONE,
  // The token says which wall may be shown.
  'POST /api/v0/auth/wall-link': EVERYONE,

  'POST /api/v0/user/register/': EVERYONE,
  'GET /api/users/verify-email/': EVERYONE,
  'POST /api/users/password_reset/': EVERYONE,
  'POST /api/users/password_reset/confirm/': EVERYONE,
  'POST /api/v0/setup': EVERYONE,

  'GET /api/v0/user': {who: VIEWERS, isEarly: true},
  'GET /api/v0/users/profile': SIGNED_IN,
  'GET /api/v0/users/profile/': SIGNED_IN,
  'POST /api/v0/users/profile': SIGNED_IN,
  'PUT /api/v0/users/profile': SIGNED_IN,
  'GET /api/v0/users/preferences': EARLY,
  'PUT /api/v0/users/preferences': SIGNED_IN,
  'PUT /api/v0/users/password': SIGNED_IN,
  'PUT /api/v0/users/email': SIGNED_IN,
  // Everybody has the own sessions alone.
  'GET /api/v0/users/sessions': SIGNED_IN,
  'POST /api/v0/users/sessions/end': SIGNED_IN,
  'POST /api/v0/users/sessions/end-others': SIGNED_IN,
  'GET /api/v0/users/second-factor': EARLY,
  'POST /api/v0/users/second-factor/totp': EARLY,
  'POST /api/v0/users/second-factor/totp/confirmation': EARLY,
  'POST /api/v0/users/second-factor/totp/removal': EARLY,
  'POST /api/v0/users/second-factor/passkey': EARLY,
  'POST /api/v0/users/second-factor/passkey/confirmation': EARLY,
  'POST /api/v0/users/second-factor/passkey/removal': EARLY,
  'POST /api/v0/users/second-factor/recovery-codes': EARLY,
  'POST /api/v0/users/second-factor/removal': EARLY,

  'POST /api/v0/user/register': {who: ADMINS},
  'GET /api/v0/user/by-org/:id': {who: ADMINS, on: 'ownOrganisation'},
  'GET /api/v0/user/without-organisation': SYSTEM_ADMIN,
  'GET /api/v0/user/:id': {who: 'signedIn', on: 'user'},
  'PUT /api/v0/user/:id': {who: ADMINS, on: 'user'},
  'GET /api/v0/user/:id/second-factor': {who: ADMINS, on: 'user'},
  'POST /api/v0/user/:id/second-factor/removal': {who: ADMINS, on: 'user'},
  'POST /api/v0/user/:id/invitation': {who: ADMINS, on: 'user'},
  'DELETE /api/v0/user/:id': {who: ADMINS, on: 'user'},

  'GET /api/v0/organisation': {who: ORGANISATION_ADMINS},
  'POST /api/v0/organisation': SYSTEM_ADMIN,
  'GET /api/v0/organisation/:id': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'PUT /api/v0/organisation/:id': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'DELETE /api/v0/organisation/:id': {who: ['SYS_ADMIN'], on: 'organisation'},

  'POST /api/v0/customer': {who: ORGANISATION_ADMINS},
  'GET /api/v0/customer/by-org/:id': {who: ADMINS, on: 'ownOrganisation'},
  'GET /api/v0/customer/:id': {who: ADMINS, on: 'customer'},
  'PUT /api/v0/customer/:id': {who: ORGANISATION_ADMINS, on: 'customer'},
  'DELETE /api/v0/customer/:id': {who: ORGANISATION_ADMINS, on: 'customer'},

  'GET /api/v0/device': {who: VIEWERS},
  'POST /api/v0/device': {who: ADMINS},
  'POST /api/v0/device/import': {who: ADMINS},
  'GET /api/v0/device/by-org/:id/status': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'GET /api/v0/device/:id': {who: VIEWERS, on: 'device'},
  'PUT /api/v0/device/:id': {who: ADMINS, on: 'device'},
  'DELETE /api/v0/device/:id': {who: ADMINS, on: 'device'},
  'GET /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},
  'POST /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},
  'DELETE /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},
  'POST /api/v0/device/:id/pairing': {who: ADMINS, on: 'device'},

  'GET /api/v0/asset': SIGNED_IN,
  'POST /api/v0/asset': {who: ORGANISATION_ADMINS},
  'GET /api/v0/asset/by-org/:id/label/:label': {who: 'signedIn', on: 'ownOrganisation'},
  'GET /api/v0/asset/:id': {who: 'signedIn', on: 'asset'},
  'PUT /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset'},
  'DELETE /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset'},

  'POST /api/v0/digitalAssets/upload': {who: ORGANISATION_ADMINS},
  // Of resumable uploads everybody sees the own ones alone.
  'POST /api/v0/digitalAssets/resumable': {who: ORGANISATION_ADMINS},
  'GET /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS},
  'PATCH /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS},
  'DELETE /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS},
  'GET /api/v0/digitalAssets/plays': SIGNED_IN,
  'GET /api/v0/digitalAssets/plays.csv': SIGNED_IN,
  'GET /api/v0/digitalAssets': SIGNED_IN,
  'GET /api/v0/digitalAssets/:id/file-url': {who: 'signedIn', on: 'asset'},
  'DELETE /api/v0/digitalAssets/:id': {who: ORGANISATION_ADMINS, on: 'asset'},
  // The signature in the address says what may be read.
  'GET /api/v0/digitalAssets/files/:id': EVERYONE,

  'GET /api/v0/attribute/device/values': SIGNED_IN,
  'GET /api/v0/attribute/:entityType/:entityId': {who: 'signedIn', on: 'named'},
  'POST /api/v0/attribute/:entityType/:entityId': {who: ADMINS, on: 'named'},
  'GET /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: 'signedIn', on: 'named'},
  'PUT /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named'},
  'DELETE /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named'},

  'GET /api/v0/telemetry/device/latest': {who: VIEWERS},
  'GET /api/v0/telemetry/device/overview': {who: VIEWERS},
  'POST /api/v0/telemetry/device/sparklines': {who: VIEWERS},
  'GET /api/v0/telemetry/device/history': SIGNED_IN,
  'GET /api/v0/telemetry/device/extent': SIGNED_IN,
  'GET /api/v0/telemetry/device/units': {who: VIEWERS},
  'GET /api/v0/telemetry/device/thresholds': {who: VIEWERS},
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries': {who: VIEWERS, on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries.csv': {who: 'signedIn', on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/keys/timeseries': {who: VIEWERS, on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/latest/:key': {who: VIEWERS, on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/statistics': {who: 'signedIn', on: 'named'},

  'GET /api/v0/wall-link/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'POST /api/v0/wall-link/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'DELETE /api/v0/wall-link/by-org/:id/link/:linkId': {who: ORGANISATION_ADMINS, on: 'organisation'},
  'GET /api/v0/wall-link/wall': {who: ['WALL']},

  'GET /api/v0/notification': {who: ORGANISATION_ADMINS},
  'POST /api/v0/notification/test': {who: ORGANISATION_ADMINS},
  'GET /api/v0/alarm': {who: VIEWERS},
  'GET /api/v0/alarm/counts': {who: VIEWERS},
  'GET /api/v0/alarm/report': SIGNED_IN,
  'GET /api/v0/alarm/:id': {who: VIEWERS, on: 'alarm'},
  'GET /api/v0/alarm/:id/journal': {who: 'signedIn', on: 'alarm'},
  'GET /api/v0/alarm/:id/occurrences': {who: 'signedIn', on: 'alarm'},
  'POST /api/v0/alarm/:id/comment': {who: 'signedIn', on: 'alarm'},
  'POST /api/v0/alarm/:id/acknowledge': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/:id/reset': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/:id/shelve': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/:id/unshelve': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/:id/out-of-service': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/:id/return-to-service': {who: ADMINS, on: 'alarm'},
  'POST /api/v0/alarm/dry-run': {who: ADMINS},

  'GET /api/v0/audit': SYSTEM_ADMIN,
  'GET /api/v0/audit/:entityType/:entityId/change': {who: ADMINS, on: 'named'},

  'POST /api/v1/pairing': EVERYONE,
  'GET /api/v1/pairing/:secret': EVERYONE,

  'POST /api/v1/:accessToken/telemetry': {who: 'device'},
  'POST /api/v1/:accessToken/attributes': {who: 'device'},
  'GET /api/v1/:accessToken/attributes': {who: 'device'},
  'GET /api/v1/:accessToken/attributes/updates': {who: 'device'},
  'GET /api/v1/:accessToken/playlist': {who: 'device'},

  'SUBSCRIBE /socket.io': {who: VIEWERS, on: 'device'},
}

/** The rows of a server whose description of the API is open to everybody. */
export const OPEN_DOCS: Readonly<Record<string, Access>> = Object.fromEntries(
  Object.keys(ACCESS)
    .filter(call => call.startsWith('GET /docs'))
    .map(call => [call, EVERYONE]),
)

/** Whether an authority may change entities of a kind within its reach. For users, `MAY_GRANT` limits this further. */
export function mayChange(authority: Role, kind: EntityType): boolean {
  const who = ACCESS[`PUT /api/v0/${kind}/:id`]?.who
  return typeof who === 'object' && who.includes(authority)
}
