import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {PASSWORD_LENGTH} from '../../../contract/limits'
import {linkToken} from '../../../server/database/schema/account'
import {signIn} from '../../support/app'
import {type Changes, watchChanges} from '../../support/changes'
import {type AdminName, createMembers, type Members, NEW_PASSWORD} from './members'

const ELSEWHERE = 'The customer belongs to another organisation than the user.'

let members: Members
let changes: Changes
let count = 0

beforeAll(async () => {
  members = await createMembers()
  changes = await watchChanges(members.database)
})
afterAll(() => members.close())

const newEmail = () => `new${++count}@t.test`
const create = (admin: AdminName, body: object) =>
  members.ask(admin, 'POST', 'register', {email: newEmail(), password: NEW_PASSWORD, ...body})

/** As a registration leaves a user, before its mail is answered. */
const REGISTERED = {isVerified: false, organisationId: null, customerId: null}

async function seedLinks(userId: string) {
  const expiresAt = members.clock.now + 3_600_000
  await members.database.db.insert(linkToken).values([
    {hash: `verify ${userId}`, kind: 'verification', userId, passwordHash: 'of the stranger', expiresAt},
    {hash: `reset ${userId}`, kind: 'passwordReset', userId, expiresAt},
  ])
}

const linksOf = (userId: string) => members.database.db.select().from(linkToken).where(eq(linkToken.userId, userId))

async function expectRefused(admin: AdminName, body: object, status: number, message: unknown) {
  await changes.take()
  const response = await create(admin, body)
  expect([response.statusCode, response.json()]).toEqual([status, {message}])
  expect(await changes.take()).toEqual([])
}

describe('a user made by an admin', () => {
  it('can sign in at once, with an email in any case of letters', async () => {
    const response = await create('plant', {email: ' Ada.Lovelace+Plant@T.test '})

    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        _id: expect.any(String),
        email: 'ada.lovelace+plant@t.test',
        name: null,
        authority: 'ORGANISATION_ADMIN',
        organisation_id: members.works,
        customer_id: null,
        userDeleted: false,
        lastLogin: null,
        createdAt: members.clock.now,
        isVerified: true,
        version: 1,
      },
    ])
    await expect(signIn(members.app, 'ADA.lovelace+plant@t.TEST', NEW_PASSWORD)).resolves.toBeDefined()
  })

  it('is in the audit trail', async () => {
    const created = (await create('customer', {authority: 'CUSTOMER_USER'})).json()

    const entries = await members.audited(created._id)
    expect(entries).toEqual([
      {
        id: expect.any(String),
        at: members.clock.now,
        userId: members.admins.customer.id,
        email: 'customer@t.test',
        address: '127.0.0.1',
        action: 'user.created',
        entityType: 'user',
        entityId: created._id,
        entityName: created.email,
        organisationId: members.works,
        detail: null,
      },
    ])
  })

  it('takes over an email that a stranger has registered and nobody has verified', async () => {
    const squatter = await members.someone(REGISTERED)
    await seedLinks(squatter.id)

    const response = await create('system', {email: squatter.email, authority: 'CUSTOMER_ADMIN'})

    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        _id: squatter.id,
        email: squatter.email,
        name: null,
        authority: 'CUSTOMER_ADMIN',
        organisation_id: null,
        customer_id: null,
        userDeleted: false,
        lastLogin: null,
        createdAt: members.clock.now,
        isVerified: true,
        version: 2,
      },
    ])
    await expect(signIn(members.app, squatter.email, NEW_PASSWORD)).resolves.toBeDefined()
    await expect(signIn(members.app, squatter.email)).rejects.toThrow('check your credentials')
    expect(await linksOf(squatter.id)).toEqual([])
    expect(await members.audited(squatter.id)).toMatchObject([
      {action: 'user.created', email: 'system@t.test', organisationId: null, detail: {isNew: false}},
    ])
  })

  it('takes over a registration that an admin has deleted, too', async () => {
    const {email} = await members.someone({...REGISTERED, userDeleted: true})

    expect((await create('system', {email})).statusCode).toBe(201)
    await expect(signIn(members.app, email, NEW_PASSWORD)).resolves.toBeDefined()
  })

  it.each([
    ['verified', {isVerified: true}],
    ['given an authority by an admin', {authority: 'SYS_ADMIN'}],
  ] as const)('takes over no registration that has been %s', async (_what, values) => {
    const {id, email} = await members.someone({...REGISTERED, ...members.withIds(values)})
    const before = await members.stored(id)
    await seedLinks(id)

    await expectRefused('system', {email}, 409, 'A user with this email exists already.')
    expect(await members.stored(id)).toEqual(before)
  })

  it.each([
    ['registered', REGISTERED],
    ['in another organisation', {organisationId: 'noc', customerId: null}],
  ] as const)('leaves somebody alone who is %s with the same email', async (_what, values) => {
    const {id, email} = await members.someone(members.withIds(values))
    const before = await members.stored(id)
    await seedLinks(id)

    const response = await create('plant', {email})

    expect([response.statusCode, response.json()]).toMatchObject([201, {organisation_id: members.works, version: 1}])
    expect(await members.stored(id)).toEqual(before)
    expect(await linksOf(id)).toHaveLength(2)
  })

  it('takes over a registration once, where twenty ask for it at once', async () => {
    const {email} = await members.someone(REGISTERED)

    const responses = await Promise.all(Array.from({length: 20}, () => create('system', {email})))

    const statuses = responses.map(({statusCode}) => statusCode).sort()
    expect(statuses).toEqual([201, ...Array.from({length: 19}, () => 409)])
  })

  it.each([
    ['umlauts', 'Jürgen.Müller@Größe.test', 'jürgen.müller@größe.test'],
    ['umlauts of two characters', 'u\u0308mit@t.test', 'ümit@t.test'],
    ['a plus', 'a+b@t.test', 'a+b@t.test'],
    ['an emoji', '🦊@t.test', '🦊@t.test'],
    ['254 characters', `${'a'.repeat(64)}@${'b'.repeat(184)}.test`, `${'a'.repeat(64)}@${'b'.repeat(184)}.test`],
  ])('keeps an email with %s, and signs in with it', async (_what, email, stored) => {
    const response = await create('system', {email})

    expect([response.statusCode, response.json().email]).toEqual([201, stored])
    await expect(signIn(members.app, email, NEW_PASSWORD)).resolves.toBeDefined()
  })

  it.each([
    ['of 8 characters', 'q7 w-e9z'],
    [
      'of 256 characters',
      'größere Änderung über Öl '
        .repeat(11)
        .slice(0, PASSWORD_LENGTH - 1)
        .padEnd(PASSWORD_LENGTH, 'ä'),
    ],
    ['with blanks around it', '  quite a password '],
    ['in another script', 'пароль 密码 🦊🦊'],
  ])('signs in with a password %s, and with nothing less', async (_what, password) => {
    const {email} = (await create('system', {password})).json()

    await expect(signIn(members.app, email, password)).resolves.toBeDefined()
    await expect(signIn(members.app, email, password.slice(0, -1))).rejects.toThrow('check your credentials')
  })
})

describe('where a new user belongs', () => {
  it.each([
    ['system', {}, [null, null]],
    ['system', {organisation_id: 'noc'}, ['noc', null]],
    ['system', {organisation_id: 'noc', customer_id: 'foreign', authority: 'CUSTOMER_USER'}, ['noc', 'foreign']],
    ['plant', {organisation_id: 'works'}, ['works', null]],
    ['plant', {organisation_id: null, customer_id: 'other', authority: 'CUSTOMER_ADMIN'}, ['works', 'other']],
    ['plant', {authority: 'CUSTOMER_USER'}, ['works', null]],
    ['customer', {authority: 'CUSTOMER_ADMIN'}, ['works', 'own']],
    ['customer', {organisation_id: 'works', customer_id: 'own', authority: 'CUSTOMER_USER'}, ['works', 'own']],
  ] as const)('made by %s with %j', async (admin, body, [organisation, customer]) => {
    const response = await create(admin, members.withIds(body))

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      organisation_id: organisation && members[organisation],
      customer_id: customer && members[customer],
    })
  })

  it.each([
    ['plant', {organisation_id: 'noc'}, 404, 'Organisation not found.'],
    ['plant', {organisation_id: 'unknown'}, 404, 'Organisation not found.'],
    ['customer', {organisation_id: 'noc', authority: 'CUSTOMER_USER'}, 404, 'Organisation not found.'],
    ['system', {organisation_id: 'unknown'}, 404, 'Organisation not found.'],
    ['plant', {customer_id: 'foreign', authority: 'CUSTOMER_USER'}, 404, 'Customer not found.'],
    ['plant', {customer_id: 'unknown', authority: 'CUSTOMER_USER'}, 404, 'Customer not found.'],
    ['customer', {customer_id: 'other', authority: 'CUSTOMER_USER'}, 404, 'Customer not found.'],
    ['system', {customer_id: 'unknown'}, 404, 'Customer not found.'],
    ['system', {organisation_id: 'works', customer_id: 'foreign'}, 400, ELSEWHERE],
    ['system', {customer_id: 'own'}, 400, ELSEWHERE],
  ] as const)('is refused to %s with %j', (admin, body, status, message) =>
    expectRefused(admin, members.withIds(body), status, message),
  )

  it.each([
    ['ORGANISATION_ADMIN', null, 'organisation'],
    ['CUSTOMER_ADMIN', 'works', 'customer'],
  ] as const)('is refused to an %s that belongs to none', async (authority, organisation, what) => {
    const {email} = await members.someone({
      authority,
      organisationId: organisation && members[organisation],
      customerId: null,
    })
    const cookies = await signIn(members.app, email)

    const response = await members.app.inject({
      method: 'POST',
      url: '/api/v0/user/register',
      cookies,
      body: {email: newEmail(), password: NEW_PASSWORD, authority: 'CUSTOMER_USER'},
    })

    const message = `Your account looks after users of its own ${what} only.`
    expect([response.statusCode, response.json()]).toEqual([403, {message}])
  })
})

describe('a new user is refused', () => {
  const mayNotGive = 'Your account may not give this authority.'
  it.each([
    ['plant', 'SYS_ADMIN'],
    ['customer', 'SYS_ADMIN'],
    ['customer', 'ORGANISATION_ADMIN'],
  ] as const)('where %s makes a %s', (admin, authority) => expectRefused(admin, {authority}, 403, mayNotGive))

  it('where nothing is said of the authority, by who may not make an organisation’s admin', () =>
    expectRefused('customer', {}, 403, mayNotGive))

  it.each(['plant@t.test', 'PLANT@T.TEST', ' plant@t.test'])('with the email %j, which someone has', email =>
    expectRefused('plant', {email}, 409, 'A user with this email exists already.'),
  )

  it('with an email of someone who is deleted', async () => {
    const {email} = await members.someone({userDeleted: true})

    await expectRefused('plant', {email}, 409, 'A user with this email exists already.')
  })

  it('but once, where twenty ask for the same email at once', async () => {
    const body = {email: newEmail(), password: NEW_PASSWORD}
    const responses = await Promise.all(Array.from({length: 20}, () => create('system', body)))

    const statuses = responses.map(({statusCode}) => statusCode).sort()
    expect(statuses).toEqual([201, ...Array.from({length: 19}, () => 409)])
  })

  it.each([
    ['a password of 1 character', {password: 'x'}, expect.stringContaining('at least 8 characters')],
    ['a password of 10,000', {password: 'xy'.repeat(5000)}, expect.stringContaining('at most 256 characters')],
    ['a common password', {password: 'Password1'}, 'This password is among the most common ones. Choose another.'],
    ['no password', {password: undefined}, 'either a password or an invitation is needed'],
    ['no email', {email: undefined}, expect.stringContaining('email')],
    ['an email that is none', {email: 'ada'}, 'email: must be an email address'],
    ['an email with NUL', {email: 'a\0b@t.test'}, expect.stringContaining('control characters')],
    ['an email with a line feed', {email: 'a@t.test\nbcc: b@t.test'}, expect.stringContaining('control characters')],
    ['an email of half a character', {email: 'a\ud800@t.test'}, expect.stringContaining('control characters')],
    ['an email of 10,000 characters', {email: `${'a'.repeat(10_000)}@t.test`}, expect.stringContaining('at most 254')],
    ['an authority that is none', {authority: 'ROOT'}, expect.stringContaining('authority')],
    ['an organisation that is none', {organisation_id: '7'}, expect.stringContaining('organisation_id')],
    ['a hash', {passwordHash: 'x'}, 'There is no field passwordHash'],
  ])('with %s', (_what, body, message) => expectRefused('system', body, 400, message))
})
