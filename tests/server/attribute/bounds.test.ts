import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {ATTRIBUTES_BYTES, ATTRIBUTES_OF_ENTITY, TEXT_VALUE_LENGTH} from '../../../contract/limits'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

const TOO_MANY = {message: 'There would be more than 1000 attributes.'}
const TOO_LARGE = {message: 'The attributes would take more than 2097152 bytes.'}

let test: World
let pumpId: string

beforeAll(async () => {
  test = await createWorld({rateLimits: {device: '', organisation: ''}})
  pumpId = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

const post = (values: object) => test.app.inject({method: 'POST', url: '/api/v1/pump-token/attributes', body: values})
const put = (key: string, value: object, scope = 1) =>
  test.call('plant', 'PUT', `/api/v0/attribute/device/${pumpId}/${scope}/${key}`, value)
const list = () => test.call('plant', 'GET', `/api/v0/attribute/device/${pumpId}`)

const keys = (count: number, prefix = 'k', value: unknown = 1) =>
  Object.fromEntries(Array.from({length: count}, (_, at) => [`${prefix}${at}`, value]))
async function postLongTexts(text: string) {
  for (let round = 0; ; round++) {
    const answer = await post(keys(15, `${round} `, text))
    if (answer.statusCode !== 200) return answer
  }
}
const fill = (scope: number, count: number, values: object = {longV: 1}) =>
  test.database.db.insert(attribute).values(
    Array.from({length: count}, (_, at) => ({
      entityType: 'device' as const,
      entityId: pumpId,
      scope,
      key: `kept ${at}`,
      lastUpdateTs: 0,
      ...values,
    })),
  )

describe('a device', () => {
  it('has a bounded number of attributes, and keeps those that it has', async () => {
    expect((await post(keys(ATTRIBUTES_OF_ENTITY))).statusCode).toBe(200)

    const answer = await post({...keys(10, 'k', 2), other: 1})

    expect([answer.statusCode, answer.json()]).toEqual([400, TOO_MANY])
    const kept: {long_v: number}[] = (await list()).json()
    expect(kept.map(({long_v}) => long_v)).toEqual(Array(ATTRIBUTES_OF_ENTITY).fill(1))
  })

  it('may go on writing over what it has', async () => {
    await post(keys(ATTRIBUTES_OF_ENTITY))

    expect((await post(keys(ATTRIBUTES_OF_ENTITY, 'k', 'on'))).statusCode).toBe(200)
  })

  it('adds no more by many messages at the same moment', async () => {
    await post(keys(ATTRIBUTES_OF_ENTITY - 3))

    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(key => post({[key]: 1})))

    expect(answers.map(({statusCode}) => statusCode).sort()).toEqual([200, 200, 200, 400, 400, 400])
    expect((await list()).json()).toHaveLength(ATTRIBUTES_OF_ENTITY)
  })

  it.each([
    ['texts', 'x'.repeat(TEXT_VALUE_LENGTH)],
    ['characters that are written as several', '\u0001'.repeat(TEXT_VALUE_LENGTH)],
    ['letters of several bytes', '中'.repeat(TEXT_VALUE_LENGTH)],
  ])('makes no long answer by long %s', async (_what, text) => {
    const answer = await postLongTexts(text)

    expect([answer.statusCode, answer.json()]).toEqual([413, TOO_LARGE])
    expect((await list()).rawPayload.length).toBeLessThan(1.1 * ATTRIBUTES_BYTES)
  })

  it('makes no long answer by writing longer values over short ones', async () => {
    await post(keys(ATTRIBUTES_OF_ENTITY))

    for (let at = 0; at < ATTRIBUTES_OF_ENTITY; at += 50) {
      await post(
        Object.fromEntries(Array.from({length: 50}, (_, offset) => [`k${at + offset}`, {list: 'x'.repeat(9000)}])),
      )
    }

    expect((await list()).rawPayload.length).toBeLessThan(1.5 * ATTRIBUTES_BYTES)
  })

  it('does not keep people from writing attributes of their own', async () => {
    await post(keys(ATTRIBUTES_OF_ENTITY))

    expect((await put('place', {str_v: 'hall 4'})).statusCode).toBe(201)
  })
})

describe('people', () => {
  it('add no more than the device may have, over both of their scopes', async () => {
    await fill(1, ATTRIBUTES_OF_ENTITY / 2)
    await fill(2, ATTRIBUTES_OF_ENTITY / 2 - 1)
    expect((await put('last', {long_v: 1})).statusCode).toBe(201)

    const body = {attributeKey: 'more', attributeType: 2, long_v: 1}
    const answers = [
      await put('more', {long_v: 1}),
      await test.call('plant', 'POST', `/api/v0/attribute/device/${pumpId}`, body),
    ]

    expect(answers.map(answer => [answer.statusCode, answer.json()])).toEqual(Array(2).fill([400, TOO_MANY]))
    expect((await put('last', {long_v: 2})).statusCode).toBe(200)
  })

  it('add no more bytes either, and keep what was there', async () => {
    const large = {json_v: {list: 'x'.repeat(900_000)}}
    expect([(await put('a', large)).statusCode, (await put('b', large)).statusCode]).toEqual([201, 201])
    await put('c', {json_v: 'short'})

    const answers = [await put('d', large), await put('c', large)]

    expect(answers.map(answer => [answer.statusCode, answer.json()])).toEqual(Array(2).fill([413, TOO_LARGE]))
    const kept: {attributeKey: string; json_v: unknown}[] = (await list()).json()
    expect(kept.map(({attributeKey}) => attributeKey)).toEqual(['a', 'b', 'c'])
    expect(kept.at(-1)?.json_v).toBe('short')
  })

  it('may change and delete what was too much before there was a limit', async () => {
    await fill(1, ATTRIBUTES_OF_ENTITY + 5)

    expect((await put('kept 1', {str_v: 'new'})).statusCode).toBe(200)
    const gone = await test.call('plant', 'DELETE', `/api/v0/attribute/device/${pumpId}/1/kept 2`)
    expect(gone.statusCode).toBe(204)
  })
})
