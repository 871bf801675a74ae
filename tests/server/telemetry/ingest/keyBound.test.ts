import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {KEYS_OF_DEVICE} from '../../../../contract/limits'
import {createTestApp, seedDevice, seedOrganisation, type TestApp} from '../../../support/app'
import {emptyTables} from '../../../support/tables'

const TOO_MANY = {message: 'A device has at most 2000 telemetry keys.'}

let test: TestApp
let other: TestApp

beforeAll(async () => {
  const rateLimits = {device: '', organisation: '', deviceValues: '', organisationValues: ''}
  test = await createTestApp({rateLimits})
  const organisationId = await seedOrganisation(test.database)
  await seedDevice(test.database, {name: 'pump', organisationId})
  await seedDevice(test.database, {name: 'crane', organisationId})
  other = await createTestApp({rateLimits, database: test.database})
})
afterAll(async () => {
  await other.close()
  await test.close()
})
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest'))

async function post(values: object, device = 'pump', {app} = test) {
  const answer = await app.inject({method: 'POST', url: `/api/v1/${device}-token/telemetry`, body: values})
  return answer.statusCode === 200 ? 200 : answer.json()
}
async function stored(): Promise<number> {
  return (await test.database.pool.query('select count(*)::int4 as count from latest')).rows[0].count
}
const keys = (count: number, from = 0) =>
  Object.fromEntries(Array.from({length: count}, (_, at) => [`key ${from + at}`, 1]))

describe('a device', () => {
  it('has a bounded number of keys, and keeps those that it has', async () => {
    expect(await post(keys(KEYS_OF_DEVICE))).toBe(200)

    expect([await post({other: 1}), await post({'key 0': 2, other: 1})]).toEqual([TOO_MANY, TOO_MANY])
    expect([await post(keys(KEYS_OF_DEVICE)), await stored()]).toEqual([200, KEYS_OF_DEVICE])
  })

  it('may send as many in many messages, each with keys of its own', async () => {
    for (let from = 0; from < KEYS_OF_DEVICE; from += 100) expect(await post(keys(100, from))).toBe(200)

    expect([await post({other: 1}), await stored()]).toEqual([TOO_MANY, KEYS_OF_DEVICE])
  })

  it('may go on with the same ones for ever', async () => {
    for (let round = 0; round < 50; round++) expect(await post(keys(100))).toBe(200)
  })

  it('has no more by many messages at the same moment', async () => {
    await post(keys(KEYS_OF_DEVICE - 3))

    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(key => post({[key]: 1})))

    expect(answers.filter(answer => answer === 200).length).toBeLessThanOrEqual(3)
    expect(await stored()).toBeLessThanOrEqual(KEYS_OF_DEVICE)
  })

  it('has hardly more by sending to several servers', async () => {
    await post({first: 1})
    await post(keys(KEYS_OF_DEVICE - 1), 'pump', other)

    for (let round = 0; round < 300; round++) await post({[`other ${round}`]: 1})

    expect([await post({more: 1}), await post({more: 1}, 'pump', other)]).toEqual([TOO_MANY, TOO_MANY])
    expect(await stored()).toBeLessThanOrEqual(1.1 * KEYS_OF_DEVICE)
  })

  it('that has sent too many does not keep others from sending new ones', async () => {
    await post(keys(KEYS_OF_DEVICE))

    expect(await post({other: 1}, 'crane')).toBe(200)
  })
})
