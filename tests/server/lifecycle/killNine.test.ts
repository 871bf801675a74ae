import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'

const KILLS = 20
const DEVICES = 8
const FIRST_TS = 1_700_000_000_000

it('loses no acknowledged point in twenty kills, and needs no hands to start again', async () => {
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, database => createDevices(database, DEVICES))
  const acknowledged = new Set<number>()
  const sender = createSender(acknowledged)

  for (let kill = 0; kill < KILLS; kill++) {
    const server = startServerProcess({dataDir})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`Start ${kill} failed:\n${server.output()}`)
    const before = acknowledged.size
    const sending = tokens.map(token => sender.sendUntilRefused(origin, token))
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

/** Each point has a time of its own, by which it is found again. */
function createSender(acknowledged: Set<number>) {
  let ts = FIRST_TS
  return {
    async sendUntilRefused(origin: string, token: string) {
      for (;;) {
        const sent = ts++
        const body = JSON.stringify({ts: sent, values: {level: sent % 100}})
        try {
          const answer = await fetch(`${origin}/api/v1/${token}/telemetry`, {method: 'POST', body})
          if (answer.status === 200) acknowledged.add(sent)
          else if (answer.status !== 429) return
        } catch {
          return
        }
      }
    },
  }
}
