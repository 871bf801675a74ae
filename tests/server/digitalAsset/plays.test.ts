import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {playHour} from '../../../server/database/schema/telemetry'
import {createTestApp, seedDevice} from '../../support/app'
import {createWorld, seedAsset, type Who, type World} from '../../support/world'

const NOON = Date.UTC(2026, 10, 21, 12)
const MINUTE = 60_000
const GONE = '0192f3a0-0000-7000-8000-000000000000'

let test: World
let foyer: string
let gate: string
let rack: string
let opening: string

beforeAll(async () => {
  test = await createWorld()
  const {database, works, noc, customerId} = test
  foyer = (await seedDevice(database, {name: '=foyer', organisationId: works})).id
  gate = (await seedDevice(database, {name: 'gate', organisationId: works, customerId})).id
  rack = (await seedDevice(database, {name: 'rack', organisationId: noc})).id
  opening = (await seedAsset(database, {name: 'Opening, new', label: 'video_asset', organisationId: works})).id
  const play = (assetId: string, minute: number, whole = true, seconds = 8) => ({
    ts: NOON + minute * MINUTE,
    values: {played: {assetId, name: 'As called then', seconds, whole, revision: 3}},
  })
  await post('=foyer', [play(opening, 0), play(opening, 1), play(opening, 2, false, 2.5), play(GONE, 3)])
  await post('=foyer', [{ts: NOON, values: {other: 1}}])
  await post('=foyer', [
    {ts: NOON + 4 * MINUTE, values: {played: 'nonsense'}},
    {ts: NOON + 5 * MINUTE, values: {played: {assetId: 7}}},
    {ts: NOON + 6 * MINUTE, values: {played: {assetId: opening, seconds: 'many', whole: 'yes'}}},
  ])
  await post('gate', [play(opening, 0), play(opening, 60)])
  await post('rack', [play(opening, 0)])
})
afterAll(() => test.close())

async function post(name: string, body: object) {
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/v1/${encodeURIComponent(name)}-token/telemetry`,
    body,
  })
  expect(response.statusCode).toBe(200)
}

const HOUR = `from=${NOON}&to=${NOON + 60 * MINUTE}`
async function ask(who: Who, query = HOUR): Promise<{device_id: string; asset_id: string}[]> {
  const response = await test.call(who, 'GET', `/api/v0/digitalAssets/plays?${query}`)
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('what screens have played', () => {
  it('is counted for each screen and video, whole ones and those broken off', async () => {
    const answer = await ask('plant', `${HOUR}&device_id=${foyer}`)

    expect(answer.sort((one, other) => one.asset_id.localeCompare(other.asset_id))).toEqual([
      {
        device_id: foyer,
        device_name: '=foyer',
        asset_id: GONE,
        asset_name: 'As called then',
        whole: 1,
        broken_off: 0,
        seconds: 8,
        first: NOON + 3 * MINUTE,
        last: NOON + 3 * MINUTE,
      },
      {
        device_id: foyer,
        device_name: '=foyer',
        asset_id: opening,
        asset_name: 'Opening, new',
        whole: 2,
        broken_off: 1,
        seconds: 18.5,
        first: NOON,
        last: NOON + 2 * MINUTE,
      },
    ])
  })

  it('is no longer told of a deleted screen', async () => {
    const {id} = await seedDevice(test.database, {name: 'short', organisationId: test.works})
    await post('short', [
      {ts: NOON, values: {played: {assetId: GONE, name: 'a', seconds: 1, whole: true, revision: 1}}},
    ])
    expect(await test.database.db.$count(playHour, eq(playHour.assetId, GONE))).toBe(2)

    await test.call('plant', 'DELETE', `/api/v0/device/${id}`)

    expect(await test.database.db.$count(playHour, eq(playHour.assetId, GONE))).toBe(1)
  })

  it('does not count what begins when the range ends', async () => {
    expect(await ask('customer')).toEqual([expect.objectContaining({device_id: gate, whole: 1})])
    expect(await ask('customer', `from=${NOON}&to=${NOON + 60 * MINUTE + 1}`)).toEqual([
      expect.objectContaining({device_id: gate, whole: 2}),
    ])
  })

  it('is told of one video', async () => {
    expect(await ask('plant', `${HOUR}&asset_id=${GONE}`)).toEqual([
      expect.objectContaining({device_id: foyer, asset_id: GONE}),
    ])
  })

  it.each([
    ['admin', () => [foyer, foyer, gate, rack]],
    ['plant', () => [foyer, foyer, gate]],
    ['noc', () => [rack]],
    ['user', () => [gate]],
  ] as const)('is told within reach of %s', async (who, reached) => {
    expect((await ask(who)).map(({device_id}) => device_id).sort()).toEqual(reached().sort())
  })

  it('is told of no screen out of reach that is named', async () => {
    expect(await ask('plant', `${HOUR}&device_id=${rack}`)).toEqual([])
    expect(await ask('plant', `${HOUR}&organisation_id=${test.noc}`)).toEqual([])
  })

  it('calls no video by a name that the viewer may not see', async () => {
    expect(await ask('noc')).toEqual([expect.objectContaining({asset_id: opening, asset_name: 'As called then'})])
  })

  it('is no specified call', async () => {
    const bare = await createTestApp({database: test.database, additions: false})
    expect((await bare.app.inject({url: `/api/v0/digitalAssets/plays?${HOUR}`})).statusCode).toBe(404)
    await bare.close()
  })
})

it('is a file with a line for each play, without formulas', async () => {
  const response = await test.call('plant', 'GET', `/api/v0/digitalAssets/plays.csv?${HOUR}`)

  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(response.body.split('\r\n')).toEqual([
    '\uFEFFstart,device,device_id,video,video_id,seconds,whole,revision',
    `2026-11-21T12:00:00.000Z,'=foyer,${foyer},"Opening, new",${opening},8,true,3`,
    `2026-11-21T12:01:00.000Z,'=foyer,${foyer},"Opening, new",${opening},8,true,3`,
    `2026-11-21T12:02:00.000Z,'=foyer,${foyer},"Opening, new",${opening},2.5,false,3`,
    `2026-11-21T12:03:00.000Z,'=foyer,${foyer},As called then,${GONE},8,true,3`,
    `2026-11-21T12:00:00.000Z,gate,${gate},"Opening, new",${opening},8,true,3`,
    '',
  ])
})
