import type {EntityType} from '../../contract/wire/attribute'
import type {Authority} from '../../contract/wire/user'

/** How far an authority reaches among the entities of a kind. Everybody reaches themselves. */
export type Reach = 'everything' | 'organisation' | 'customer' | 'nothing'

/**
 * What lies outside is not found: 404, as if it did not exist. Calls, attributes, telemetry and the sockets' device
 * rooms obey alike.
 */
export const REACH: Readonly<Record<EntityType, Readonly<Record<Authority, Reach>>>> = {
  organisation: reach('everything', 'organisation', 'nothing', 'nothing'),
  customer: reach('everything', 'organisation', 'customer', 'nothing'),
  user: reach('everything', 'organisation', 'customer', 'nothing'),
  device: reach('everything', 'organisation', 'customer', 'customer'),
  asset: reach('everything', 'organisation', 'customer', 'customer'),
}

function reach(systemAdmin: Reach, organisationAdmin: Reach, customerAdmin: Reach, customerUser: Reach) {
  return {
    SYS_ADMIN: systemAdmin,
    ORGANISATION_ADMIN: organisationAdmin,
    CUSTOMER_ADMIN: customerAdmin,
    CUSTOMER_USER: customerUser,
  }
}

/** The authorities that a user may give to others, and whose holders it may change. */
export const MAY_GRANT: Readonly<Record<Authority, readonly Authority[]>> = {
  SYS_ADMIN: ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  ORGANISATION_ADMIN: ['ORGANISATION_ADMIN', 'CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  CUSTOMER_ADMIN: ['CUSTOMER_ADMIN', 'CUSTOMER_USER'],
  CUSTOMER_USER: [],
}

/**
 * What the path of a call can name: an entity within `REACH`, or an organisation that is the viewer's own; a SYS_ADMIN
 * has all.
 */
export type NamedKind = EntityType | 'ownOrganisation'

export interface Access {
  /**
   * `device`: who has the access token in the path. Others who are signed in are answered 403, and those who are not
   * 401.
   */
  who: 'everyone' | 'device' | 'signedIn' | readonly Authority[]
  /**
   * What `:id` in the path names; `named`: the path says `:entityType` and `:entityId`. Out of reach it is not found
   * (404).
   */
  on?: NamedKind | 'named'
}

/** The row of a call; without a row there is no call. */
export function accessTo(table: Readonly<Record<string, Access>>, call: string): Access {
  const access = table[call]
  if (access === undefined) throw new Error(`${call} is missing in the access table`)
  return access
}

/** Whether somebody signed in may call. What the call is about must be within reach besides. */
export function mayCall({who}: Access, {authority}: {authority: Authority}): boolean {
  if (who === 'everyone' || who === 'signedIn') return true
  return who !== 'device' && who.includes(authority)
}

/** The kind whose reach decides on a call that names its entities by ids alone. */
export function reachedKind({on}: Access): EntityType {
  if (on === undefined || on === 'named' || on === 'ownOrganisation') {
    throw new Error(`The access table must name the kind that is to be within reach, and not ${on ?? 'nothing'}`)
  }
  return on
}

const EVERYONE: Access = {who: 'everyone'}
const SIGNED_IN: Access = {who: 'signedIn'}
const SYSTEM_ADMIN: Access = {who: ['SYS_ADMIN']}
const ORGANISATION_ADMINS: Access['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN']
const ADMINS: Access['who'] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN']

/**
 * Who may make which call, and on what. The guards are made from this table, and so are their tests. A route that is
 * missing here, or that names something of which nothing is said here, can't be registered.
 */
export const ACCESS: Readonly<Record<string, Access>> = {
  'GET /healthz': EVERYONE,
  'GET /config.json': EVERYONE,
  'GET /api/v0/capabilities': EVERYONE,
  'GET /docs': EVERYONE,
  'GET /docs/': EVERYONE,
  'GET /docs/json': EVERYONE,
  'GET /docs/yaml': EVERYONE,
  'GET /docs/static/index.html': EVERYONE,
  'GET /docs/static/swagger-initializer.js': EVERYONE,
  'GET /docs/static/*': EVERYONE,
  'GET /*': EVERYONE,
  'OPTIONS *': EVERYONE,

  'POST /api/v0/auth/login': EVERYONE,
  'POST /api/v0/auth/logout': EVERYONE,
  'POST /api/v0/auth/refresh-token': EVERYONE,

  'POST /api/v0/user/register/': EVERYONE,
  'GET /api/users/verify-email/': EVERYONE,
  'POST /api/users/password_reset/': EVERYONE,
  'POST /api/users/password_reset/confirm/': EVERYONE,
  'POST /api/v0/setup': EVERYONE,

  'GET /api/v0/user': SIGNED_IN,
  'GET /api/v0/users/profile': SIGNED_IN,
  'GET /api/v0/users/profile/': SIGNED_IN,
  'POST /api/v0/users/profile': SIGNED_IN,
  'PUT /api/v0/users/profile': SIGNED_IN,

  'POST /api/v0/user/register': {who: ADMINS},
  'GET /api/v0/user/by-org/:id': {who: ADMINS, on: 'ownOrganisation'},
  'GET /api/v0/user/without-organisation': SYSTEM_ADMIN,
  'GET /api/v0/user/:id': {who: 'signedIn', on: 'user'},
  'PUT /api/v0/user/:id': {who: ADMINS, on: 'user'},
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

  'GET /api/v0/device': SIGNED_IN,
  'POST /api/v0/device': {who: ADMINS},
  'POST /api/v0/device/import': {who: ADMINS},
  'GET /api/v0/device/:id': {who: 'signedIn', on: 'device'},
  'PUT /api/v0/device/:id': {who: ADMINS, on: 'device'},
  'DELETE /api/v0/device/:id': {who: ADMINS, on: 'device'},
  'GET /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},
  'POST /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},
  'DELETE /api/v0/device/:id/credentials': {who: ADMINS, on: 'device'},

  'GET /api/v0/asset': SIGNED_IN,
  'POST /api/v0/asset': {who: ORGANISATION_ADMINS},
  'GET /api/v0/asset/by-org/:id/label/:label': {who: 'signedIn', on: 'ownOrganisation'},
  'GET /api/v0/asset/:id': {who: 'signedIn', on: 'asset'},
  'PUT /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset'},
  'DELETE /api/v0/asset/:id': {who: ORGANISATION_ADMINS, on: 'asset'},

  'GET /api/v0/attribute/:entityType/:entityId': {who: 'signedIn', on: 'named'},
  'POST /api/v0/attribute/:entityType/:entityId': {who: ADMINS, on: 'named'},
  'GET /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: 'signedIn', on: 'named'},
  'PUT /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named'},
  'DELETE /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey': {who: ADMINS, on: 'named'},

  'GET /api/v0/telemetry/device/latest': SIGNED_IN,
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries': {who: 'signedIn', on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/values/timeseries.csv': {who: 'signedIn', on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/keys/timeseries': {who: 'signedIn', on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/latest/:key': {who: 'signedIn', on: 'named'},
  'GET /api/v0/telemetry/:entityType/:entityId/statistics': {who: 'signedIn', on: 'named'},

  'GET /api/v0/audit': SYSTEM_ADMIN,

  'POST /api/v1/:accessToken/telemetry': {who: 'device'},
  'POST /api/v1/:accessToken/attributes': {who: 'device'},

  'SUBSCRIBE /socket.io': {who: 'signedIn', on: 'device'},
}

/**
 * Whether an authority may change the entities of a kind that it reaches. Of users it may those that `MAY_GRANT` says.
 */
export function mayChange(authority: Authority, kind: EntityType): boolean {
  const who = ACCESS[`PUT /api/v0/${kind}/:id`]?.who
  return typeof who === 'object' && who.includes(authority)
}
