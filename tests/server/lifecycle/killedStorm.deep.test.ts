import {setTimeout as delay} from 'node:timers/promises'
import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, type Threshold, thresholdsValue} from '../../../contract/rules/thresholds'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {DAMPING} from '../../../server/notification/sending/sorting'
import {createDataDir} from '../../support/dataDir'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {startSmtp} from '../../support/smtp'
import {unpackAll} from '../../support/unpackAll'
import {alarmsBy} from '../alarm/stored'

const KILLS = 6
const DEVICES = 4
/** Values older than a day are history, and raise no alarm. */
const FIRST_TS = Date.now() - 60 * 60_000
const THRESHOLD: Threshold = {
  warning: {above: 50, below: null},
  critical: {above: 80, below: null},
  clear: 5,
  delay: {on: 0, off: 0},
  silentAfter: null,
  isLatching: false,
}

/** The key of an alarm that is raised between two kills, and is active from then on. */
const keyOf = (kill: number) => `broken${kill}`
const STANDING_KEYS = Array.from({length: KILLS}, (_, kill) => keyOf(kill))

it('loses no alarm, raises none twice and tells each once when it is killed in a storm of alarms', async () => {
  const dataDir = await createDataDir()
  const smtp = await startSmtp()
  const tokens = await inDatabase(dataDir, async database => {
    const created = await createDevices(database, DEVICES)
    const devices = await database.db.select().from(device)
    const thresholds = thresholdsValue(new Map(['level', ...STANDING_KEYS].map(key => [key, THRESHOLD])))
    const organisationId = devices[0]?.organisationId ?? ''
    await database.db.insert(attribute).values(
      [
        {scope: 2, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholds},
        {scope: 1, key: 'alarmRoutes', jsonV: [{name: 'Noc', targets: [{kind: 'email', address: 'noc@works.test'}]}]},
      ].map(written => ({
        entityType: 'organisation' as const,
        entityId: organisationId,
        organisationId,
        lastUpdateTs: FIRST_TS,
        ...written,
      })),
    )
    return created
  })
  let acknowledged = 0
  let ts = FIRST_TS

  async function sendUntilRefused(origin: string, token: string, kill: number) {
    for (;;) {
      const sent = ts++
      const body = JSON.stringify({ts: sent, values: {level: (sent * 37) % 100, [keyOf(kill)]: 99}})
      const answer = await fetch(`${origin}/api/v1/${token}/telemetry`, {method: 'POST', body}).catch(() => undefined)
      if (answer?.status === 200) acknowledged++
      else if (answer?.status !== 429) return
    }
  }

  async function start() {
    const server = startServerProcess({dataDir, environment: {SMTP_URL: smtp.url}})
    onTestFinished(async () => void (await server.end('SIGKILL')))
    const origin = await server.origin
    if (!origin) throw new Error(`The start failed:\n${server.output()}`)
    return {server, origin}
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const {server, origin} = await start()
    const before = acknowledged
    const sending = tokens.map(token => sendUntilRefused(origin, token, kill))
    while (acknowledged < before + 50 + kill * 10) await delay(5)
    await server.end('SIGKILL')
    await Promise.all(sending)
  }

  const {server} = await start()
  const isNotified = (name: string) => smtp.mails.some(({mail}) => mail.text?.includes(name))
  const series = tokens.flatMap((_, device) => STANDING_KEYS.map(key => `Boiler ${device}, ${key}`))
  while (!series.every(isNotified)) await delay(100)
  await server.end('SIGKILL')

  const {level, standing, deliveries} = await inDatabase(dataDir, async ({pool}) => {
    await unpackAll(pool)
    const level = await alarmsBy(pool, 'level', THRESHOLD, ts)
    const standing = await pool.query<{id: string}>(
      `select alarm_occurrence.id from alarm_occurrence join alarm on alarm.id = alarm_id
       join telemetry_key on telemetry_key.id = key_id where name <> 'level'`,
    )
    const deliveries = await pool.query<{key: string; at: number; notices: {occurrence_id: string}[]}>(
      `select key, created_at::float8 as at, message -> 'notices' as notices from notification_delivery order by created_at`,
    )
    return {level, standing: standing.rows, deliveries: deliveries.rows}
  })
  expect(level.held).toEqual(level.expected)
  expect(level.held).not.toEqual([])
  const ids = standing.map(({id}) => id)
  expect(ids.length).toBe(KILLS * DEVICES)
  const notices = deliveries.flatMap(delivery => delivery.notices.map(notice => notice.occurrence_id))
  expect(notices.filter(id => ids.includes(id)).toSorted()).toEqual(ids.toSorted())
  const pauses = deliveries.slice(1).map(({at}, index) => at - (deliveries[index]?.at ?? 0))
  expect(pauses.filter(pause => pause < DAMPING)).toEqual([])
  // A mail that may or may not have been accepted is sent again, with the same id.
  const sent = new Set(smtp.mails.map(({mail}) => mail.messageId))
  expect([...sent].toSorted()).toEqual(deliveries.map(({key}) => `<${key}@localhost>`).toSorted())
})
