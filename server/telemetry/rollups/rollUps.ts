import type {PoolClient} from 'pg'
import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {ADVISORY_LOCKS} from '../../database/advisoryLocks'
import type {Database} from '../../database/connect'
import {exactlyOne} from '../../database/rows'
import {inTransactionAlone} from '../../database/transaction'
import {firstPointOf, pointsOf} from '../read/points'
import {AFTER_ROLLED_UP, type Hours, rollUp, rollupsOf} from './rollUp'
import {pagesOfSeries} from './seriesPages'
import {columnsOf, inOrderOfTime, type PassedOver, type Place} from './steps'

const SERIES_PER_STEP = 10
const HOURS_PER_STEP = 20
/** The points of one series. An hour is never parted, however many points it has. */
const POINTS_PER_STEP = 5_000

/**
 * Rolls up all hours that are over, in steps of one transaction each, and ends early when another server does it.
 * Yields what each step has passed over. Each series is rolled up in the order of time, so that its last hour shows
 * where the next pass goes on; `done` is until when all have been.
 */
export async function* rollUpSteps(
  {pool}: Pick<Database, 'pool'>,
  done = {until: 0},
): AsyncGenerator<readonly PassedOver[], void> {
  const until = await beginPass()
  let failure: {error: unknown} | undefined
  for (;;) {
    const marked = await step(client => rollUpMarked(client, until)).catch(error => {
      // Hours that can't be rolled up again stay marked, and are read by their points.
      failure = {error}
      return NOTHING_MARKED
    })
    if (marked === undefined) return
    if (marked.count > 0) yield marked.passedOver
    // Hours that are marked again and again wait for the next pass.
    if (marked.count < HOURS_PER_STEP) break
  }
  if (until > done.until) {
    const steps = {
      seriesPerStep: SERIES_PER_STEP,
      next: nextHours,
      work: (hours: readonly Hours[]) => step(client => rollUp(client, hours)),
    }
    for await (const page of pagesOfSeries({pool})) if (!(yield* inOrderOfTime(page, steps))) return
    done.until = until
  }
  if (failure) throw failure.error

  function step<Done>(work: (client: PoolClient) => Promise<Done>): Promise<Done | undefined> {
    return inTransactionAlone(pool, ADVISORY_LOCKS.rollUp, work)
  }

  async function beginPass(): Promise<EpochMs> {
    return exactlyOne((await pool.query<{until: EpochMs}>(BEGIN_PASS)).rows).until
  }

  async function nextHours(places: readonly Place[]): Promise<Hours[]> {
    return (await pool.query<Hours>(NEXT_HOURS, [...columnsOf(places), until, POINTS_PER_STEP])).rows
  }
}

const NOTHING_MARKED = {count: 0, passedOver: []}

/**
 * Marked hours that the pass over the series has not reached are left to it, and hours whose values are no longer
 * stored are skipped. A writer of a point in a marked hour in the meantime waits, and then marks it again.
 */
async function rollUpMarked(client: PoolClient, until: EpochMs) {
  const {rows: marked} = await client.query<Hours & {isDue: boolean}>(TAKE_MARKS, [until, HOURS_PER_STEP])
  const hours = marked.filter(({isDue}) => isDue)
  return {count: marked.length, passedOver: hours.length > 0 ? await rollUp(client, hours) : []}
}

/**
 * The time after its end in which points of an hour still come before it can be rolled up. It must be longer than the
 * statement takes that stores points.
 */
const GRACE: Milliseconds = 10 * MINUTE

const AGO = (grace: Milliseconds) => `((extract(epoch from now()) * 1000 - ${grace})::int8 / ${HOUR}) * ${HOUR}`

/** It is stored before anything is rolled up, so that points from then on are marked although the clock is set back. */
const BEGIN_PASS = `
  insert into rollup_pass (id, until) values (1, ${AGO(2 * GRACE)})
  on conflict (id) do update set until = greatest(rollup_pass.until, excluded.until)
  returning (${AGO(2 * GRACE)})::float8 as until`

/**
 * SQL of the time before which points are late: their hours may have been rolled up, so that those who store them
 * mark the hours. It goes by the clock of the database alone, whatever the clocks of servers and devices say.
 */
export const LATE_BEFORE = `greatest(${AGO(GRACE)}, (select until from rollup_pass))`

/**
 * SQL that marks the hours of points in the statement that stores them, always in the same order. An existing mark is
 * locked, so that the statement waits for a roll-up of the hour.
 */
export const markHours = (points: string): string => `
  insert into telemetry_mark (device_number, key_id, ts)
  select distinct device_number, key_id, ts - ts % ${HOUR} as hour from ${points}
  order by device_number, key_id, hour
  on conflict (device_number, key_id, ts) do update set ts = excluded.ts where false`

const OF_MARK = `device_number = telemetry_mark.device_number and key_id = telemetry_mark.key_id
  and minutes = 60 and rollup.ts >= telemetry_mark.ts`

const TAKE_MARKS = `
  delete from telemetry_mark where ctid = any(array(
    select ctid from telemetry_mark where ts < $1 limit $2 for update skip locked
  ))
  returning device_number as "deviceNumber", key_id as "keyId", ts::float8 as "from", (ts + ${HOUR})::float8 as until,
    exists (select from ${rollupsOf(60)} as rollup where ${OF_MARK})
      and not exists (select from ${rollupsOf(60)} as rollup where ${OF_MARK} and is_kept) as "isDue"`

const ASKED = {deviceNumber: 'asked.device_number', keyId: 'asked.key_id'}

/** The points after the last hour rolled up or passed over, up to this many, in whole hours. */
const NEXT_HOURS = `
  select device_number as "deviceNumber", key_id as "keyId", "from"::float8 as "from",
    least($4::int8, greatest("from" + ${HOUR}, enough - enough % ${HOUR}))::float8 as until
  from unnest($1::int4[], $2::int4[], $3::int8[]) as asked (device_number, key_id, after)
  cross join lateral ${AFTER_ROLLED_UP} as rolled_up
  cross join lateral (
    select ts - ts % ${HOUR} as "from" from ${firstPointOf({...ASKED, startTs: 'greatest(since, after)'})} as first where ts < $4
  ) as next
  cross join lateral (
    select coalesce((
      select ts from ${pointsOf({...ASKED, startTs: '"from"', endTs: '$4 - 1'}, {order: 'asc', limit: '$5 + 1'})} as point
      order by ts offset $5
    ), $4) as enough
  ) as bounded`
