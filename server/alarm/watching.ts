import {sql} from 'drizzle-orm'
import type {PoolClient} from 'pg'
import {CLOCK_TOLERANCE} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {drizzleOn, inTransaction} from '../database/transaction'
import {latestStored} from '../telemetry/repository'
import {type Arrival, inOrder, isSuspect, judgedBy, ruleOf} from './judging'
import {ensureRevision, HOLD_REVISION} from './revision'
import type {AlarmChange, AlarmStore, NewAlarm} from './store'
import {type FindKeyIds, readThresholds, type WatchedDevice, type WatchedSeries} from './thresholds'

/** A value that is about to be stored. */
export interface WatchedRow extends Arrival {
  deviceNumber: number
  keyId: number
}

/** What rows are judged by, as long as the thresholds are of this revision. */
export interface Watch {
  revision: number
  /** Undefined when none of the rows is under a threshold. Call it in the transaction that has just stored them. */
  judge: ((client: PoolClient) => Promise<AlarmChange[]>) | undefined
}

export interface WatchingOptions {
  database: Pick<Database, 'db' | 'pool'>
  store: AlarmStore
  findKeyIds: FindKeyIds
}

/** How many devices' thresholds are remembered. */
const REMEMBERED_DEVICES = 100_000

/** What is known of thresholds of one revision. */
interface Memory {
  revision: number
  devices: Map<number, WatchedDevice>
  alarmIds: Map<WatchedSeries, string[]>
}

/**
 * Which thresholds hold for a device is remembered until any threshold changes. Whoever stores rows holds the row of the
 * revision meanwhile, and a change of thresholds counts it up: so each value is either judged by the new ones, or was
 * stored before the change was committed, which then judges it anew.
 */
export function createWatching({database: {db, pool}, store, findKeyIds}: WatchingOptions) {
  let memory: Memory = {revision: 0, devices: new Map(), alarmIds: new Map()}

  async function learn(rows: readonly WatchedRow[], known: number | undefined): Promise<Memory> {
    const isOther = known !== undefined && known !== memory.revision
    if (isOther || memory.devices.size > REMEMBERED_DEVICES) {
      memory = {revision: known ?? memory.revision, devices: new Map(), alarmIds: new Map()}
    }
    // Another call may begin a new memory meanwhile.
    const into = memory
    const unknown = new Set<number>()
    for (const {deviceNumber} of rows) if (!into.devices.has(deviceNumber)) unknown.add(deviceNumber)
    if (unknown.size === 0) return into
    await ensureRevision(pool)
    const found = await readThresholds(db, [...unknown], findKeyIds)
    for (const number of unknown) into.devices.set(number, found.get(number) ?? UNWATCHED)
    return into
  }

  function watchedAmong({devices}: Memory, rows: readonly WatchedRow[]): Map<WatchedSeries, WatchedRow[]> {
    const watched = new Map<WatchedSeries, WatchedRow[]>()
    for (const row of rows) {
      const series = devices.get(row.deviceNumber)?.get(row.keyId)
      if (series === undefined) continue
      const arrived = watched.get(series)
      if (arrived === undefined) watched.set(series, [row])
      else arrived.push(row)
    }
    return watched
  }

  /** Each series under a threshold has its alarms before its first value is judged. */
  async function begin({revision, devices, alarmIds}: Memory, watched: Watched) {
    const unknown = [...watched].filter(([series]) => !alarmIds.has(series))
    if (unknown.length === 0) return
    const alarms = unknown.flatMap(([series, [first]]) => alarmsOf(series, first?.receivedAt ?? 0))
    const found = await inTransaction(pool, async client => {
      const held = await client.query<{revision: number}>(HOLD_REVISION)
      // By other thresholds they are begun when the rows turn out to be judged by old ones.
      if (held.rows[0]?.revision === revision) await store.begin(drizzleOn(client), alarms)
      return client.query<{id: string; deviceNumber: number; keyId: number}>({
        name: 'alarms_of_devices',
        text: 'select id, device_number as "deviceNumber", key_id as "keyId" from alarm where device_number = any($1::int4[])',
        values: [unknown.map(([{deviceNumber}]) => deviceNumber)],
      })
    })
    for (const [series] of unknown) alarmIds.set(series, [])
    for (const {id, deviceNumber, keyId} of found.rows) {
      const series = devices.get(deviceNumber)?.get(keyId)
      if (series !== undefined) alarmIds.get(series)?.push(id)
    }
  }

  async function judge(client: PoolClient, {devices, alarmIds}: Memory, watched: Watched): Promise<AlarmChange[]> {
    const executor = drizzleOn(client)
    const suspects: string[] = []
    const numbers = new Set<number>()
    for (const [series, arrivals] of watched) {
      numbers.add(series.deviceNumber)
      if (arrivals.some(arrival => isSuspect(series.threshold, arrival))) suspects.push(...(alarmIds.get(series) ?? []))
    }
    const locked = await store.lockWhere(
      executor,
      sql`alarm.id in (
        select id from alarm where not is_resting and device_number = any(${sql.param([...numbers])}::int4[])
        union all select unnest(${sql.param(suspects)}::uuid[])
      )`,
    )
    const concerned = locked.flatMap(kept => {
      const series = devices.get(kept.alarm.deviceNumber)?.get(kept.alarm.keyId)
      const arrivals = series && watched.get(series)
      return series === undefined || arrivals === undefined ? [] : [{kept, series, arrivals}]
    })
    if (concerned.length === 0) return []
    const latest = await latestStored(
      client,
      concerned.map(({series: {deviceNumber, keyId}, arrivals}) => ({
        ...{deviceNumber, keyId, given: arrivals.map(({ts}) => ts)},
        until: Math.max(...arrivals.map(({receivedAt}) => receivedAt)) + CLOCK_TOLERANCE,
      })),
    )
    const changes = concerned.flatMap(({kept, series, arrivals}, index) => {
      const newest = latest[index]
      return (newest && judgedBy(kept, series, inOrder(arrivals, newest))) ?? []
    })
    await store.write(executor, changes)
    return changes
  }

  return {
    /** `known` is the revision of the thresholds, when it has turned out to be another one. */
    async watch(rows: readonly WatchedRow[], known?: number): Promise<Watch> {
      const learned = await learn(rows, known)
      const watched = watchedAmong(learned, rows)
      if (watched.size === 0) return {revision: learned.revision, judge: undefined}
      await begin(learned, watched)
      return {revision: learned.revision, judge: client => judge(client, learned, watched)}
    },
  }
}

type Watched = ReadonlyMap<WatchedSeries, WatchedRow[]>

const UNWATCHED: WatchedDevice = new Map()

/** The alarms of a series. A series that was never heard of may become silent only if it is expected. */
export function alarmsOf(series: WatchedSeries, at: EpochMs): NewAlarm[] {
  const {deviceId, deviceNumber, keyId, threshold, written} = series
  const {warning, critical, silentAfter} = threshold
  const of = (kind: NewAlarm['kind'], dueAt: EpochMs | null): NewAlarm => ({
    ...{deviceId, deviceNumber, keyId, kind, threshold: written, dueAt, rule: ruleOf(threshold, kind), at},
  })
  return [
    ...(warning === null && critical === null ? [] : [of('value', null)]),
    ...(silentAfter === null ? [] : [of('silence', at + silentAfter)]),
  ]
}
