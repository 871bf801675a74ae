import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished, vi} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {createNumberedPoints} from '../../support/numberedPoints'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {IS_QUICK} from '../../support/tier'
import {unpackAll} from '../../support/unpackAll'

const KILLS = IS_QUICK ? 2 : 20
const DEVICES = 8

it('loses no point that was acknowledged by HTTP or MQTT in any of its kills, doubles none, and needs no hands to start again', async () => {
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const {acknowledged, sendUntilRefused, publishUntilLost} = createNumberedPoints()

  for (let kill = 0; kill < KILLS; kill++) {
    const server = startServerProcess({dataDir, environment: {MQTT: 'on', MQTT_PORT: '0'}})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`Start ${kill} failed:\n${server.output()}`)
    const before = acknowledged.size
    const mqttPort = await vi.waitFor(() => {
      const [, port] = /by MQTT at .+, port (\d+)/.exec(server.output()) ?? []
      if (port === undefined) throw new Error('No port for MQTT yet')
      return Number(port)
    })
    const sending = tokens.map((token, device) =>
      device % 2 === 0 ? sendUntilRefused(origin, token) : publishUntilLost(mqttPort, token),
    )
    // At another point of the ingest each time, and never before something was acknowledged.
    while (acknowledged.size < before + 20 + kill * 10) await delay(5)
    await server.end('SIGKILL')
    await Promise.all(sending)
  }

  const stored = await inDatabase(dataDir, async ({pool}) => {
    await unpackAll(pool)
    const {rows} = await pool.query('select ts::float8 as ts from telemetry')
    expect(new Set(rows.map(({ts}) => ts)).size).toBe(rows.length)
    return new Set(rows.map(({ts}) => ts))
  })
  expect([...acknowledged].filter(ts => !stored.has(ts))).toEqual([])
})
