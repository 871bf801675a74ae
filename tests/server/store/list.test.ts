import fc from 'fast-check'
import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {device} from '../../../server/database/schema/device'
import {HttpError} from '../../../server/http/failures/errors'
import {type ListQuery, type ListShape, listOnWire, listRows, type Page} from '../../../server/store/list'
import {seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'

const SHAPE: ListShape = {
  id: device.id,
  searched: [device.name, device.label],
  sorts: {name: device.name, label: device.label, createdAt: device.createdAt},
  sortedBy: 'name',
}

let database: Database
let organisationId: string

beforeAll(async () => {
  database = await createTestDatabase()
  organisationId = await seedOrganisation(database)
})
beforeEach(() => database.db.delete(device))
afterAll(() => database.close())

interface Seed {
  name: string
  label?: string | null
  createdAt?: number
}

const seed = (devices: Seed[]) => database.db.insert(device).values(devices.map(row => ({...row, organisationId})))

const list = (query: ListQuery) =>
  listRows(SHAPE, query, undefined, {
    select: () => database.db.select().from(device).$dynamic(),
    count: found => database.db.$count(device, found),
  })

async function pageOf(query: ListQuery & {limit: number}): Promise<Page<string>> {
  const listed = listOnWire(await list(query), ({name}) => name)
  if (Array.isArray(listed)) throw new Error('No page was answered')
  return listed
}

async function names(query: ListQuery): Promise<string[]> {
  const listed = await list(query)
  if (!Array.isArray(listed)) throw new Error('A page was answered')
  return listed.map(({name}) => name)
}

async function allPages(query: ListQuery & {limit: number}): Promise<string[][]> {
  const pages: string[][] = []
  let next: string | null | undefined
  while (next !== null) {
    const page = await pageOf({...query, ...(next !== undefined && {cursor: next})})
    pages.push(page.items)
    next = page.next
  }
  return pages
}

describe('a list', () => {
  it('is everything in order without a limit', async () => {
    await seed([{name: 'pump'}, {name: 'Crane'}, {name: 'Ähre'}, {name: 'anchor'}])

    expect(await names({})).toEqual(['Ähre', 'anchor', 'Crane', 'pump'])
    expect(await names({sort: '-name'})).toEqual(['pump', 'Crane', 'anchor', 'Ähre'])
  })

  it('counts the digits in a text as a number', async () => {
    await seed([{name: 'Pump 10'}, {name: 'pump 9'}, {name: 'Pump 2'}, {name: 'Pump'}])

    expect(await names({})).toEqual(['Pump', 'Pump 2', 'pump 9', 'Pump 10'])
    expect(await allPages({sort: '-name', limit: 3})).toEqual([['Pump 10', 'pump 9', 'Pump 2'], ['Pump']])
  })

  it('with a limit is a page that tells how many there are', async () => {
    await seed([{name: 'a'}, {name: 'b'}, {name: 'c'}])

    const first = await pageOf({limit: 2})
    expect(first).toEqual({items: ['a', 'b'], next: expect.any(String), total: 3})
    expect(await pageOf({limit: 2, cursor: first.next ?? ''})).toEqual({items: ['c'], next: null, total: 3})
    expect(await pageOf({limit: 3})).toEqual({items: ['a', 'b', 'c'], next: null, total: 3})
    expect(await pageOf({limit: 3, q: 'x'})).toEqual({items: [], next: null, total: 0})
  })

  it('takes nulls for the empty text', async () => {
    await seed([
      {name: 'a', label: 'x'},
      {name: 'b', label: null},
      {name: 'c', label: ''},
    ])

    expect(await allPages({sort: 'label', limit: 1})).toEqual([['b'], ['c'], ['a']])
  })

  it('keeps its place while rows come and go', async () => {
    await seed([{name: 'b'}, {name: 'd'}, {name: 'f'}])
    const {next} = await pageOf({limit: 2})
    await database.db.delete(device)
    await seed([{name: 'a'}, {name: 'c'}, {name: 'e'}, {name: 'g'}])

    expect(await pageOf({limit: 5, cursor: next ?? ''})).toEqual({items: ['e', 'g'], next: null, total: 4})
  })

  it('shows each row once, in one order, page by page', async () => {
    const name = fc.constantFrom('a', 'A', 'ä', 'b', '%', '_', '日本', '\u{1F6A2}', "'")
    const devices = fc.array(
      fc.record({name, label: fc.option(name), createdAt: fc.constantFrom(0, 1, 1_750_000_000_000)}),
      {minLength: 1, maxLength: 12},
    )
    const sort = fc.constantFrom('name', '-name', 'label', '-label', 'createdAt', '-createdAt')
    await fc.assert(
      fc.asyncProperty(devices, sort, fc.integer({min: 1, max: 5}), async (rows, sort, limit) => {
        await database.db.delete(device)
        await seed(rows.map((row, index) => ({...row, name: `${row.name}${index}`})))

        const everything = await names({sort})
        const pages = await allPages({sort, limit})

        expect(pages.flat()).toEqual(everything)
        expect(new Set(everything).size).toBe(rows.length)
        expect(pages).toHaveLength(Math.ceil(rows.length / limit))
      }),
      {numRuns: 60},
    )
  })
})

describe('a search', () => {
  beforeEach(() =>
    seed([{name: 'Pump 100%', label: 'Dock_A'}, {name: 'Pump 1000', label: 'Dock B'}, {name: 'ÖLPUMPE'}]),
  )

  it.each([
    ['pump', ['ÖLPUMPE', 'Pump 100%', 'Pump 1000']],
    ['ölp', ['ÖLPUMPE']],
    [' dock ', ['Pump 100%', 'Pump 1000']],
    ['100%', ['Pump 100%']],
    ['k_a', ['Pump 100%']],
    ['%', ['Pump 100%']],
    ['\\', []],
    ["' or 1=1", []],
    ['  ', ['ÖLPUMPE', 'Pump 100%', 'Pump 1000']],
  ])('for %j finds %j', async (q, found) => {
    expect(await names({q})).toEqual(found)
    expect((await pageOf({q, limit: 1})).total).toBe(found.length)
  })
})

describe('a cursor', () => {
  const cursor = async () => (await pageOf({q: 'p', sort: 'name', limit: 1})).next ?? ''
  beforeEach(() => seed([{name: 'pump'}, {name: 'press'}]))

  it.each([
    ['another search', {q: 'pu', sort: 'name'}],
    ['another order', {q: 'p', sort: '-name'}],
    ['another filter', {q: 'p', sort: 'name', organisation_id: 'x'}],
  ])('is refused for %s', async (_what, query) => {
    const taken = await cursor()

    await expect(list({...query, limit: 1, cursor: taken})).rejects.toThrow(
      new HttpError(400, 'cursor: belongs to another list'),
    )
  })

  it.each<[string, (cursor: string) => string]>([
    ['nothing', () => ''],
    ['a word', () => 'null'],
    ['JSON', () => Buffer.from('["a"]').toString('base64url')],
    ['a part of it', taken => taken.slice(0, -1)],
    ['more than it', taken => `${taken}A`],
    ['another letter', taken => (taken.startsWith('W') ? `X${taken.slice(1)}` : `W${taken.slice(1)}`)],
    ['an added space', taken => `${taken} `],
  ])('is refused when it is %s', async (_what, mangle) => {
    const taken = await cursor()

    await expect(list({q: 'p', sort: 'name', limit: 1, cursor: mangle(taken)})).rejects.toThrow(
      new HttpError(400, 'cursor: belongs to another list'),
    )
    expect(await list({q: 'p', sort: 'name', limit: 7, cursor: taken})).toMatchObject({total: 2})
  })
})
