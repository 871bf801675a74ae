import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {PASSWORD, signIn} from '../../support/app'
import {createMembers, type Members, NEW_PASSWORD} from './members'

const REFUSED = [409, {message: 'The last system administrator can not be deleted or demoted.'}]

let members: Members

beforeEach(async () => {
  members = await createMembers()
})
afterEach(() => members.close())

describe('the last SYS_ADMIN', () => {
  it.each([
    ['deleted', 'DELETE', undefined],
    ['deleted by a change', 'PUT', {userDeleted: true}],
    ['demoted', 'PUT', {authority: 'ORGANISATION_ADMIN'}],
  ] as const)('can not be %s', async (_what, method, body) => {
    const {id} = members.admins.system

    const response = await members.ask('system', method, id, body)

    expect([response.statusCode, response.json()]).toEqual(REFUSED)
    expect(await members.stored(id)).toMatchObject({authority: 'SYS_ADMIN', userDeleted: false, version: 1})
  })

  it.each([
    ['is deleted', {userDeleted: true}],
    ['has never been verified', {isVerified: false}],
  ])('is the last one even where there is another who %s', async (_what, state) => {
    await members.someone({authority: 'SYS_ADMIN', ...state})

    const response = await members.ask('system', 'DELETE', members.admins.system.id)

    expect([response.statusCode, response.json()]).toEqual(REFUSED)
  })

  it('may still be changed in other ways', async () => {
    const {id} = members.admins.system

    const response = await members.ask('system', 'PUT', id, {password: NEW_PASSWORD, currentPassword: PASSWORD})

    expect(response.json()).toMatchObject({email: 'system@t.test', authority: 'SYS_ADMIN'})
  })

  it('is no longer the last one when there is another', async () => {
    await members.someone({authority: 'SYS_ADMIN'})

    expect((await members.ask('system', 'DELETE', members.admins.system.id)).statusCode).toBe(204)
  })
})

it('leaves one of several SYS_ADMINs who all leave at once', async () => {
  const admins = await Promise.all(Array.from({length: 7}, () => members.someone({authority: 'SYS_ADMIN'})))
  const leaving = await Promise.all(
    [members.admins.system, ...admins].map(async ({id, email}) => ({id, cookies: await signIn(members.app, email)})),
  )

  const responses = await Promise.all(
    leaving.map(({id, cookies}, index) =>
      members.app.inject({
        url: `/api/v0/user/${id}`,
        cookies,
        ...(index % 2 === 0 ? {method: 'DELETE'} : {method: 'PUT', body: {authority: 'CUSTOMER_USER'}}),
      }),
    ),
  )

  expect(responses.filter(({statusCode}) => statusCode === 409).map(response => response.json())).toEqual([REFUSED[1]])
  const {rows} = await members.database.pool.query(
    `select id from "user" where authority = 'SYS_ADMIN' and not user_deleted`,
  )
  expect(rows).toHaveLength(1)
})
