import {sql} from 'drizzle-orm'
import type {PoolClient} from 'pg'
import {CLOCK_TOLERANCE} from '../../../contract/limits'
import type {EpochMs} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {drizzleOn, inTransaction} from '../../database/transaction'
import {latestStored} from '../../telemetry/repository'
import type {AlarmChange, AlarmStore, NewAlarm} from '../store'
import {type Arrival, evaluateArrivals, inOrder, isSuspect, ruleOf} from './evaluation'
import type {SeriesRef} from './newest'
import {ensureRevision, HOLD_REVISION} from './revision'
import {type FindKeyIds, readThresholds, type WatchedDevice, type WatchedSeries} from './thresholds'

/** A value that is about to be stored. */
export interface WatchedRow extends Arrival {
  deviceNumber: number
  keyId: number
}

/** Evaluates rows, as long as the thresholds have this revision. */
export interface Watch {
  revision: number
  /** Undefined when none of the rows is under a threshold. Call it in the transaction that has just stored them. */
  evaluate: ((client: PoolClient) => Promise<AlarmChange[]>) | undefined
}

export interface WatchingOptions {
  database: Pick<Database, 'db' | 'pool'>
  store: AlarmStore
  findKeyIds: FindKeyIds
}

/** The number of devices whose thresholds are in the cache. */
const REMEMBERED_DEVICES = 100_000

/** The cached thresholds of one revision. */
interface Memory {
  revision: number
  devices: Map<number, WatchedDevice>
  alarmIds: Map<WatchedSeries, string[]>
}

/**
 * Caches the thresholds of devices until any threshold changes. A writer of rows holds the row of the revision in the
 * meantime, and a change of thresholds counts it up: so each value is either evaluated by the new ones, or was stored
 * before the change was committed, which then evaluates it again.
 */
export class Watching {
  readonly #options: WatchingOptions
  #memory: Memory = {revision: 0, devices: new Map(), alarmIds: new Map()}

  constructor(options: WatchingOptions) {
    this.#options = options
  }

  /** `known` is the revision of the thresholds, when it has turned out to be another one. */
  async watch(rows: readonly WatchedRow[], known?: number): Promise<Watch> {
    const learned = await this.#learn(rows, known)
    const seen = this.#look(learned, rows)
    if (seen.deviceNumbers.size === 0) return {revision: learned.revision, evaluate: undefined}
    await this.#begin(learned, seen)
    return {revision: learned.revision, evaluate: client => this.#evaluate(client, learned, rows, seen)}
  }

  async #learn(rows: readonly WatchedRow[], known: number | undefined): Promise<Memory> {
    const isOther = known !== undefined && known !== this.#memory.revision
    if (isOther || this.#memory.devices.size > REMEMBERED_DEVICES) {
      this.#memory = {revision: known ?? this.#memory.revision, devices: new Map(), alarmIds: new Map()}
    }
    // Another call may begin a new memory in the meantime.
    const into = this.#memory
    const unknown = new Set<number>()
    let last: number | undefined
    for (const {deviceNumber} of rows) {
      if (deviceNumber !== last && !into.devices.has(deviceNumber)) unknown.add(deviceNumber)
      last = deviceNumber
    }
    if (unknown.size === 0) return into
    await ensureRevision(this.#options.database.pool)
    const found = await readThresholds(this.#options.database.db, [...unknown], this.#options.findKeyIds)
    for (const number of unknown) into.devices.set(number, found.get(number) ?? UNWATCHED)
    return into
  }

  /** Nothing is made for each value here: most are within their limits. */
  #look({devices, alarmIds}: Memory, rows: readonly WatchedRow[]): Seen {
    const seen: Seen = {deviceNumbers: new Set(), unbegun: new Map(), suspects: new Set()}
    let last: number | undefined
    let device: WatchedDevice | undefined
    for (const row of rows) {
      if (row.deviceNumber !== last) device = devices.get(row.deviceNumber)
      last = row.deviceNumber
      const series = device?.get(row.keyId)
      if (series === undefined) continue
      seen.deviceNumbers.add(row.deviceNumber)
      if (!alarmIds.has(series) && !seen.unbegun.has(series)) seen.unbegun.set(series, row)
      if (isSuspect(series.threshold, row)) seen.suspects.add(series)
    }
    return seen
  }

  /** Each series under a threshold has its alarms before its first value is evaluated. */
  async #begin({revision, devices, alarmIds}: Memory, {unbegun}: Seen) {
    if (unbegun.size === 0) return
    const alarms = [...unbegun].flatMap(([series, {receivedAt}]) => alarmsOf(series, receivedAt))
    const found = await inTransaction(this.#options.database.pool, async client => {
      const held = await client.query<{revision: number}>(HOLD_REVISION)
      // Alarms by newer thresholds are begun when the rows turn out to be evaluated by old ones.
      if (held.rows[0]?.revision === revision) await this.#options.store.begin(drizzleOn(client), alarms)
      return client.query<{id: string; deviceNumber: number; keyId: number}>({
        name: 'alarms_of_devices',
        text: 'select id, device_number as "deviceNumber", key_id as "keyId" from alarm where device_number = any($1::int4[])',
        values: [[...unbegun.keys()].map(({deviceNumber}) => deviceNumber)],
      })
    })
    for (const series of unbegun.keys()) alarmIds.set(series, [])
    for (const {id, deviceNumber, keyId} of found.rows) {
      const series = devices.get(deviceNumber)?.get(keyId)
      if (series !== undefined && unbegun.has(series)) alarmIds.get(series)?.push(id)
    }
  }

  async #evaluate(client: PoolClient, {devices, alarmIds}: Memory, rows: readonly WatchedRow[], seen: Seen) {
    const busy = await busyAlarms(client, seen.deviceNumbers)
    const suspects = [...seen.suspects].flatMap(series => alarmIds.get(series) ?? [])
    if (busy.length + suspects.length === 0) return []
    const executor = drizzleOn(client)
    const locked = await this.#options.store.lockWhere(
      executor,
      sql`alarm.id = any(${sql.param([...busy, ...suspects])}::uuid[])`,
    )
    const seriesOf = ({deviceNumber, keyId}: SeriesRef) => devices.get(deviceNumber)?.get(keyId)
    const stored = locked.flatMap(each => {
      const series = seriesOf(each.alarm)
      return series === undefined ? [] : [{stored: each, series}]
    })
    const arrived = new Map(stored.map(({series}) => [series, [] as WatchedRow[]]))
    for (const row of rows) {
      const series = seriesOf(row)
      if (series !== undefined) arrived.get(series)?.push(row)
    }
    const concerned = stored.flatMap(each => {
      const arrivals = arrived.get(each.series) ?? []
      return arrivals.length === 0 ? [] : [{...each, arrivals}]
    })
    if (concerned.length === 0) return []
    const latest = await latestStored(
      client,
      concerned.map(({series: {deviceNumber, keyId}, arrivals}) => ({
        deviceNumber,
        keyId,
        given: arrivals.map(({ts}) => ts),
        until: Math.max(...arrivals.map(({receivedAt}) => receivedAt)) + CLOCK_TOLERANCE,
      })),
    )
    const changes = concerned.flatMap(({stored, series, arrivals}, index) => {
      const newest = latest[index]
      return (newest && evaluateArrivals(stored, series, inOrder(arrivals, newest))) ?? []
    })
    await this.#options.store.write(executor, changes)
    return changes
  }
}

/** The alarm-related part of some rows. */
interface Seen {
  /** The devices that sent values of series under thresholds. */
  deviceNumbers: Set<number>
  /** Series that may have no alarms yet, with their first values. */
  unbegun: Map<WatchedSeries, WatchedRow>
  /** Series with values beyond their limits. */
  suspects: Set<WatchedSeries>
}

/** The alarms that further values within the limits may change. The caller holds the newest point of their series. */
async function busyAlarms(client: PoolClient, deviceNumbers: Iterable<number>): Promise<string[]> {
  const {rows} = await client.query<{id: string}>({
    name: 'busy_alarms',
    text: 'select id from alarm where not is_resting and device_number = any($1::int4[])',
    values: [[...deviceNumbers]],
  })
  return rows.map(({id}) => id)
}

const UNWATCHED: WatchedDevice = new Map()

/** The alarms of a series. A series without any value may become silent only if it is expected. */
export function alarmsOf(series: WatchedSeries, at: EpochMs): NewAlarm[] {
  const {deviceId, deviceNumber, keyId, threshold, written} = series
  const {warning, critical, silentAfter, unusual} = threshold
  const of = (kind: NewAlarm['kind'], dueAt: EpochMs | null): NewAlarm => ({
    deviceId,
    deviceNumber,
    keyId,
    kind,
    threshold: written,
    dueAt,
    rule: ruleOf(threshold, kind),
    at,
  })
  return [
    ...(warning === null && critical === null ? [] : [of('value', null)]),
    ...(silentAfter === null ? [] : [of('silence', at + silentAfter)]),
    ...(unusual === undefined ? [] : [of('unusual', null)]),
  ]
}
