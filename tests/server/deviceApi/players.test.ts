import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {SECOND_PLAYER_ATTRIBUTE} from '../../../contract/rules/media/secondPlayer'
import {attribute} from '../../../server/database/schema/attribute'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

const MINUTE = 60_000
const REPORT = {
  revision: 1,
  fetching: null,
  ready: 1,
  files: 1,
  playing: null,
  free: null,
  clock_error: 0,
  faults: {},
  zone: null,
}

let test: World

beforeAll(async () => {
  test = await createWorld()
  await seedDevice(test.database, {name: 'Foyer', organisationId: test.works})
})
beforeEach(() => test.database.db.delete(attribute))
afterAll(() => test.close())

async function post(what: string, player: string | undefined, body: object): Promise<number> {
  const query = player === undefined ? '' : `?player=${player}`
  return (await test.app.inject({method: 'POST', url: `/api/v1/Foyer-token/${what}${query}`, body})).statusCode
}
const beat = (player?: string) => post('attributes', player, {heartbeat: {ts: test.clock.now, player}})
const report = (player?: string) => post('attributes', player, {player: {...REPORT, player}})
const play = (player?: string) => post('telemetry', player, {ts: test.clock.now, values: {played: {seconds: 1}}})
const noted = async () => {
  const url = `/api/v1/Foyer-token/attributes?clientKeys=${SECOND_PLAYER_ATTRIBUTE},player`
  return (await test.app.inject({url})).json().client
}

describe('two players with one token', () => {
  it('are the later one alone for reports and plays, and the earlier one is noted', async () => {
    expect([await beat('a'), await report('a'), await play('a')]).toEqual([200, 200, 200])
    expect([await beat('b'), await report('b'), await play('b')]).toEqual([200, 200, 200])
    expect([await beat('a'), await report('a'), await play('a')]).toEqual([409, 409, 409])
    expect(await noted()).toMatchObject({[SECOND_PLAYER_ATTRIBUTE]: {ts: test.clock.now}, player: {player: 'b'}})
  })

  it('are the earlier one again when the later one has been silent', async () => {
    await beat('b')
    await report('b')
    test.clock.now += 10 * MINUTE
    expect([await beat('a'), await report('a'), await play('a')]).toEqual([200, 200, 200])
  })

  it('say nothing of devices that name no player', async () => {
    await beat('b')
    await report('b')
    expect([await beat(), await play()]).toEqual([200, 200])
    expect(await noted()).not.toHaveProperty(SECOND_PLAYER_ATTRIBUTE)
  })
})
