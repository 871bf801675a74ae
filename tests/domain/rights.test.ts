import {describe, expect, it} from 'vitest'
import {AUTHORITIES} from '../../contract/wire/people/user'
import {ACCESS, accessTo, MAY_GRANT, mayCall, REACH} from '../../server/access/access'
import {DESCRIPTIONS} from '../../src/domain/console/records/descriptions'
import {describedFor} from '../../src/domain/console/records/forViewer'
import {REQUIRED_AUTHORITY} from '../../src/domain/landing'
import {ALL_RIGHTS, may, mayChange, mayDescribe, mayGrant, type Right} from '../../src/domain/rights'

const ADMINS = [REQUIRED_AUTHORITY['/sys_admin'], ...REQUIRED_AUTHORITY['/settings']]

type Admin = (typeof ADMINS)[number]

/** Whether a choice is there to be made. */
const BY_REACH = {
  'organisation.list': (admin: Admin) => REACH.organisation[admin] === 'everything',
  'customer.assign': (admin: Admin) => REACH.device[admin] !== 'customer',
  'user.move': (admin: Admin) => REACH.user[admin] === 'everything',
}
const isByReach = (right: Right): right is keyof typeof BY_REACH => right in BY_REACH

/** The calls of the server that each right allows. */
const CALLS: Record<Exclude<Right, keyof typeof BY_REACH>, readonly string[]> = {
  'organisation.read': ['GET /api/v0/organisation/:id'],
  'organisation.create': ['POST /api/v0/organisation'],
  'organisation.edit': ['PUT /api/v0/organisation/:id'],
  'organisation.delete': ['DELETE /api/v0/organisation/:id'],
  'organisation.health': ['GET /api/v0/device/by-org/:id/status'],
  'customer.list': ['GET /api/v0/customer/by-org/:id', 'GET /api/v0/organisation/:id'],
  'customer.read': ['GET /api/v0/customer/:id'],
  'customer.create': ['POST /api/v0/customer'],
  'customer.edit': ['PUT /api/v0/customer/:id'],
  'customer.delete': ['DELETE /api/v0/customer/:id'],
  'user.list': ['GET /api/v0/user/by-org/:id'],
  'user.listUnassigned': ['GET /api/v0/user/without-organisation'],
  'user.read': ['GET /api/v0/user/:id'],
  'user.create': ['POST /api/v0/user/register'],
  'user.edit': ['PUT /api/v0/user/:id'],
  'user.delete': ['DELETE /api/v0/user/:id'],
  'user.invite': ['POST /api/v0/user/:id/invitation'],
  'user.signOut': ['POST /api/v0/user/:id/sessions/end'],
  'user.rescue': ['GET /api/v0/user/:id/second-factor', 'POST /api/v0/user/:id/second-factor/removal'],
  'device.list': ['GET /api/v0/device'],
  'device.read': ['GET /api/v0/device/:id'],
  'device.create': ['POST /api/v0/device'],
  'device.import': ['POST /api/v0/device/import'],
  'device.edit': [
    'PUT /api/v0/device/:id',
    'GET /api/v0/attribute/:entityType/:entityId',
    'GET /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey',
    'POST /api/v0/attribute/:entityType/:entityId',
    'PUT /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey',
    'DELETE /api/v0/attribute/:entityType/:entityId/:scope/:attributeKey',
    'POST /api/v0/alarm/dry-run',
    'GET /api/v0/audit/:entityType/:entityId/change',
  ],
  'device.delete': ['DELETE /api/v0/device/:id'],
  'device.credentials': Object.keys(ACCESS).filter(call => call.includes('/device/:id/credentials')),
  'device.command': ['POST /api/v0/device/:id/command', 'GET /api/v0/device/:id/commands'],
  'asset.list': ['GET /api/v0/asset'],
  'asset.read': ['GET /api/v0/asset/:id'],
  'asset.create': ['POST /api/v0/asset'],
  'asset.edit': ['PUT /api/v0/asset/:id'],
  'asset.delete': ['DELETE /api/v0/asset/:id'],
  wallLinks: Object.keys(ACCESS).filter(call => call.includes('/wall-link/by-org/')),
  apiKeys: Object.keys(ACCESS).filter(call => call.includes('/api-key/by-org/')),
  systemKeys: Object.keys(ACCESS).filter(call => call.includes('/api-key/system')),
  provisioning: Object.keys(ACCESS).filter(call => call.includes('/provisioning/by-org/')),
  notifications: ['GET /api/v0/notification', 'POST /api/v0/notification/test'],
  audit: ['GET /api/v0/audit'],
}

/** The calls that the server allows and the console doesn't show, each with its reason. */
const NOT_SHOWN: Partial<Record<Right, readonly string[]>> = {
  // They name other assets, which may be out of reach.
  'asset.list': ['CUSTOMER_ADMIN'],
  'asset.read': ['CUSTOMER_ADMIN'],
}

/** The calls outside the console that some admins may make and not every signed-in user. */
const ELSEWHERE = [
  // The list of one's own organisation alone.
  'GET /api/v0/organisation',
  // Screens of media organisations.
  'POST /api/v0/device/:id/pairing',
  'POST /api/v0/device/pairing',
  'GET /api/v0/audit/:entityType/:entityId/changes',
  /digitalAssets/,
  // The alarms.
  /^POST \/api\/v0\/alarm\/:id\//,
  /^[A-Z]+ \/api\/v0\/maintenance\//,
  /^[A-Z]+ \/api\/v0\/on-call\//,
  /^POST \/api\/v0\/shift\//,
  /^GET \/api\/v0\/notification\/by-alarm\//,
  // Walls.
  /^[A-Z]+ \/api\/v0\/picture\//,
  'GET /api/v0/wall-version/by-org/:id',
  'PUT /api/v0/availability/by-org/:id/goals',
  'POST /api/v0/telemetry/:entityType/:entityId/usual/acceptance',
  // The bar above each screen.
  'GET /api/v0/system/notices',
  // The dashboard of a customer.
  'POST /api/v0/device/claim',
]

describe('the rights of the console', () => {
  it.each(ALL_RIGHTS)('show %s to exactly those who may', right => {
    const isAllowed = (admin: Admin) =>
      isByReach(right)
        ? BY_REACH[right](admin)
        : CALLS[right].every(call => mayCall(accessTo(ACCESS, call), {authority: admin}))
    const expected = ADMINS.filter(admin => isAllowed(admin) && !NOT_SHOWN[right]?.includes(admin))

    expect(AUTHORITIES.filter(authority => may(authority, right))).toEqual(expected)
  })

  it('leave out nothing of what admins may call', () => {
    const shown = new Set(Object.values(CALLS).flat())
    const forAdmins = Object.entries(ACCESS).flatMap(([call, {who}]) =>
      typeof who === 'object' ? [[call, who] as const] : [],
    )
    const missing = forAdmins.filter(
      ([call, who]) =>
        !who.includes('CUSTOMER_USER') &&
        who.some(role => role !== 'WALL') &&
        !shown.has(call) &&
        !ELSEWHERE.some(other => (typeof other === 'string' ? other === call : other.test(call))),
    )

    expect(missing.map(([call]) => call)).toEqual([])
  })

  it('are none for an authority that nobody knows', () => {
    expect(ALL_RIGHTS.filter(right => may('TENANT_ADMIN', right) || may('', right))).toEqual([])
  })
})

describe('the authorities that an admin gives', () => {
  it.each(AUTHORITIES)('are for a %s those of the server', authority => {
    expect(mayGrant(authority)).toEqual(MAY_GRANT[authority])
  })

  it.each([
    ['SYS_ADMIN', ['CUSTOMER_USER', 'CUSTOMER_ADMIN', 'ORGANISATION_ADMIN'], 'ORGANISATION_ADMIN'],
    ['ORGANISATION_ADMIN', ['CUSTOMER_USER', 'CUSTOMER_ADMIN', 'ORGANISATION_ADMIN'], 'ORGANISATION_ADMIN'],
    ['CUSTOMER_ADMIN', ['CUSTOMER_USER', 'CUSTOMER_ADMIN'], 'CUSTOMER_USER'],
  ] as const)('are offered to a %s in the form', (authority, options, initial) => {
    const field = describedFor(authority, DESCRIPTIONS.user).fields.find(({name}) => name === 'authority')

    expect(field).toMatchObject({options, initial})
    expect(MAY_GRANT[authority]).toEqual(expect.arrayContaining([...(field?.optionsWhenCreating ?? []), initial]))
  })
})

describe('a user', () => {
  const holding = (authority: string) => ({id: 'u1', version: 1, counts: {}, values: {authority}})
  const {user} = DESCRIPTIONS

  it('is not changed by who may not give the authority', () => {
    expect(mayChange({authority: 'ORGANISATION_ADMIN'}, 'edit', user, holding('SYS_ADMIN'))).toBe(false)
    expect(mayChange({authority: 'CUSTOMER_ADMIN'}, 'delete', user, holding('ORGANISATION_ADMIN'))).toBe(false)
    expect(mayChange({authority: 'CUSTOMER_ADMIN'}, 'edit', user, holding('CUSTOMER_USER'))).toBe(true)
  })

  it('does not write the own attributes', () => {
    const viewer = {id: 'u1', authority: 'ORGANISATION_ADMIN'}
    expect(mayDescribe(viewer, user, holding('ORGANISATION_ADMIN'))).toBe(false)
    expect(mayDescribe({...viewer, id: 'u2'}, user, holding('ORGANISATION_ADMIN'))).toBe(true)
  })
})

describe('the forms', () => {
  it.each([
    ['SYS_ADMIN', 'user', ['organisationId', 'customerId']],
    ['ORGANISATION_ADMIN', 'user', ['customerId']],
    ['CUSTOMER_ADMIN', 'user', []],
    ['ORGANISATION_ADMIN', 'device', ['customerId']],
    ['CUSTOMER_ADMIN', 'device', []],
  ] as const)('ask a %s for the place of a %s only as far as it may differ', (authority, kind, names) => {
    const {fields} = describedFor(authority, DESCRIPTIONS[kind])
    const asked = fields.filter(({names, forms}) => names !== null && forms.length > 0)

    expect(asked.map(({name}) => name)).toEqual(names)
  })

  it('send what they don’t ask for as before', () => {
    const names = (authority: string) => describedFor(authority, DESCRIPTIONS.device).fields.map(({name}) => name)
    expect(names('CUSTOMER_ADMIN')).toEqual(names('SYS_ADMIN'))
  })
})
