import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {createNumberedPoints} from '../../support/numberedPoints'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'

const KILLS = 20
const DEVICES = 8

it('loses no acknowledged point in twenty kills, and needs no hands to start again', async () => {
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const {acknowledged, sendUntilRefused} = createNumberedPoints()

  for (let kill = 0; kill < KILLS; kill++) {
    const server = startServerProcess({dataDir})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`Start ${kill} failed:\n${server.output()}`)
    const before = acknowledged.size
    const sending = tokens.map(token => sendUntilRefused(origin, token))
    // At another point of the ingest each time, and never before something was acknowledged.
    while (acknowledged.size < before + 20 + kill * 10) await delay(5)
    await server.end('SIGKILL')
    await Promise.all(sending)
  }

  const stored = await inDatabase(dataDir, async ({pool}) => {
    const {rows} = await pool.query('select ts::float8 as ts from telemetry')
    return new Set(rows.map(({ts}) => ts))
  })
  expect([...acknowledged].filter(ts => !stored.has(ts))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(KILLS * 20)
}, 900_000)
