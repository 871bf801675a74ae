import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {linkToken} from '../../../server/database/schema/account'
import {PASSWORD, signIn} from '../../support/app'
import {type Changes, watchChanges} from '../../support/changes'
import {type AdminName, createMembers, type Members, NEW_PASSWORD, UNKNOWN} from './members'

let members: Members
let changes: Changes
let count = 0

beforeAll(async () => {
  members = await createMembers()
  changes = await watchChanges(members.database)
})
afterAll(() => members.close())

const put = (admin: AdminName, id: string, body: object) => members.ask(admin, 'PUT', id, body)
const newEmail = () => `changed${++count}@t.test`

async function expectRefused(admin: AdminName, id: string, body: object, status: number, message: unknown) {
  await changes.take()
  const response = await put(admin, id, body)
  expect([response.statusCode, response.json()]).toEqual([status, {message}])
  expect(await changes.take()).toEqual([])
}

describe('a change of a user', () => {
  it('changes what it names, counts the version up, and leaves the rest', async () => {
    const found = await members.someone({name: 'Uma'})
    const email = newEmail()

    const response = await put('plant', found.id, {email, authority: 'CUSTOMER_ADMIN', customer_id: members.other})

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({_id: found.id, name: 'Uma', version: 2})
    expect(await members.stored(found.id)).toEqual({
      ...found,
      email,
      authority: 'CUSTOMER_ADMIN',
      customerId: members.other,
      version: 2,
    })
  })

  it('is in the audit trail with the values before and after, without the password', async () => {
    const {id, email: before, customerId} = await members.someone()
    const email = newEmail()

    await put('plant', id, {email, password: NEW_PASSWORD, authority: 'CUSTOMER_USER', customer_id: null})

    const entries = await members.audited(id)
    expect(entries).toMatchObject([
      {
        userId: members.admins.plant.id,
        email: 'plant@t.test',
        address: '127.0.0.1',
        action: 'user.updated',
        entityType: 'user',
        entityId: id,
        entityName: email,
        organisationId: members.works,
        detail: {
          fields: ['email', 'password', 'customer_id'],
          changes: {email: {before, after: email}, customer_id: {before: customerId, after: null}},
        },
      },
    ])
    expect(JSON.stringify(entries)).not.toMatch(/quite another horse|argon2/)
  })

  it('that changes nothing writes nothing', async () => {
    const {id, email, authority, organisationId, customerId} = await members.someone()
    await changes.take()

    const same = {email: email.toUpperCase(), authority, organisation_id: organisationId, customer_id: customerId}
    const response = await put('system', id, {...same, userDeleted: false, password: '', version: 1})

    expect(response.json()).toMatchObject({_id: id, version: 1})
    expect(await changes.take()).toEqual([])
  })

  it('sets a password that signs in, and makes the former one and the mailed links worthless', async () => {
    const {id, email} = await members.someone()
    await members.database.db.insert(linkToken).values({hash: 'a', kind: 'passwordReset', userId: id, expiresAt: 9e12})

    await put('customer', id, {password: NEW_PASSWORD})

    await expect(signIn(members.app, email, NEW_PASSWORD)).resolves.toBeDefined()
    await expect(signIn(members.app, email, PASSWORD)).rejects.toThrow('check your credentials')
    expect(await members.database.db.select().from(linkToken)).toEqual([])
  })

  it('that sets a password verifies whom nobody has verified', async () => {
    const {id, email} = await members.someone({isVerified: false})

    await put('customer', id, {password: NEW_PASSWORD})

    await expect(signIn(members.app, email, NEW_PASSWORD)).resolves.toBeDefined()
  })

  it('takes ids in any case of letters', async () => {
    const {id} = await members.someone()

    const response = await put('system', id.toUpperCase(), {customer_id: members.other.toUpperCase()})

    expect(response.json()).toMatchObject({_id: id, customer_id: members.other})
  })

  it('by a SYS_ADMIN moves to another organisation and customer', async () => {
    const {id} = await members.someone()

    const response = await put('system', id, {organisation_id: members.noc, customer_id: members.foreign})

    expect(response.json()).toMatchObject({organisation_id: members.noc, customer_id: members.foreign})
  })
})

describe('a version', () => {
  const meanwhile = 'Somebody else has changed this user meanwhile.'

  it.each([0, 1, 3])('of %i is refused where the user has another', async version => {
    const {id} = await members.someone({version: 2})

    await expectRefused('plant', id, {email: newEmail(), version}, 409, meanwhile)
  })

  it('lets one of many through that come at once', async () => {
    const {id} = await members.someone()

    const responses = await Promise.all(
      Array.from({length: 10}, () => put('plant', id, {email: newEmail(), version: 1})),
    )

    const statuses = responses.map(({statusCode}) => statusCode).sort()
    expect(statuses).toEqual([200, ...Array.from({length: 9}, () => 409)])
    expect(await members.stored(id)).toMatchObject({version: 2})
  })

  it('need not be sent', async () => {
    const {id} = await members.someone()

    const responses = await Promise.all(Array.from({length: 5}, () => put('plant', id, {email: newEmail()})))

    expect(responses.map(({statusCode}) => statusCode)).toEqual([200, 200, 200, 200, 200])
    expect(await members.stored(id)).toMatchObject({version: 6})
  })
})

describe('a change is refused', () => {
  const hidden = 'User not found.'
  const mayNotChange = 'Your account may not change this user.'
  const mayNotGive = 'Your account may not give this authority.'
  const mayNotMove = 'Your account may not move users to another organisation.'
  const outside = 'Your account looks after users of its own customer only.'
  const elsewhere = 'The customer belongs to another organisation than the user.'
  const password = NEW_PASSWORD

  it.each([
    ['plant', 'noc', {organisationId: 'noc', customerId: null}],
    ['plant', 'nowhere', {organisationId: null, customerId: null}],
    ['customer', 'another customer', {customerId: 'other'}],
    ['customer', 'no customer', {customerId: null}],
  ] as const)('to %s for a user of %s, as for one that does not exist', async (admin, _what, place) => {
    const {id} = await members.someone(members.withIds(place))

    // A message about its rights would reveal that the user exists.
    const body = {authority: 'SYS_ADMIN', organisation_id: members.noc, customer_id: UNKNOWN, version: 9}
    await expectRefused(admin, id, body, 404, hidden)
    await expectRefused(admin, UNKNOWN, body, 404, hidden)
  })

  it.each([
    ['plant', 'SYS_ADMIN'],
    ['customer', 'SYS_ADMIN'],
    ['customer', 'ORGANISATION_ADMIN'],
  ] as const)('to %s for a %s that it sees', async (admin, authority) => {
    const {id} = await members.someone({authority})

    await expectRefused(admin, id, {email: newEmail()}, 403, mayNotChange)
    await expectRefused(admin, id, {password}, 403, mayNotChange)
    await expectRefused(admin, id, {authority: 'CUSTOMER_USER'}, 403, mayNotChange)
  })

  it.each([
    ['plant', 'SYS_ADMIN'],
    ['customer', 'SYS_ADMIN'],
    ['customer', 'ORGANISATION_ADMIN'],
  ] as const)('to %s where it makes a %s, of itself too', async (admin, authority) => {
    const {id} = await members.someone()

    await expectRefused(admin, id, {authority}, 403, mayNotGive)
    await expectRefused(admin, members.admins[admin].id, {authority}, 403, mayNotGive)
  })

  it.each([
    ['plant', {organisation_id: 'noc'}, 403, mayNotMove],
    ['plant', {organisation_id: null}, 403, mayNotMove],
    ['customer', {organisation_id: 'noc'}, 403, mayNotMove],
    ['customer', {customer_id: null}, 403, outside],
    ['customer', {customer_id: 'other'}, 404, 'Customer not found.'],
    ['plant', {customer_id: 'foreign'}, 404, 'Customer not found.'],
    ['plant', {customer_id: 'unknown'}, 404, 'Customer not found.'],
    ['system', {customer_id: 'foreign'}, 400, elsewhere],
    ['system', {organisation_id: 'noc'}, 400, elsewhere],
    ['system', {organisation_id: null}, 400, elsewhere],
    ['system', {organisation_id: 'unknown', customer_id: null}, 404, 'Organisation not found.'],
  ] as const)('to %s with %j', async (admin, body, status, message) => {
    const {id} = await members.someone()

    await expectRefused(admin, id, members.withIds(body), status, message)
  })

  it.each([
    ['somebody’s email', {email: 'PLANT@t.test'}, 409, 'A user with this email exists already.'],
    ['an email that is none', {email: 'ada'}, 400, 'email: must be an email address'],
    ['a short password', {password: 'short'}, 400, expect.stringContaining('at least 8 characters')],
    ['a password of 10,000 characters', {password: 'xy'.repeat(5000)}, 400, expect.stringContaining('at most 256')],
    ['a common password', {password: 'iloveyou1'}, 400, expect.stringContaining('most common')],
    ['a field that nobody knows', {colour: 'red'}, 400, 'There is no field colour'],
    ['another word on being verified', {isVerified: false}, 400, 'isVerified: can not be changed'],
    ['another id', {_id: UNKNOWN}, 400, '_id: can not be changed'],
    ['a version of text', {version: '1'}, 400, expect.stringContaining('version')],
  ])('with %s', async (_what, body, status, message) => {
    const {id} = await members.someone()

    await expectRefused('system', id, body, status, message)
  })

  it('with a body that reaches for the prototype', async () => {
    const {id} = await members.someone()

    const response = await members.app.inject({
      method: 'PUT',
      url: `/api/v0/user/${id}`,
      cookies: members.signedIn.customer,
      headers: {'content-type': 'application/json'},
      body: '{"__proto__":{"authority":"SYS_ADMIN"}}',
    })

    expect(response.statusCode).toBe(400)
    expect(await members.stored(id)).toMatchObject({authority: 'CUSTOMER_USER'})
  })

  it('to a CUSTOMER_USER, even for itself', async () => {
    const {id, email} = await members.someone()
    const cookies = await signIn(members.app, email)

    const response = await members.app.inject({
      method: 'PUT',
      url: `/api/v0/user/${id}`,
      cookies,
      body: {email: 'x@t.test'},
    })

    expect([response.statusCode, response.json()]).toEqual([403, {message: 'Your account may not do this.'}])
  })
})
