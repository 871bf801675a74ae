import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import * as z from 'zod'
import {isFound} from '../../../contract/rules/lists/listFilter'
import {latest, telemetryKey} from '../../../server/database/schema/telemetry'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

const page = z.object({
  items: z.array(z.object({name: z.string(), last_seen: z.optional(z.nullable(z.number()))})),
  next: z.nullable(z.string()),
  total: z.number(),
})

const TYPES = ['Sensor', 'sensor', 'ÄRGER', 'a%b', '', null]

let test: World
let customerId: string

beforeAll(async () => {
  test = await createWorld()
  const {database, works: organisationId} = test
  customerId = test.customerId
  const [key] = await database.db.insert(telemetryKey).values({name: 'speed'}).returning()
  const [other] = await database.db.insert(telemetryKey).values({name: 'load'}).returning()
  for (const [at, type] of TYPES.entries()) {
    const {number: deviceNumber} = await seedDevice(database, {
      name: `d${at}`,
      type,
      organisationId,
      createdAt: at * 1000,
      ...(at < 2 ? {customerId} : {}),
    })
    const arrivals = at % 2 === 0 ? [key, other].flatMap(one => (one === undefined ? [] : [one.id])) : []
    for (const keyId of arrivals) {
      await database.db.insert(latest).values({deviceNumber, keyId, ts: 5, receivedAt: (at + 1) * 10_000 + keyId})
    }
  }
})
afterAll(() => test.close())

async function list(query: string) {
  const response = await test.call(
    'plant',
    'GET',
    `/api/v0/device?${query.includes('limit=') ? '' : 'limit=100&'}${query}`,
  )
  return page.parse(response.json())
}
const names = async (query: string) => (await list(query)).items.map(({name}) => name)

describe('a list of devices', () => {
  it.each(['sensor', 'SENSOR', 'ärger', 'a%b', 'a', '%', 'null', "'"])(
    'is filtered by the type %j as the rule of the contract says',
    async wanted => {
      const expected = TYPES.flatMap((type, at) => (isFound(type, wanted) ? [`d${at}`] : []))
      expect(await names(`type=${encodeURIComponent(wanted)}`)).toEqual(expected)
    },
  )

  it('counts what passes all filters', async () => {
    const {items, total} = await list(`type=sensor&customer_id=${customerId}&created_since=1000&limit=1`)
    expect([items.map(({name}) => name), total]).toEqual([['d1'], 1])
  })

  it.each(['customer_id=nobody', 'customer_id=%27', 'label=x'])('finds nothing by %s', async query => {
    expect(await list(query)).toEqual({items: [], next: null, total: 0})
  })

  it.each(['type=%00', 'created_since=yesterday', 'with=everything', `type=${'x'.repeat(300)}`])(
    'refuses %s',
    async query => {
      const response = await test.call('plant', 'GET', `/api/v0/device?limit=10&${query}`)
      expect(response.statusCode).toBe(400)
    },
  )

  it('tells when each was last heard of, when it is asked for it', async () => {
    const seen = (await list('with=last_seen')).items.map(item => item.last_seen)
    expect(seen.map(at => (at === null || at === undefined ? at : Math.floor(at / 10_000)))).toEqual([
      ...[1, null, 3, null, 5, null],
    ])
    expect((await list('')).items.map(item => 'last_seen' in item)).not.toContain(true)
  })

  it.each([
    ['lastSeen', ['d1', 'd3', 'd5', 'd0', 'd2', 'd4']],
    ['-lastSeen', ['d4', 'd2', 'd0', 'd5', 'd3', 'd1']],
  ])('is sorted by %s, page by page', async (sort, sorted) => {
    const found: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const part = await list(`sort=${sort}&limit=2${next === '' ? '' : `&cursor=${next}`}`)
      found.push(...part.items.map(({name}) => name))
      next = part.next
    }
    expect(found).toEqual(sorted)
  })
})
