import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished, vi} from 'vitest'
import {learn} from '../../../contract/rules/usual/learn'
import {emptyState, encodeState} from '../../../contract/rules/usual/state'
import type {Database} from '../../../server/database/connect'
import {exactlyOne} from '../../../server/database/rows'
import {device} from '../../../server/database/schema/device'
import {runScript} from '../../support/command'
import {createDataDir} from '../../support/dataDir'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {IS_QUICK} from '../../support/tier'
import {HOUR, hoursBefore, seedHours} from './seed'

const KILLS = IS_QUICK ? 2 : 20
const DEVICES = IS_QUICK ? 4 : 10
const KEYS = 12
const HOURS = 8 * 168

it('learns the same as in one go when it is killed again and again, and when it is learned anew', async () => {
  const dataDir = await createDataDir()
  const until = await inDatabase(dataDir, seed)

  for (let kill = 0; kill < KILLS; kill++) {
    const server = startServerProcess({dataDir})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    if (!(await server.origin)) throw new Error(`Start ${kill} failed:\n${server.output()}`)
    // At another point of the learning each time.
    await delay(20 * (kill % 7))
    await server.end('SIGKILL')
  }
  const server = startServerProcess({dataDir})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  await server.origin
  await vi.waitFor(async () => {
    // The server itself says when the first pass is done.
    const metrics = await (await fetch(`${await server.origin}/metrics`)).text()
    expect(metrics).toMatch(/background_last_success_timestamp_seconds\{work="learning"\} \d/)
  })
  await server.end('SIGKILL')
  await inDatabase(dataDir, database => expectAll(database, until))

  expect(await runScript('learn-usual', [], dataDir)).toMatchObject({
    code: 0,
    said: `Learned ${(DEVICES * KEYS * HOURS).toLocaleString('en')} hours of series anew.\n`,
  })
  await inDatabase(dataDir, database => expectAll(database, until))
})

const hoursOf = (deviceNumber: number, keyId: number, until: number) =>
  hoursBefore(until, HOURS, 10 * deviceNumber + keyId)

/** Returns the end of the hours, by the clock of the database, which says which hours are rolled up. */
async function seed(database: Database): Promise<number> {
  const {now} = exactlyOne((await database.pool.query<{now: Date}>('select now()')).rows)
  const until = Math.floor(now.getTime() / HOUR) * HOUR - 2 * HOUR
  await createDevices(database, DEVICES)
  for (const {number} of await database.db.select().from(device))
    for (let keyId = 1; keyId <= KEYS; keyId++)
      await seedHours(database, {deviceNumber: number, keyId}, hoursOf(number, keyId, until))
  return until
}

async function expectAll({pool}: Database, until: number) {
  const {rows} = await pool.query(
    'select device_number as "deviceNumber", key_id as "keyId", state, learned_to::float8 as "learnedTo" from usual_series',
  )
  expect(rows).toHaveLength(DEVICES * KEYS)
  for (const {deviceNumber, keyId, state, learnedTo} of rows) {
    expect(learnedTo).toBe(until)
    const whole = encodeState(learn(emptyState('UTC'), hoursOf(deviceNumber, keyId, until)))
    expect(Buffer.compare(state, whole), `device ${deviceNumber}, key ${keyId}`).toBe(0)
  }
}
