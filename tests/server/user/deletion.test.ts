import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {linkToken} from '../../../server/database/schema/account'
import {signIn} from '../../support/app'
import {type Changes, watchChanges} from '../../support/changes'
import {type AdminName, createMembers, type Members, NEW_PASSWORD, UNKNOWN} from './members'

let members: Members
let changes: Changes

beforeAll(async () => {
  members = await createMembers()
  changes = await watchChanges(members.database)
})
afterAll(() => members.close())

const remove = (admin: AdminName, id: string) => members.ask(admin, 'DELETE', id)

describe('a user who is deleted', () => {
  it('stays in the list, and can not sign in', async () => {
    const found = await members.someone()

    const response = await remove('plant', found.id)

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await members.stored(found.id)).toEqual({...found, userDeleted: true, version: 2})
    expect((await members.ask('plant', 'GET', found.id)).json()).toMatchObject({userDeleted: true})
    await expect(signIn(members.app, found.email)).rejects.toThrow('check your credentials')
  })

  it('is signed out everywhere', async () => {
    const {id, email} = await members.someone()
    const cookies = await signIn(members.app, email)

    await remove('customer', id)

    expect((await members.app.inject({url: '/api/v0/user', cookies})).statusCode).toBe(401)
    expect((await members.app.inject({method: 'POST', url: '/api/v0/auth/refresh-token', cookies})).statusCode).toBe(
      401,
    )
  })

  it('has no links any more', async () => {
    const {id} = await members.someone()
    await members.database.db.insert(linkToken).values([
      {hash: 'mine', kind: 'verification', userId: id, expiresAt: 9e12},
      {hash: 'nobody’s', kind: 'firstAdmin', expiresAt: 9e12},
    ])

    await remove('plant', id)

    expect(await members.database.db.select({hash: linkToken.hash}).from(linkToken)).toEqual([{hash: 'nobody’s'}])
  })

  it('is in the audit trail', async () => {
    const {id, email} = await members.someone()

    await remove('plant', id)

    const entries = await members.audited(id)
    expect(entries).toMatchObject([
      {
        email: 'plant@t.test',
        action: 'user.deleted',
        entityId: id,
        entityName: email,
        detail: {fields: ['userDeleted'], changes: {userDeleted: {before: false, after: true}}},
      },
    ])
  })

  it('is not deleted once more', async () => {
    const {id} = await members.someone({userDeleted: true})
    await changes.take()

    expect((await remove('plant', id)).statusCode).toBe(204)
    expect(await changes.take()).toEqual([])
  })

  it('may be deleted by a change as well', async () => {
    const {id} = await members.someone()

    const response = await members.ask('plant', 'PUT', id, {userDeleted: true})

    expect(response.json()).toMatchObject({userDeleted: true, version: 2})
  })
})

describe('deleting is refused', () => {
  it.each([
    ['plant', {organisationId: 'noc', customerId: 'foreign'}],
    ['customer', {customerId: 'other'}],
    ['customer', {customerId: null}],
  ] as const)('to %s out of reach, as if there were nobody: %j', async (admin, place) => {
    const {id} = await members.someone(members.withIds(place))
    await changes.take()

    const response = await remove(admin, id)

    expect([response.statusCode, response.json()]).toEqual([404, {message: 'User not found.'}])
    expect((await remove(admin, UNKNOWN)).json()).toEqual(response.json())
    expect(await changes.take()).toEqual([])
  })

  it.each([
    ['plant', 'SYS_ADMIN'],
    ['customer', 'ORGANISATION_ADMIN'],
  ] as const)('to %s for a %s that it sees', async (admin, authority) => {
    const {id} = await members.someone({authority})
    await changes.take()

    const response = await remove(admin, id)

    expect([response.statusCode, response.json()]).toEqual([403, {message: 'Your account may not change this user.'}])
    expect(await changes.take()).toEqual([])
  })
})

describe('a deleted user', () => {
  const restore = (id: string, body: object) => members.ask('plant', 'PUT', id, {userDeleted: false, ...body})

  it.each([
    ['no password', {}],
    ['an empty one', {password: ''}],
  ])('is not restored with %s', async (_what, body) => {
    const {id} = await members.someone({userDeleted: true})
    await changes.take()

    const response = await restore(id, body)

    expect([response.statusCode, response.json()]).toEqual([
      400,
      {message: 'Password is required when restoring a deleted user.'},
    ])
    expect(await changes.take()).toEqual([])
  })

  it('is restored with a new password, and verified by it', async () => {
    const {id, email} = await members.someone({userDeleted: true, isVerified: false})

    const response = await restore(id, {password: NEW_PASSWORD})

    expect(response.json()).toMatchObject({userDeleted: false, isVerified: true, version: 2})
    await expect(signIn(members.app, email, NEW_PASSWORD)).resolves.toBeDefined()
    expect(await members.audited(id)).toMatchObject([
      {
        action: 'user.restored',
        detail: {fields: ['password', 'userDeleted'], changes: {userDeleted: {before: true, after: false}}},
      },
    ])
  })

  it('keeps its email from others until then', async () => {
    const {email} = await members.someone({userDeleted: true})

    const response = await members.ask('plant', 'POST', 'register', {email, password: NEW_PASSWORD})

    expect(response.statusCode).toBe(409)
  })
})
