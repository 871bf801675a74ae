import type {EntityType} from '../../contract/wire/entities/attribute'
import type {ApiKeyScope} from '../../contract/wire/people/apiKey'
import {AUTHORITIES, type Authority} from '../../contract/wire/people/user'

/** The kind of caller: a user with an authority, or a screen by its wall link. */
export type Role = Authority | 'WALL'

/** The entities of a kind that a role may see; `wall` are those that the wall shows. Every user may see itself. */
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
 * The entities that the path of a call can refer to: an entity within `REACH`, an alarm of a device within it, or the
 * viewer's own organisation, which for a SYS_ADMIN is any organisation.
 */
export type NamedKind = EntityType | 'alarm' | 'ownOrganisation'

/** A call that everybody may make, or the holder of the device's access token in the path. */
interface Open {
  who: 'everyone' | 'device'
  keys?: undefined
  isEarly?: undefined
  on?: undefined
}

interface Guarded {
  /** `signedIn` is any user. Other callers get 403 when they are signed in, and 401 otherwise. */
  who: 'signedIn' | readonly Role[]
  /**
   * Whether programs may make the call by an API key of such a role: `read` by any, `write` by one that may write, and
   * `no` by none.
   */
  keys: ApiKeyScope | 'no'
  /**
   * The kind of entity that `:id` in the path refers to. With `named` the path has `:entityType` and `:entityId`. An
   * entity out of reach is answered with 404.
   */
  on?: NamedKind | 'named'
  /** Whether it is also for those who must set up a second factor first. All other calls answer them with 403. */
  isEarly?: true
}

export type Access = Open | Guarded

/** Throws when a call is missing in the table, so that no call is served without a rule. */
export function accessTo(table: Readonly<Record<string, Access>>, call: string): Access {
  const access = table[call]
  if (access === undefined) throw new Error(`${call} is missing in the access table`)
  return access
}

interface MayCallAs {
  authority: Role
  needsSecondFactor?: boolean
  /** The scope of an API key. */
  scope?: ApiKeyScope
}

/**
 * Whether someone who is signed in may make a call. The entity in its path must also be within reach, which is not
 * checked here.
 */
export function mayCall({who, keys, isEarly}: Access, {authority, needsSecondFactor, scope}: MayCallAs): boolean {
  if (who === 'everyone') return true
  if (who === 'device' || (needsSecondFactor && !isEarly)) return false
  if (scope !== undefined && keys !== 'read' && keys !== scope) return false
  return who === 'signedIn' ? authority !== 'WALL' : who.includes(authority)
}

/** The kind of the entities that a call names by ids alone. Throws when the table names no kind. */
export function reachedKind({on}: Access): EntityType {
  if (on === undefined || on === 'named' || on === 'alarm' || on === 'ownOrganisation') {
    throw new Error(`The access table must name the kind that is to be within reach, and not ${on ?? 'nothing'}`)
  }
  return on
}

const EVERYONE: Access = {who: 'everyone'}
const SIGNED_IN: Access = {who: 'signedIn', keys: 'read'}
/** Calls on one's own account, none of which a key may make. */
const PERSON: Access = {who: 'signedIn', keys: 'no'}
const EARLY: Access = {...PERSON, isEarly: true}
const ORGANISATION_ADMINS: Guarded['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN']
const ADMINS: Guarded['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN']
/** Users, and screens by their wall links. */
const VIEWERS: Guarded['who'] = [...AUTHORITIES, 'WALL']

/**
 * The callers of each call, and the entities that it may touch. The guards are built from this table. A route that is
 * missing here, or whose path parameters don't match its row, can't be registered.
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
  // The token decides which wall may be shown.
  'POST /api/v0/auth/wall-link': EVERYONE,

  'POST /api/v0/user/register/': EVERYONE,
  'GET /api/users/verify-email/': EVERYONE,
  'POST /api/users/password_reset/': EVERYONE,
  'POST /api/users/password_reset/confirm/': EVERYONE,
  'POST /api/v0/setup': EVERYONE,

  'GET /api/v0/opening': {who: VIEWERS, keys: 'no', isEarly: true},
  'GET /api/v0/user': {who: VIEWERS, keys: 'no', isEarly: true},
  'GET /api/v0/users/profile': PERSON,
  'GET /api/v0/users/profile/': PERSON,
  'POST /api/v0/users/profile': PERSON,
  'PUT /api/v0/users/profile': PERSON,
  'GET /api/v0/users/preferences': EARLY,
  'PUT /api/v0/users/preferences': PERSON,
  'GET /api/v0/users/overview': PERSON,
  'PUT /api/v0/users/overview': PERSON,
  'GET /api/v0/users/reach': PERSON,
  'PUT /api/v0/users/reach': PERSON,
  'PUT /api/v0/users/password': PERSON,
  'PUT /api/v0/users/email': PERSON,
  // Everybody has the own sessions alone.
  'GET /api/v0/users/sessions': PERSON,
  'POST /api/v0/users/sessions/end': PERSON,
  'POST /api/v0/users/sessions/end-others': PERSON,
  'GET /api/v0/users/push': PERSON,
  'POST /api/v0/users/push': PERSON,
  'POST /api/v0/users/push/end': PERSON,
  'POST /api/v0/users/push/test': PERSON,
  'GET /api/v0/users/second-factor': EARLY,
  'POST /api/v0/users/second-factor/totp': EARLY,
  'POST /api/v0/users/second-factor/totp/confirmation': EARLY,
  'POST /api/v0/users/second-factor/totp/removal': EARLY,
  'POST /api/v0/users/second-factor/passkey': EARLY,
  'POST /api/v0/users/second-factor/passkey/confirmation': EARLY,
  'POST /api/v0/users/second-factor/passkey/removal': EARLY,
  'POST /api/v0/users/second-factor/recovery-codes': EARLY,
  'POST /api/v0/users/second-factor/removal': EARLY,

  'POST /api/v0/user/register': {who: ADMINS, keys: 'no'},
  'GET /api/v0/user/by-org/:id': {who: ADMINS, on: 'ownOrganisation', keys: 'read'},
  'GET /api/v0/user/without-organisation': {who: ['SYS_ADMIN'], keys: 'read'},
  'GET /api/v0/user/:id': {who: 'signedIn', on: 'user', keys: 'read'},
  'PUT /api/v0/user/:id': {who: ADMINS, on: 'user', keys: 'no'},
  'GET /api/v0/user/:id/second-factor': {who: ADMINS, on: 'user', keys: 'no'},
  'POST /api/v0/user/:id/second-factor/removal': {who: ADMINS, on: 'user', keys: 'no'},
  'POST /api/v0/user/:id/invitation': {who: ADMINS, on: 'user', keys: 'no'},
  'POST /api/v0/user/:id/sessions/end': {who: ADMINS, on: 'user', keys: 'no'},
  'DELETE /api/v0/user/:id': {who: ADMINS, on: 'user', keys: 'no'},

  'GET /api/v0/organisation': {who: ORGANISATION_ADMINS, keys: 'read'},
  'POST /api/v0/organisation': {who: ['SYS_ADMIN'], keys: 'write'},
  'GET /api/v0/organisation/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'PUT /api/v0/organisation/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'write'},
  'DELETE /api/v0/organisation/:id': {who: ['SYS_ADMIN'], on: 'organisation', keys: 'write'},

  'POST /api/v0/customer': {who: ORGANISATION_ADMINS, keys: 'write'},
  'GET /api/v0/customer/by-org/:id': {who: ADMINS, on: 'ownOrganisation', keys: 'read'},
  'GET /api/v0/customer/:id': {who: ADMINS, on: 'customer', keys: 'read'},
  'PUT /api/v0/customer/:id': {who: ORGANISATION_ADMINS, on: 'customer', keys: 'write'},
  'DELETE /api/v0/customer/:id': {who: ORGANISATION_ADMINS, on: 'customer', keys: 'write'},

  'GET /api/v0/device': {who: VIEWERS, keys: 'read'},
  'POST /api/v0/device': {who: ADMINS, keys: 'write'},
  'POST /api/v0/device/pairing': {who: ADMINS, keys: 'no'},
  // Takes a device that offers itself to the caller's customer.
  'POST /api/v0/device/claim': {who: ['CUSTOMER_ADMIN', 'CUSTOMER_USER'], keys: 'no'},
  'POST /api/v0/device/import': {who: ADMINS, keys: 'write'},
  'GET /api/v0/device/by-org/:id/status': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'GET /api/v0/device/:id': {who: VIEWERS, on: 'device', keys: 'read'},
  'PUT /api/v0/device/:id': {who: ADMINS, on: 'device', keys: 'write'},
  'DELETE /api/v0/device/:id': {who: ADMINS, on: 'device', keys: 'write'},
  'GET /api/v0/device/:id/credentials': {who: ADMINS, on: 'device', keys: 'no'},
  'POST /api/v0/device/:id/credentials': {who: ADMINS, on: 'device', keys: 'no'},
  'DELETE /api/v0/device/:id/credentials': {who: ADMINS, on: 'device', keys: 'no'},
  'POST /api/v0/device/:id/credentials/rotation': {who: ADMINS, on: 'device', keys: 'no'},
  'PUT /api/v0/device/:id/credentials/expiry': {who: ADMINS, on: 'device', keys: 'no'},
  'DELETE /api/v0/device/:id/credentials/former': {who: ADMINS, on: 'device', keys: 'no'},
  'POST /api/v0/device/:id/command': {who: ADMINS, on: 'device', keys: 'write'},
  'GET /api/v0/device/:id/commands': {who: ADMINS, on: 'device', keys: 'read'},
  'GET /api/v0/device/:id/connection': {who: VIEWERS, on: 'device', keys: 'read'},
  'POST /api/v0/device/:id/pairing': {who: ADMINS, on: 'device', keys: 'no'},

  'GET /api/v0/asset': SIGNED_IN,
  'POST /api/v0/asset': {who: ORGANISATION_ADMINS, keys: 'write'},
  'GET /api/v0/asset/by-org/:id/label/:label': {who: 'signedIn', on: 'ownOrganisation', keys: 'read'},
  'GET /api/v0/asset/:id': {who: 'signedIn', on: 'asset', keys: 'read'},
  'PUT /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset', keys: 'write'},
  'DELETE /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset', keys: 'write'},

  'POST /api/v0/digitalAssets/upload': {who: ORGANISATION_ADMINS, keys: 'write'},
  // Everybody sees only their own resumable uploads.
  'OPTIONS /api/v0/digitalAssets/resumable': {who: ORGANISATION_ADMINS, keys: 'read'},
  'POST /api/v0/digitalAssets/resumable': {who: ORGANISATION_ADMINS, keys: 'write'},
  'GET /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS, keys: 'read'},
  'PATCH /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS, keys: 'write'},
  'DELETE /api/v0/digitalAssets/resumable/*': {who: ORGANISATION_ADMINS, keys: 'write'},
  'GET /api/v0/digitalAssets/plays': SIGNED_IN,
  'GET /api/v0/digitalAssets/plays.csv': SIGNED_IN,
  'GET /api/v0/digitalAssets': SIGNED_IN,
  'GET /api/v0/digitalAssets/deleted/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'POST /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  'DELETE /api/v0/digitalAssets/deleted/by-org/:id/video/:videoId': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  'GET /api/v0/digitalAssets/:id/file-url': {who: 'signedIn', on: 'asset', keys: 'read'},
  'DELETE /api/v0/digitalAssets/:id': {who: ORGANISATION_ADMINS, on: 'asset', keys: 'write'},
  // The signature in the address decides what may be read.
  'GET /api/v0/digitalAssets/files/:id': EVERYONE,

  'GET /api/v0/attribute/device/values': SIGNED_IN,
  'GET /api/v0/attribute/asset/values': SIGNED_IN,
  'GET /api/v0/attribute/:entityType/:entityId': {who: 'signedIn', on: 'named', keys: 'read'},
  'POST /api/v0/attribute/:entityType/:entityId': {who: ADMINS, on: 'named', keys: 'write'},
  'GET /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: 'signedIn', on: 'named', keys: 'read'},
  'PUT /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named', keys: 'write'},
  'DELETE /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named', keys: 'write'},

  'GET /api/v0/telemetry/device/latest': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/overview': {who: VIEWERS, keys: 'read'},
  'POST /api/v0/telemetry/device/sparklines': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/history': SIGNED_IN,
  'GET /api/v0/telemetry/device/extent': SIGNED_IN,
  'GET /api/v0/telemetry/device/units': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/headlines': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/thresholds': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/places': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries': {who: VIEWERS, on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries.csv': {who: 'signedIn', on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/keys/timeseries': {who: VIEWERS, on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/latest/:key': {who: VIEWERS, on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/statistics': {who: 'signedIn', on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/device/unusual': {who: VIEWERS, keys: 'read'},
  'POST /api/v0/telemetry/device/usual/bands': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/telemetry/device/changes': SIGNED_IN,
  'GET /api/v0/telemetry/:entityType/:entityId/usual': {who: 'signedIn', on: 'named', keys: 'read'},
  'GET /api/v0/telemetry/:entityType/:entityId/usual/bands': {who: VIEWERS, on: 'named', keys: 'read'},
  'POST /api/v0/telemetry/:entityType/:entityId/usual/acceptance': {who: ADMINS, on: 'named', keys: 'write'},

  'GET /api/v0/wall-link/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'POST /api/v0/wall-link/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'DELETE /api/v0/wall-link/by-org/:id/link/:linkId': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'GET /api/v0/wall-link/wall': {who: ['WALL'], keys: 'no'},

  'GET /api/v0/wall-version/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},

  'GET /api/v0/picture/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'POST /api/v0/picture/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'write'},
  // A wall link may read the pictures that its wall shows.
  'GET /api/v0/picture/by-org/:id/picture/:pictureId': {
    who: [...ORGANISATION_ADMINS, 'WALL'],
    on: 'ownOrganisation',
    keys: 'read',
  },
  'DELETE /api/v0/picture/by-org/:id/picture/:pictureId': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },

  // No key issues another one, or lists them.
  'GET /api/v0/api-key/system': {who: ['SYS_ADMIN'], keys: 'no'},
  'POST /api/v0/api-key/system': {who: ['SYS_ADMIN'], keys: 'no'},
  'POST /api/v0/api-key/system/revocation': {who: ['SYS_ADMIN'], keys: 'no'},
  'GET /api/v0/api-key/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'POST /api/v0/api-key/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'DELETE /api/v0/api-key/by-org/:id/key/:keyId': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},

  'GET /api/v0/provisioning/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'POST /api/v0/provisioning/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'no'},
  'DELETE /api/v0/provisioning/by-org/:id/profile/:profileId': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'no',
  },

  'GET /api/v0/notification': {who: ORGANISATION_ADMINS, keys: 'read'},
  'GET /api/v0/notification/by-alarm/:id': {who: ORGANISATION_ADMINS, on: 'alarm', keys: 'read'},
  'POST /api/v0/notification/test': {who: ORGANISATION_ADMINS, keys: 'write'},
  'GET /api/v0/alarm': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/alarm/counts': {who: VIEWERS, keys: 'read'},
  'GET /api/v0/alarm/report': SIGNED_IN,
  'GET /api/v0/alarm/:id': {who: VIEWERS, on: 'alarm', keys: 'read'},
  'GET /api/v0/alarm/:id/journal': {who: 'signedIn', on: 'alarm', keys: 'read'},
  'GET /api/v0/alarm/:id/occurrences': {who: 'signedIn', on: 'alarm', keys: 'read'},
  'POST /api/v0/alarm/:id/comment': {who: 'signedIn', on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/acknowledge': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/reset': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/shelve': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/unshelve': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/out-of-service': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/:id/return-to-service': {who: ADMINS, on: 'alarm', keys: 'write'},
  'POST /api/v0/alarm/dry-run': {who: ADMINS, keys: 'read'},
  // The token of a mail decides who acknowledges which alarm.
  'POST /api/v0/alarm/acknowledgement': EVERYONE,

  // The allowed targets of an admin are decided by `server/maintenance`.
  'GET /api/v0/maintenance/by-org/:id': {who: 'signedIn', on: 'ownOrganisation', keys: 'read'},
  'POST /api/v0/maintenance/by-org/:id': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'PUT /api/v0/maintenance/by-org/:id/window/:windowId': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'DELETE /api/v0/maintenance/by-org/:id/window/:windowId': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'POST /api/v0/maintenance/by-org/:id/window/:windowId/end': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'POST /api/v0/maintenance/by-org/:id/window/:windowId/extend': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'POST /api/v0/maintenance/preview': {who: ADMINS, keys: 'read'},
  'GET /api/v0/maintenance/periods': {who: VIEWERS, keys: 'read'},

  'GET /api/v0/on-call/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'GET /api/v0/on-call/by-org/:id/now': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'read'},
  'POST /api/v0/on-call/by-org/:id': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'write'},
  'PUT /api/v0/on-call/by-org/:id/rota/:rotaId': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'write'},
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId': {who: ORGANISATION_ADMINS, on: 'organisation', keys: 'write'},
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/override': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/overrides': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  'POST /api/v0/on-call/by-org/:id/rota/:rotaId/calendar': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId/calendar': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },
  // The signature of the address decides which rota is read.
  'GET /api/v0/on-call/calendar/:rotaId/:signature/rota.ics': EVERYONE,
  'DELETE /api/v0/on-call/by-org/:id/rota/:rotaId/override/:overrideId': {
    who: ORGANISATION_ADMINS,
    on: 'organisation',
    keys: 'write',
  },

  // The shifts of an organisation, or those of the caller's customer. `server/shift` bounds what they hold.
  'GET /api/v0/shift/by-org/:id': {who: 'signedIn', on: 'ownOrganisation', keys: 'read'},
  'GET /api/v0/shift/by-org/:id/hand-over': {who: 'signedIn', on: 'ownOrganisation', keys: 'read'},
  'POST /api/v0/shift/by-org/:id/hand-over': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'POST /api/v0/shift/by-org/:id/hand-over/:handOverId/note': {who: ADMINS, on: 'ownOrganisation', keys: 'write'},
  'POST /api/v0/shift/by-org/:id/mail': {who: 'signedIn', on: 'ownOrganisation', keys: 'no'},

  'GET /api/v0/availability': SIGNED_IN,
  'PUT /api/v0/availability/by-org/:id/goals': {who: ORGANISATION_ADMINS, on: 'ownOrganisation', keys: 'write'},

  // Organisation admins have the entries of their organisation alone.
  'GET /api/v0/audit': {who: ORGANISATION_ADMINS, keys: 'read'},
  'GET /api/v0/system/notices': {who: ['SYS_ADMIN'], keys: 'read'},
  'GET /api/v0/audit/:entityType/:entityId/change': {who: ADMINS, on: 'named', keys: 'read'},
  'GET /api/v0/audit/:entityType/:entityId/changes': {who: ADMINS, on: 'named', keys: 'read'},

  // The secret says whose device it will be.
  'POST /api/v1/provision': EVERYONE,
  'POST /api/v1/pairing': EVERYONE,
  'GET /api/v1/pairing/:secret': EVERYONE,

  'POST /api/v1/:accessToken/telemetry': {who: 'device'},
  'POST /api/v1/:accessToken/attributes': {who: 'device'},
  'GET /api/v1/:accessToken/attributes': {who: 'device'},
  'GET /api/v1/:accessToken/attributes/updates': {who: 'device'},
  'GET /api/v1/:accessToken/rpc': {who: 'device'},
  'POST /api/v1/:accessToken/rpc': {who: 'device'},
  'POST /api/v1/:accessToken/rpc/:requestId': {who: 'device'},
  'POST /api/v1/:accessToken/claim': {who: 'device'},
  'GET /api/v1/:accessToken/firmware': {who: 'device'},
  'GET /api/v1/:accessToken/software': {who: 'device'},
  'GET /api/v1/:accessToken/playlist': {who: 'device'},

  'SUBSCRIBE /socket.io': {who: VIEWERS, on: 'device', keys: 'no'},
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
