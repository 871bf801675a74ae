import {expect, it, onTestFinished} from 'vitest'
import {THRESHOLDS_ATTRIBUTE, type Threshold, thresholdsValue} from '../../../contract/rules/thresholds'
import {attribute} from '../../../server/database/schema/attribute'
import {type Row, storeRows} from '../../../server/telemetry/ingest/batch'
import {seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {hasRedis, startRedis} from '../../support/redis'
import {startServers} from '../../support/servers'
import {startSmtp} from '../../support/smtp'
import {unpackAll} from '../../support/unpackAll'
import {alarmsBy} from '../alarm/stored'

const DAY = 24 * 60 * 60_000
/** A group of messages belongs to an organisation, so each of these is notified of its alarm at once. */
const ORGANISATIONS = 12
const MESSAGES_AFTER_KILL = 10
/** This many raise an alarm of each device more than five times. */
const MESSAGES = 30
const OLD_POINTS = 500
const FIRST_TS = Date.now() - DAY / 24
const THRESHOLD: Threshold = {
  warning: {above: 50, below: null},
  critical: {above: 80, below: null},
  clear: 5,
  delay: {on: 0, off: 0},
  silentAfter: null,
  isLatching: false,
}
const REMOVED = 'Removed expired data'

if (!hasRedis) console.warn('What several servers do once is not tested: there is no redis-server.')

it.skipIf(!hasRedis)(
  'three servers do once what is to be done once, also when one of them is killed meanwhile',
  async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const redis = await startRedis()
    onTestFinished(() => redis.stop())
    const smtp = await startSmtp()
    const {pool} = database
    const [late, ...devices] = await seed()
    await seedPast()
    const servers = await startServers(3, database, redis.url, {
      SMTP_URL: smtp.url,
      RETENTION_DAYS: '30',
      RATE_LIMITS_DEVICE: '',
      RATE_LIMITS_ORGANISATION: '',
    })

    let isOver = false
    const sent = new Map<string, number>(devices.map(({token}) => [token, 0]))
    const post = (token: string, body: object, server: number) =>
      fetch(`${servers[server % servers.length]?.at}/api/v1/${token}/telemetry`, {
        method: 'POST',
        body: JSON.stringify(body),
      }).then(
        ({status}) => status,
        () => 0,
      )
    /** Each message goes to another server, and to the next one when that one does not take it. */
    async function send(token: string, place: number) {
      for (let turn = 0, server = place; !isOver; turn++) {
        const values = {level: (turn * 37 + place * 11) % 100, standing: 99}
        while ((await post(token, {ts: FIRST_TS + turn, values}, server++)) !== 200);
        sent.set(token, turn)
      }
    }
    const sending = devices.map(({token}, place) => send(token, place))
    await expect.poll(() => smtp.mails.length, {interval: 1}).toBeGreaterThan(3)
    await servers[1]?.end('SIGKILL')
    // A mail that the killed one was sending is sent again once its lease is over.
    const {rows: leased} = await pool.query<{id: string; key: string}>(
      'select mail.id, key from mail join notification_delivery on delivery_id = notification_delivery.id where mail.attempts > 0',
    )
    const atKill = new Map(sent)
    await expect
      .poll(() =>
        [...sent].every(([token, turn]) => turn > Math.max(MESSAGES, (atKill.get(token) ?? 0) + MESSAGES_AFTER_KILL)),
      )
      .toBe(true)
    isOver = true
    await Promise.all(sending)
    const untilSent = (organisations: number, but: readonly string[] = []) =>
      expect
        .poll(async () => {
          // A delivery and its mail are written at once, so no mail is missed that is written between the two questions.
          const {rows: told} = await pool.query('select distinct organisation_id from notification_delivery')
          const {rows} = await pool.query<{id: string}>('select id from mail')
          return [told.length, rows.map(({id}) => id).filter(id => !but.includes(id))]
        })
        .toEqual([organisations, []])
    await untilSent(
      ORGANISATIONS - 1,
      leased.map(({id}) => id),
    )
    await pool.query('update mail set next_try_at = 0')
    // The next notification makes a server look at all mails.
    expect(await post(late?.token ?? '', {ts: FIRST_TS, values: {standing: 99}}, 0)).toBe(200)
    await untilSent(ORGANISATIONS)

    const past = [{points: OLD_POINTS * devices.length}]
    // When the killed one was rolling up, another one goes on with it a minute later.
    await expect
      .poll(async () => {
        const {rows} = await pool.query<{points: number}>(
          'select sum(points)::int4 as points from telemetry_rollup where minutes = 60 and ts < $1',
          [Date.now() - DAY],
        )
        return rows
      })
      .toEqual(past)

    const until = FIRST_TS + Math.max(...sent.values())
    await unpackAll(pool)
    const {rows: kept} = await pool.query<{points: number}>(
      'select count(*)::int4 as points from telemetry where ts < $1',
      [Date.now() - DAY],
    )
    expect(kept).toEqual(past)
    const {held, expected} = await alarmsBy(pool, 'level', THRESHOLD, until)
    expect(held).toEqual(expected)
    const standing = await alarmsBy(pool, 'standing', THRESHOLD, until)
    expect(standing.held).toHaveLength(ORGANISATIONS)
    const {rows: occurrences} = await pool.query('select id from alarm_occurrence')
    const {rows: journal} = await pool.query<{id: string}>(
      "select occurrence_id as id from alarm_journal where kind = 'raised'",
    )
    expect(journal.map(({id}) => id).toSorted()).toEqual(occurrences.map(({id}) => id).toSorted())

    const {rows: deliveries} = await pool.query<{key: string; notices: {occurrence_id: string; kind: string}[]}>(
      "select key, message -> 'notices' as notices from notification_delivery",
    )
    const notices = deliveries.flatMap(delivery => delivery.notices.map(notice => JSON.stringify(notice)))
    expect(notices.toSorted()).toEqual([...new Set(notices)].toSorted())
    const mailed = smtp.mails.map(({mail}) => mail.messageId ?? '')
    const keyOf = (messageId: string) => messageId.slice(1, messageId.indexOf('@'))
    const twice = mailed.filter((id, index) => mailed.indexOf(id) !== index).map(keyOf)
    expect(new Set(mailed.map(keyOf))).toEqual(new Set(deliveries.map(({key}) => key)))
    expect(twice.filter(key => !leased.some(mail => mail.key === key))).toEqual([])

    expect(servers.flatMap(({output}) => output().split(REMOVED).slice(1))).toHaveLength(1)

    async function seed() {
      const seeded: {token: string; number: number}[] = []
      for (let index = 0; index < ORGANISATIONS; index++) {
        const organisationId = await seedOrganisation(database, `Works ${index}`)
        const name = `boiler${index}`
        const {number} = await seedDevice(database, {name, organisationId})
        seeded.push({token: `${name}-token`, number})
        const thresholds = thresholdsValue(new Map(['level', 'standing'].map(key => [key, THRESHOLD])))
        await database.db.insert(attribute).values(
          [
            {scope: 2, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholds},
            {
              scope: 1,
              key: 'alarmRoutes',
              jsonV: [{name: 'Noc', targets: [{kind: 'email', address: `noc@works${index}.test`}]}],
            },
          ].map(written => ({
            entityType: 'organisation' as const,
            entityId: organisationId,
            organisationId,
            lastUpdateTs: FIRST_TS,
            ...written,
          })),
        )
      }
      return seeded
    }

    /** Points that are to be removed, and as many that are to be rolled up and packed. */
    async function seedPast() {
      const {rows} = await pool.query<{id: number}>("insert into telemetry_key (name) values ('past') returning id")
      const keyId = rows[0]?.id ?? 0
      for (const days of [40, 5]) {
        const from = Math.floor((Date.now() - days * DAY) / DAY) * DAY
        await storeRows(
          pool,
          devices.flatMap(({number}) =>
            Array.from({length: OLD_POINTS}, (_, index): Row => {
              const ts = from + index * 60_000
              return {deviceNumber: number, keyId, ts, value: index, kind: 0, text: null, receivedAt: ts}
            }),
          ),
        )
      }
      await pool.query('insert into retention_pass (id, at) values (1, $1)', [Date.now() - DAY / 12])
    }
  },
)
