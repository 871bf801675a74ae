import {eq, ne} from 'drizzle-orm'
import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {AUTHORITIES, type Authority} from '../../../contract/wire/people/user'
import {MAY_GRANT, REACH} from '../../../server/access/access'
import {session} from '../../../server/database/schema/account'
import {user} from '../../../server/database/schema/user'
import {type Cookies, signIn} from '../../support/app'
import {createMembers, type Members, NEW_PASSWORD} from './members'

type StoredUser = typeof user.$inferSelect

let members: Members
let actors: Record<Authority, {stored: StoredUser; cookies: Cookies}>

beforeAll(async () => {
  members = await createMembers()
  const stored = {
    SYS_ADMIN: members.admins.system,
    ORGANISATION_ADMIN: members.admins.plant,
    CUSTOMER_ADMIN: members.admins.customer,
    CUSTOMER_USER: await members.someone({email: 'user@t.test'}),
  }
  // Without another one, the SYS_ADMIN would be the last.
  await members.someone({authority: 'SYS_ADMIN'})
  const actor = async (authority: Authority) => {
    const {id, email} = stored[authority]
    const cookies = await signIn(members.app, email)
    return {stored: (await members.stored(id)) ?? stored[authority], cookies}
  }
  actors = {
    SYS_ADMIN: await actor('SYS_ADMIN'),
    ORGANISATION_ADMIN: await actor('ORGANISATION_ADMIN'),
    CUSTOMER_ADMIN: await actor('CUSTOMER_ADMIN'),
    CUSTOMER_USER: await actor('CUSTOMER_USER'),
  }
})
afterAll(() => members.close())

const PLACES = [
  {organisationId: 'works', customerId: 'own'},
  {organisationId: 'works', customerId: 'other'},
  {organisationId: 'works', customerId: null},
  {organisationId: 'noc', customerId: 'foreign'},
  {organisationId: null, customerId: null},
]
const authority = fc.constantFrom(...AUTHORITIES)
const target = fc.record({
  authority,
  place: fc.constantFrom(...PLACES),
  userDeleted: fc.boolean(),
  isSelf: fc.boolean(),
})
const membership = {
  organisation_id: fc.constantFrom('works', 'noc', 'unknown', null),
  customer_id: fc.constantFrom('own', 'other', 'foreign', 'unknown', null),
}
const change = fc.record(
  {
    authority,
    ...membership,
    userDeleted: fc.boolean(),
    password: fc.constantFrom('', NEW_PASSWORD),
    version: fc.integer({min: 0, max: 2}),
  },
  {requiredKeys: []},
)
const newUser = fc.record({authority, ...membership}, {requiredKeys: []})

describe('nobody raises anybody above what it may grant, or takes anybody out of its reach', () => {
  it('by a change', async () => {
    let changes = 0
    await fc.assert(
      fc.asyncProperty(authority, target, change, async (actor, {isSelf, ...values}, body) => {
        const found = isSelf ? actors[actor].stored : await insert(values)
        const others = await everybodyBut(found.id)

        const {statusCode} = await ask(actor, 'PUT', found.id, body)

        const changed = await members.stored(found.id)
        if (statusCode === 200) {
          changes++
          expectWithin(actor, found)
          expectWithin(actor, changed)
          if (actor !== 'SYS_ADMIN') expect(changed?.organisationId).toBe(found.organisationId)
        } else expect([statusCode < 500, changed]).toEqual([true, found])
        expect(await everybodyBut(found.id)).toEqual(others)
        await (isSelf ? putBack(found) : remove(found.id))
      }),
      {numRuns: 600},
    )
    expect(changes).toBeGreaterThan(0)
  })

  it('by creating', async () => {
    await fc.assert(
      fc.asyncProperty(authority, newUser, async (actor, body) => {
        const before = await everybodyBut(NOBODY)

        const response = await ask(actor, 'POST', 'register', {
          email: 'new@t.test',
          password: NEW_PASSWORD,
          ...body,
        })

        if (response.statusCode === 201) {
          const {_id: id} = response.json()
          expectWithin(actor, await members.stored(id))
          await remove(id)
        } else expect(response.statusCode).toBeLessThan(500)
        expect(await everybodyBut(NOBODY)).toEqual(before)
      }),
      {numRuns: 100},
    )
  })
})

const NOBODY = '00000000-0000-7000-8000-000000000000'

function expectWithin(actor: Authority, found: StoredUser | undefined) {
  const {stored} = actors[actor]
  expect(MAY_GRANT[actor]).toContain(found?.authority)
  if (REACH.user[actor] !== 'everything') expect(found?.organisationId).toBe(stored.organisationId)
  if (REACH.user[actor] === 'customer') expect(found?.customerId).toBe(stored.customerId)
  const {works, noc, own, other, foreign} = members
  const organisations = new Map([
    [own, works],
    [other, works],
    [foreign, noc],
  ])
  if (found?.customerId) expect(found.organisationId).toBe(organisations.get(found.customerId))
}

const ask = (actor: Authority, method: 'POST' | 'PUT', path: string, body: object) =>
  members.app.inject({
    method,
    url: `/api/v0/user/${path}`,
    cookies: actors[actor].cookies,
    body: members.withIds(body),
  })

async function insert({place, ...values}: {authority: Authority; place: object; userDeleted: boolean}) {
  const [inserted] = await members.database.db
    .insert(user)
    .values({email: 'target@t.test', passwordHash: '', ...values, ...members.withIds(place)})
    .returning()
  if (inserted === undefined) throw new Error('The target was not inserted')
  return inserted
}

const everybodyBut = (id: string) => members.database.db.select().from(user).where(ne(user.id, id)).orderBy(user.id)
const remove = (id: string) => members.database.db.delete(user).where(eq(user.id, id))

async function putBack(found: StoredUser) {
  await members.database.db.update(user).set(found).where(eq(user.id, found.id))
  await members.database.db.update(session).set({endedAt: null}).where(eq(session.userId, found.id))
}
