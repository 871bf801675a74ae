import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod'
import {exactlyOne} from '../../../server/database/rows'
import {user} from '../../../server/database/schema/user'
import {createTestApp, seedProfile, signIn} from '../../support/app'
import {type AdminName, createMembers, type Members} from './members'

const listed = z.array(z.object({email: z.string()})).transform(users => users.map(({email}) => email.split('@')[0]))
const paged = z.object({items: listed, next: z.nullable(z.string()), total: z.number()})

const SORTS = ['email', 'authority', 'userDeleted', 'lastLogin', 'createdAt'].flatMap(sort => [sort, `-${sort}`])
const LIMITS = [1, 2, 3, 5]

let members: Members
let byOrganisation: string

beforeAll(async () => {
  members = await createMembers()
  byOrganisation = `by-org/${members.noc}`
  const {someone, noc, foreign, other} = members
  const ofNoc = {organisationId: noc, customerId: foreign}
  const seeded = [
    {email: 'ann@t.test', name: 'Anna Lund', lastLogin: 2000, createdAt: 30},
    {email: 'ben@t.test', lastLogin: null, createdAt: 10},
    {email: 'cy@t.test', lastLogin: 0, createdAt: 20, userDeleted: true},
    {email: 'dora@t.test', lastLogin: null, createdAt: 10, userDeleted: true},
    {email: 'eve@t.test', lastLogin: 2000, createdAt: 20, authority: 'CUSTOMER_ADMIN'},
    {email: 'fay@t.test', lastLogin: null, createdAt: 30},
  ] as const
  for (const values of seeded) await someone({...ofNoc, ...values})
  await someone({email: 'gus@t.test', customerId: other})
  await someone({email: 'hal@t.test'})
  await someone({email: 'ida@t.test', organisationId: null, customerId: null, name: 'Ida Stray'})
  await someone({email: 'jon@t.test', organisationId: null, customerId: null, userDeleted: true})
  await callThemselves('Anna Berg', 'ann@t.test')
  await callThemselves('', 'ida@t.test')
})
afterAll(() => members.close())

async function callThemselves(name: string, email: string) {
  const {db} = members.database
  const {id} = exactlyOne(await db.select({id: user.id}).from(user).where(eq(user.email, email)))
  await seedProfile(members.database, {userId: id, name})
}

const ask = async (admin: AdminName, path: string) => (await members.ask(admin, 'GET', path)).json()
const names = async (query: string) => listed.parse(await ask('system', `${byOrganisation}?${query}`))

async function pages(query: string, limit: number) {
  const found: z.infer<typeof paged>[] = []
  let cursor = ''
  do {
    const page = paged.parse(await ask('system', `${byOrganisation}?${query}&limit=${limit}${cursor}`))
    found.push(page)
    cursor = page.next === null ? '' : `&cursor=${page.next}`
  } while (cursor !== '')
  return found
}

describe('the users of an organisation', () => {
  it.each([
    ['email', ['ann', 'ben', 'cy', 'dora', 'eve', 'fay']],
    ['-email', ['fay', 'eve', 'dora', 'cy', 'ben', 'ann']],
    ['authority', ['eve', 'ann', 'ben', 'cy', 'dora', 'fay']],
    ['userDeleted', ['ann', 'ben', 'eve', 'fay', 'cy', 'dora']],
    ['-userDeleted', ['dora', 'cy', 'fay', 'eve', 'ben', 'ann']],
    ['lastLogin', ['ben', 'dora', 'fay', 'cy', 'ann', 'eve']],
    ['-lastLogin', ['eve', 'ann', 'cy', 'fay', 'dora', 'ben']],
    ['-createdAt', ['fay', 'ann', 'eve', 'cy', 'dora', 'ben']],
  ])('by %s are %j: those who never logged in before all others, and those alike in one order', async (sort, order) => {
    expect(await names(`sort=${sort}`)).toEqual(order)
  })

  it.each(SORTS)('by %s come once each, wherever a page ends', async sort => {
    const everybody = await names(`sort=${sort}`)
    for (const limit of LIMITS) {
      const found = await pages(`sort=${sort}`, limit)

      expect(found.flatMap(({items}) => items)).toEqual(everybody)
      expect(found.map(({total}) => total)).toEqual(Array(Math.ceil(6 / limit)).fill(6))
    }
  })

  it.each([
    ['EVE@', ['eve']],
    ['anna berg', ['ann']],
    ['lund', []],
    ['%', []],
  ])('are searched by %j in emails, and in what they call themselves', async (q, found) => {
    expect(await names(`q=${encodeURIComponent(q)}`)).toEqual(found)
    expect(await pages(`q=${encodeURIComponent(q)}`, 5)).toEqual([{items: found, next: null, total: found.length}])
  })

  it.each([
    ['system', ['customer', 'gus', 'hal', 'plant']],
    ['plant', ['customer', 'gus', 'hal', 'plant']],
    ['customer', ['customer', 'hal']],
  ] as const)('are in pages, and in their number, those that %s reaches', async (admin, reached) => {
    const first = paged.parse(await ask(admin, `by-org/${members.works}?limit=1`))
    const rest = paged.parse(await ask(admin, `by-org/${members.works}?limit=100&cursor=${first.next}`))

    expect([first.items, rest.items].flat()).toEqual(reached)
    expect([first.total, rest.total]).toEqual([reached.length, reached.length])
  })

  it.each(['sort=name', 'limit=0', 'limit=x', 'cursor=x'])('are refused for %s', async query => {
    expect((await members.ask('system', 'GET', `${byOrganisation}?${query}`)).statusCode).toBe(400)
  })
})

describe('the users of no organisation', () => {
  const path = 'without-organisation'

  it('are listed to a SYS_ADMIN, who is one of them, deleted ones included', async () => {
    expect(listed.parse(await ask('system', path))).toEqual(['ida', 'jon', 'system'])
    expect(listed.parse(await ask('system', `${path}?sort=-userDeleted&q=t.test`))).toEqual(['jon', 'ida', 'system'])
    expect(paged.parse(await ask('system', `${path}?limit=1&q=stray`))).toEqual({items: ['ida'], next: null, total: 1})
  })

  it.each(['plant', 'customer'] as const)('are out of the reach of %s', async admin => {
    const response = await members.ask(admin, 'GET', path)

    expect([response.statusCode, response.json()]).toEqual([403, {message: 'Your account may not do this.'}])
  })
})

describe('a server without additions', () => {
  it('lists all users of an organisation whatever is asked, and none of no organisation', async () => {
    const bare = await createTestApp({database: members.database, additions: false})
    const cookies = await signIn(bare.app, 'system@t.test')
    const get = (path: string) => bare.app.inject({url: `/api/v0/user/${path}`, cookies})

    expect(listed.parse((await get(`${byOrganisation}?limit=1&q=x&sort=no`)).json())).toHaveLength(6)
    const unknown = await get('without-organisation?limit=x')
    expect([unknown.statusCode, unknown.json()]).toEqual([404, {message: 'There is nothing at this address.'}])
    await bare.close()
  })
})
