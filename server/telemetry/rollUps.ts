import type {PoolClient} from 'pg'
import {HOUR} from '../../contract/rules/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {ADVISORY_LOCKS} from '../database/advisoryLocks'
import type {Database} from '../database/connect'
import {only} from '../database/only'
import {inTransactionAlone} from '../database/transaction'
import {firstPointOf, pointsOf} from './points'
import {AFTER_ROLLED_UP, type Hours, rollUp, rollupsOf} from './rollUp'
import type {SeriesRef} from './series'
import {pagesOfSeries} from './seriesPages'

const SERIES_PER_STEP = 10
const HOURS_PER_STEP = 20
/** Of one series. An hour is never parted, however many points it has. */
const POINTS_PER_STEP = 5_000

/**
 * Rolls up what there is, in steps of one transaction each, and ends early when another server does it. Each series is
 * rolled up in the order of time, so that its last hour tells where to go on; `done` is until when all have been.
 */
export async function* rollUpSteps({pool}: Pick<Database, 'pool'>, done = {until: 0}): AsyncGenerator<void, void> {
  const until = await beginPass()
  for (;;) {
    const hours = await step(client => rollUpMarked(client, until))
    if (hours === undefined) return
    if (hours > 0) yield
    // What is marked again and again waits for the next pass.
    if (hours < HOURS_PER_STEP) break
  }
  if (until <= done.until) return
  for await (const page of pagesOfSeries({pool})) {
    let left = await nextHours(page, until)
    while (left.length > 0) {
      const [some, others] = [left.slice(0, SERIES_PER_STEP), left.slice(SERIES_PER_STEP)]
      if ((await step(client => rollUp(client, some).then(() => true))) === undefined) return
      yield
      const unfinished = some.filter(hours => hours.until < until)
      left = unfinished.length === 0 ? others : [...(await nextHours(unfinished, until)), ...others]
    }
  }
  done.until = until

  function step<Done>(work: (client: PoolClient) => Promise<Done>): Promise<Done | undefined> {
    return inTransactionAlone(pool, ADVISORY_LOCKS.rollUp, work)
  }

  async function beginPass(): Promise<EpochMs> {
    return only((await pool.query<{until: EpochMs}>(BEGIN_PASS)).rows).until
  }

  async function nextHours(series: readonly SeriesRef[], until: EpochMs): Promise<Hours[]> {
    const columns = [series.map(({deviceNumber}) => deviceNumber), series.map(({keyId}) => keyId)]
    return (await pool.query<Hours>(NEXT_HOURS, [...columns, until, POINTS_PER_STEP])).rows
  }
}

/**
 * What the series has not come to yet is rolled up when it does, and what comes for hours whose values are no longer kept is
 * not. Who stores a point in a marked hour meanwhile waits, and then marks it again.
 */
async function rollUpMarked(client: PoolClient, until: EpochMs): Promise<number> {
  const {rows: marked} = await client.query<Hours & {isDue: boolean}>(TAKE_MARKS, [until, HOURS_PER_STEP])
  const hours = marked.filter(({isDue}) => isDue)
  if (hours.length > 0) await rollUp(client, hours)
  return marked.length
}

/**
 * How long after its end the points of an hour still come before it can be rolled up. It must be longer than the
 * statement takes that stores points.
 */
const GRACE: Milliseconds = 10 * 60_000

const AGO = (grace: Milliseconds) => `((extract(epoch from now()) * 1000 - ${grace})::int8 / ${HOUR}) * ${HOUR}`

/** It is stored before anything is rolled up, so that points from then on are marked although the clock is set back. */
const BEGIN_PASS = `
  insert into rollup_pass (id, until) values (1, ${AGO(2 * GRACE)})
  on conflict (id) do update set until = greatest(rollup_pass.until, excluded.until)
  returning (${AGO(2 * GRACE)})::float8 as until`

/**
 * SQL of the time before which points are late: their hours may have been rolled up, so that those who store them mark the
 * hours. It goes by the clock of the database alone, whatever the clocks of servers and devices say.
 */
export const LATE_BEFORE = `greatest(${AGO(GRACE)}, (select until from rollup_pass))`

/**
 * SQL that marks the hours of points in the statement that stores them, always in the same order. A mark that is there is
 * locked, so that whoever is just rolling the hour up is waited for.
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

/** From the first point after the last hour that is rolled up, until as many points later, in whole hours. */
const NEXT_HOURS = `
  select device_number as "deviceNumber", key_id as "keyId", "from"::float8 as "from",
    least($3::int8, greatest("from" + ${HOUR}, enough - enough % ${HOUR}))::float8 as until
  from unnest($1::int4[], $2::int4[]) as asked (device_number, key_id)
  cross join lateral ${AFTER_ROLLED_UP} as rolled_up
  cross join lateral (
    select ts - ts % ${HOUR} as "from" from ${firstPointOf({...ASKED, startTs: 'since'})} as first where ts < $3
  ) as next
  cross join lateral (
    select coalesce((
      select ts from ${pointsOf({...ASKED, startTs: '"from"', endTs: '$3 - 1'}, {order: 'asc', limit: '$4 + 1'})} as point
      order by ts offset $4
    ), $3) as enough
  ) as bounded`
