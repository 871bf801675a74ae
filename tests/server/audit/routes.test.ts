import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {AUDIT_PAGE_LENGTH} from '../../../contract/limits'
import type {AuditEntryWire} from '../../../contract/wire/entities/audit'
import type {Actor} from '../../../server/access/viewer'
import {type AuditRecord, createAuditTrail} from '../../../server/audit/repository'
import {audit} from '../../../server/database/schema/audit'
import {type Cookies, createTestApp, seedUser, signIn, type TestApp} from '../../support/app'

const ADA = '0192f3a0-0000-7000-8000-00000000000a'
const BOB = '0192f3a0-0000-7000-8000-00000000000b'
const WORKS = '0192f3a0-0000-7000-8000-00000000000c'
const HOUR = 3_600_000
const NOON = Date.UTC(2026, 5, 1, 12)

const ada: Actor = {userId: ADA, email: 'ada@t.test', address: '192.0.2.7'}
const stranger: Actor = {userId: null, email: null, address: '2001:db8::1'}

let test: TestApp
let cookies: Cookies

beforeAll(async () => {
  test = await createTestApp()
  await seedUser(test.database, {email: 'system@t.test'})
  cookies = await signIn(test.app, 'system@t.test')
})
beforeEach(() => test.database.db.delete(audit))
afterAll(() => test.close())

async function record(at: number, actor: Actor, entry: AuditRecord) {
  await createAuditTrail(test.database, () => at).record(test.database.db, actor, entry)
}

const ask = (query = '') => test.app.inject({url: `/api/v0/audit?${query}`, cookies})
async function page(query = ''): Promise<{entries: AuditEntryWire[]; next: string | null}> {
  const response = await ask(query)
  expect(response.statusCode).toBe(200)
  return response.json()
}

const actionsOf = (entries: AuditEntryWire[]) => entries.map(({action}) => action)

describe('the audit trail', () => {
  it('says who did what to which entity when, from where', async () => {
    await record(NOON, ada, {
      action: 'user.updated',
      entityType: 'user',
      entityId: BOB,
      entityName: 'bob@t.test',
      organisationId: WORKS,
      detail: {fields: ['email']},
    })

    expect(await page()).toEqual({
      entries: [
        {
          id: expect.any(String),
          at: NOON,
          userId: ADA,
          email: 'ada@t.test',
          address: '192.0.2.7',
          action: 'user.updated',
          entityType: 'user',
          entityId: BOB,
          entityName: 'bob@t.test',
          organisation_id: WORKS,
          detail: {fields: ['email']},
        },
      ],
      next: null,
    })
  })

  it('names nobody where nobody was signed in, and is newest first', async () => {
    await record(NOON, ada, {action: 'session.opened'})
    await record(NOON, stranger, {action: 'session.refused'})

    const {entries} = await page()

    expect(actionsOf(entries)).toEqual(['session.refused', 'session.opened'])
    expect(entries[0]).toMatchObject({userId: null, email: null, address: '2001:db8::1', entityId: null, detail: null})
  })

  it.each([
    [`userId=${ADA}`, ['user.deleted', 'user.created', 'session.opened']],
    [`entityId=${BOB}`, ['user.verified', 'user.deleted']],
    [`entityType=user&entityId=${BOB}&userId=${ADA}`, ['user.deleted']],
    ['entityType=user', ['user.verified', 'user.deleted', 'user.created']],
    ['entityType=device', []],
    ['action=user.created', ['user.created']],
    [`organisationId=${WORKS}`, ['user.deleted', 'user.created']],
    [`organisationId=${WORKS}&entityId=${BOB}`, ['user.deleted']],
    [`organisationId=${BOB}`, []],
    [`from=${NOON + HOUR}`, ['user.verified', 'user.deleted', 'user.created']],
    [`to=${NOON + HOUR}`, ['user.created', 'session.opened']],
    [`from=${NOON + 1}&to=${NOON + 2 * HOUR}`, ['user.deleted', 'user.created']],
    [`from=${NOON + 1}&to=${NOON}`, []],
  ])('is narrowed by %s', async (query, actions) => {
    await record(NOON, ada, {action: 'session.opened'})
    const entityOf = (entityId: string) => ({entityType: 'user' as const, entityId, organisationId: WORKS})
    await record(NOON + HOUR, ada, {action: 'user.created', ...entityOf(ADA)})
    await record(NOON + 2 * HOUR, ada, {action: 'user.deleted', ...entityOf(BOB)})
    await record(NOON + 3 * HOUR, stranger, {action: 'user.verified', entityType: 'user', entityId: BOB})

    expect(actionsOf((await page(query)).entries)).toEqual(actions)
  })
})

describe('its pages', () => {
  async function recordMany(count: number) {
    for (let index = 0; index < count; index++) await record(NOON, ada, {action: 'user.created', detail: {index}})
  }
  const indexesOf = (entries: AuditEntryWire[]) => entries.map(({detail}) => detail?.index)

  it.each([1, 3, 4, 12])('of %i have neither gaps nor repeats, whatever is written in the meantime', async limit => {
    await recordMany(12)

    const seen: unknown[] = []
    let next: string | null = ''
    while (next !== null) {
      const {entries, next: following}: Awaited<ReturnType<typeof page>> = await page(
        `action=user.created&limit=${limit}${next && `&cursor=${next}`}`,
      )
      seen.push(...indexesOf(entries))
      next = following
      await record(NOON, ada, {action: 'user.created', detail: {index: 'later'}})
    }

    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it(`hold ${AUDIT_PAGE_LENGTH} entries unless told otherwise`, async () => {
    await recordMany(AUDIT_PAGE_LENGTH + 1)

    const first = await page()
    const last = await page(`cursor=${first.next}`)

    expect(first.entries).toHaveLength(AUDIT_PAGE_LENGTH)
    expect([indexesOf(last.entries), last.next]).toEqual([[0], null])
  })
})

describe('it is refused', () => {
  it.each([
    'userId=7',
    'organisationId=7',
    'entityType=planet',
    'action=user.hugged',
    'from=yesterday',
    'to=-1',
    'from=1.5',
    'limit=0',
    `limit=${AUDIT_PAGE_LENGTH + 1}`,
    'cursor=7',
    'cursor=a%00b',
    `userId=${ADA}&userId=${BOB}`,
  ])('with %s', async query => {
    const response = await ask(query)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({message: expect.any(String)})
  })

  it.each(['CUSTOMER_ADMIN', 'CUSTOMER_USER'] as const)('to a %s', async authority => {
    const {email} = await seedUser(test.database, {email: `${authority.toLowerCase()}@t.test`, authority})

    const response = await test.app.inject({url: '/api/v0/audit', cookies: await signIn(test.app, email)})

    expect([response.statusCode, response.json()]).toEqual([403, {message: 'Your account may not do this.'}])
  })

  it('to nobody', async () => {
    expect((await test.app.inject({url: '/api/v0/audit'})).statusCode).toBe(401)
  })

  it('by a server without additions, as if there were none', async () => {
    const bare = await createTestApp({database: test.database, additions: false})

    const response = await bare.app.inject({url: '/api/v0/audit', cookies})

    expect([response.statusCode, response.json()]).toEqual([404, {message: 'There is nothing at this address.'}])
    await bare.close()
  })
})

it('can be written only: no call changes or deletes it', async () => {
  const statuses = await Promise.all(
    (['POST', 'PUT', 'PATCH', 'DELETE'] as const).map(
      async method => (await test.app.inject({method, url: '/api/v0/audit', cookies})).statusCode,
    ),
  )

  expect(statuses).toEqual([404, 404, 404, 404])
})
