import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, type Threshold, thresholdsValue} from '../../../contract/rules/thresholds'
import {attribute, device} from '../../../server/database/schema'
import {createDataDir} from '../../support/dataDir'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {alarmsOf} from '../alarm/offline'

const KILLS = 6
const DEVICES = 4
const FIRST_TS = 1_700_000_000_000
const THRESHOLD: Threshold = {
  ...{warning: {above: 50, below: null}, critical: {above: 80, below: null}, clear: 5},
  ...{delay: {on: 0, off: 0}, silentAfter: null, isLatching: false},
}

it('loses no alarm and raises none twice when it is killed in a storm of alarms', async () => {
  const dataDir = await createDataDir()
  const tokens = await inDatabase(dataDir, async database => {
    const created = await createDevices(database, DEVICES)
    const devices = await database.db.select().from(device)
    await database.db.insert(attribute).values(
      devices.map(({id, organisationId}) => ({
        ...{entityType: 'device' as const, entityId: id, organisationId, scope: 2, key: THRESHOLDS_ATTRIBUTE},
        ...{jsonV: thresholdsValue(new Map([['level', THRESHOLD]])), lastUpdateTs: FIRST_TS},
      })),
    )
    return created
  })
  let acknowledged = 0
  let ts = FIRST_TS

  async function sendUntilRefused(origin: string, token: string) {
    for (;;) {
      const sent = ts++
      const body = JSON.stringify({ts: sent, values: {level: (sent * 37) % 100}})
      const answer = await fetch(`${origin}/api/v1/${token}/telemetry`, {method: 'POST', body}).catch(() => undefined)
      if (answer?.status === 200) acknowledged++
      else if (answer?.status !== 429) return
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const server = startServerProcess({dataDir})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`Start ${kill} failed:\n${server.output()}`)
    const before = acknowledged
    const sending = tokens.map(token => sendUntilRefused(origin, token))
    while (acknowledged < before + 50 + kill * 10) await delay(5)
    await server.end('SIGKILL')
    await Promise.all(sending)
  }

  const {stored, alarms} = await inDatabase(dataDir, async ({pool}) => {
    const telemetry = await pool.query(
      `select device_number as number, array_agg(json_build_object('ts', ts, 'receivedAt', ts, 'value', value) order by ts) as sent
       from telemetry group by device_number order by device_number`,
    )
    const occurrences = await pool.query(
      `select device_number as number, kind, alarm_occurrence.severity,
         raised_at::float8 as from, ended_at::float8 as to
       from alarm_occurrence join alarm on alarm.id = alarm_id order by device_number, raised_at`,
    )
    return {stored: telemetry.rows, alarms: occurrences.rows}
  })
  expect(alarms).toEqual(
    stored.flatMap(({number, sent}) => alarmsOf(sent, THRESHOLD, ts).map(period => ({number, ...period}))),
  )
  expect(alarms.length).toBeGreaterThan(KILLS * DEVICES)
}, 300_000)
