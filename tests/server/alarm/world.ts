import {and, eq, sql} from 'drizzle-orm'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import type {EpochMs, Json, Milliseconds} from '../../../contract/wire/common'
import {Alarms} from '../../../server/alarm/alarms'
import type {Enqueue} from '../../../server/alarm/store'
import type {Database} from '../../../server/database/connect'
import {attribute} from '../../../server/database/schema/attribute'
import type {device} from '../../../server/database/schema/device'
import {Ingest} from '../../../server/telemetry/ingest/ingest'
import {createKeyIds} from '../../../server/telemetry/ingest/keyIds'
import type {TelemetryPoint} from '../../../server/telemetry/repository'
import {seedDevice, seedOrganisation} from '../../support/app'
import {createTestDatabase} from '../../support/database'
import {handMoved} from '../../support/virtualTime'

type Device = typeof device.$inferSelect
type Owner = {entityType: 'device' | 'customer' | 'organisation'; entityId: string}

/** `setBy` is how far it was set since the beginning. */
export interface Clock {
  now: EpochMs
  setBy?: Milliseconds
}

/** A server's part that judges, on a clock of its own. */
export function createServer(database: Database, clock: Clock, enqueue?: Enqueue) {
  const told: string[] = []
  const scheduler = handMoved(clock)
  const alarms = new Alarms({
    database,
    scheduler,
    job: {succeeded() {}, failed: console.warn},
    findKeyIds: createKeyIds(database).find,
    ...(enqueue && {enqueue}),
    onChanged: ids => void told.push(...ids),
  })
  const ingest = new Ingest({database, scheduler, publish() {}, alarms: alarms.ingest})
  return {alarms, ingest, told}
}

/** A database with one device, and a server that judges its values. */
export async function createAlarmWorld() {
  const database = await createTestDatabase()
  const {db, pool} = database
  const organisationId = await seedOrganisation(database, 'Works')
  const pump: Device = await seedDevice(database, {name: 'pump', organisationId})
  const clock: Clock = {now: 1_000_000}
  const {alarms, ingest, told} = createServer(database, clock)

  /** Writes the attribute as the server does, or deletes it. What comes of it waits for `doDue`. */
  async function setThresholds(owner: Owner, thresholds: Json | null, server = alarms) {
    const ref = {...owner, scope: 2 as const, key: THRESHOLDS_ATTRIBUTE}
    await db.transaction(async transaction => {
      const is = and(eq(attribute.entityId, owner.entityId), eq(attribute.key, THRESHOLDS_ATTRIBUTE))
      await transaction.delete(attribute).where(is)
      if (thresholds !== null) {
        await transaction.insert(attribute).values({...ref, organisationId, jsonV: thresholds, lastUpdateTs: clock.now})
      }
      await server.onAttributes(transaction, [ref])
    })
  }

  return {
    database,
    organisationId,
    pump,
    clock,
    alarms,
    ingest,
    told,
    setThresholds,
    /** Stores values of the pump that arrive now, each with a time in seconds before now. */
    async send(value: TelemetryPoint['value'], age = 0, key = 'level') {
      await ingest.write(pump, [{key, ts: clock.now - age, value}])
    },
    /** Shelves the only alarm that there is. */
    async shelve(until: EpochMs) {
      await db.transaction(async transaction => {
        const [kept] = await alarms.store.lockWhere(transaction, sql`true`)
        if (kept === undefined) throw new Error('There is no alarm')
        const shelf = {until, by: 'ada@t.test', reason: 'known'}
        await alarms.store.command(transaction, kept, {type: 'alarm.shelved', shelf, at: clock.now})
      })
    },
    /** Sends nothing for a time. At its end a server does the work that is due. */
    async pass(time: Milliseconds, server = alarms) {
      clock.now += time
      await server.doDue()
    },
    /** The alarms that are not normal, or have been something else. */
    async standing() {
      const {rows} = await pool.query(
        `select kind, name as key, standing, severity from alarm join telemetry_key on telemetry_key.id = key_id
         order by name, kind`,
      )
      return rows.map(({key, kind, standing, severity}) => `${key} ${kind}: ${standing} ${severity ?? ''}`.trim())
    },
    async journal() {
      const {rows} = await pool.query('select at::float8 as at, kind from alarm_journal order by id')
      return rows.map(({at, kind}) => `${at} ${kind}`)
    },
    async occurrences() {
      const {rows} = await pool.query(
        `select severity, raised_at::float8 as raised, ended_at::float8 as ended, ended_by as by, peak
         from alarm_occurrence order by id`,
      )
      return rows
    },
    async close() {
      await ingest.close()
      await alarms.close()
      await database.close()
    },
  }
}

export type AlarmWorld = Awaited<ReturnType<typeof createAlarmWorld>>
