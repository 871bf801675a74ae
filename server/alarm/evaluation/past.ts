import {sql} from 'drizzle-orm'
import {SILENCE_SEVERITY, type Threshold} from '../../../contract/rules/thresholds'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {drizzleOn, inTransaction} from '../../database/transaction'
import type {NumberPoint} from '../../telemetry/repository'
import {type AlarmChange, createAlarmStore, type StoredAlarm} from '../store'
import {Progress} from './progress'
import {type FindKeyIds, readThresholds} from './thresholds'
import {alarmsOf} from './watching'

/** The person who acknowledges past alarms, and the time between raising and acknowledging. */
export interface Attendant {
  by: string
  after: Milliseconds
}

/** The points of a key of the device from the oldest to the newest, as they are stored; undefined for another key. */
export type PastPoints = (key: string) => readonly NumberPoint[] | undefined

export interface PastAlarms {
  /**
   * Stores the alarms that a device's stored points would have raised, where points were stored that nobody has
   * evaluated. A series whose values were evaluated since is left as it is. Nobody is notified.
   */
  record(deviceNumber: number, pointsOf: PastPoints, attendant: Attendant): Promise<void>
}

export interface PastAlarmsOptions {
  database: Pick<Database, 'db' | 'pool'>
  findKeyIds: FindKeyIds
  now: () => EpochMs
}

export function createPastAlarms({database: {db, pool}, findKeyIds, now}: PastAlarmsOptions): PastAlarms {
  const store = createAlarmStore(async () => {})
  return {
    async record(deviceNumber, pointsOf, attendant) {
      const watched = (await readThresholds(db, [deviceNumber], findKeyIds)).get(deviceNumber)
      for (const series of watched?.values() ?? []) {
        const points = pointsOf(series.key)
        if (points === undefined) continue
        await inTransaction(pool, async client => {
          const executor = drizzleOn(client)
          await store.begin(executor, alarmsOf(series, now()))
          const isOfSeries = sql`alarm.device_number = ${deviceNumber} and alarm.key_id = ${series.keyId}`
          const untouched = (await store.lockWhere(executor, isOfSeries)).filter(({alarm}) => alarm.version === 1)
          const lived = untouched.flatMap(
            stored => live(stored, series.threshold, {points, until: now()}, attendant) ?? [],
          )
          await store.write(executor, lived)
        })
      }
    },
  }
}

function live(
  stored: StoredAlarm,
  threshold: Threshold,
  {points, until}: {points: readonly NumberPoint[]; until: EpochMs},
  {by, after}: Attendant,
): AlarmChange | undefined {
  const {kind} = stored.alarm
  const progress = new Progress(stored)
  let askingSince: EpochMs | null = null
  let last: EpochMs | undefined

  function attend(since: EpochMs, at: EpochMs) {
    askingSince = progress.meaning().isUnacknowledged ? (askingSince ?? since) : null
    if (askingSince === null || at < askingSince + after) return
    progress.happen({type: 'alarm.acknowledged', by, note: '', at})
    askingSince = null
  }

  for (const point of points) {
    passPoint(progress, kind, threshold, point, last)
    attend(point.ts, point.ts)
    last = point.ts
  }
  if (kind === 'silence' && last !== undefined) {
    passSilence(progress, threshold, last, until)
    attend(last, until)
  }
  return progress.change()
}

/** Applies a stored point to an alarm; `last` is the time of the previous one. */
export function passPoint(
  progress: Progress,
  kind: StoredAlarm['alarm']['kind'],
  threshold: Threshold,
  {ts, value}: NumberPoint,
  last: EpochMs | undefined,
) {
  if (kind === 'value') return progress.evaluate(threshold, value, ts)
  if (kind === 'unusual') return
  passSilence(progress, threshold, last, ts)
  if (progress.meaning().evaluated !== null) progress.setSilence(null, ts)
}

/** Passes the time without values since `last` to an alarm. */
export function passSilence(progress: Progress, {silentAfter}: Threshold, last: EpochMs | undefined, until: EpochMs) {
  if (silentAfter === null || last === undefined || until - last <= silentAfter) return
  progress.setSilence(SILENCE_SEVERITY, last + silentAfter)
}
