import type {ClientBase} from 'pg'
import type {UsualJudging} from '../../contract/rules/usual/judge'
import {decodeState, HEAD_BYTES, type UsualState} from '../../contract/rules/usual/state'
import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import {deleteOfDevices} from '../database/rows'
import type {usualSeries} from '../database/schema/telemetry'
import type {SeriesRef} from '../telemetry/repository'

type Executor = Pick<ClientBase, 'query'>

/** A level that somebody has called normal when the series was learned until `learnedTo`, and its last value was of `ts`. */
export type Accepted = (typeof usualSeries.$inferSelect)['accepted'][number]

/** The progress of learning a series, and the zone whose clocks it goes by. */
export interface Learned extends SeriesRef {
  zone: string
  learnedTo: EpochMs
}

/** `unusualSince` is null while the series is not unusual, and then so is `value`. */
export interface UsualRow extends Learned {
  state: Uint8Array
  accepted: readonly Accepted[]
  judging: UsualJudging | null
  unusualSince: EpochMs | null
  value: number | null
}

const REF = 'device_number as "deviceNumber", key_id as "keyId"'
const ASKED = 'unnest($1::int4[], $2::int4[]) as asked (device_number, key_id)'
const LEARNED = `${REF}, zone, learned_to::float8 as "learnedTo"`
const ROW = `${LEARNED}, state, accepted, judging, unusual_since::float8 as "unusualSince", value`

/** The key of a series in maps. */
export const nameOf = ({deviceNumber, keyId}: SeriesRef): string => `${deviceNumber} ${keyId}`

export const byName = <Row extends SeriesRef>(rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map(row => [nameOf(row), row]))

const columnsOf = (series: readonly SeriesRef[]) => [
  series.map(({deviceNumber}) => deviceNumber),
  series.map(({keyId}) => keyId),
]

export async function readLearned(executor: Executor, series: readonly SeriesRef[]): Promise<Learned[]> {
  const text = `select ${LEARNED} from ${ASKED} join usual_series using (device_number, key_id)`
  return (await executor.query<Learned>({name: 'usual_learned', text, values: columnsOf(series)})).rows
}

export async function readUsual(executor: Executor, series: readonly SeriesRef[]): Promise<UsualRow[]> {
  const text = `select ${ROW} from ${ASKED} join usual_series using (device_number, key_id)`
  return (await executor.query<UsualRow>({name: 'usual_rows', text, values: columnsOf(series)})).rows
}

/** So few that decoding their states, of 6 kB each, is a short turn of the event loop. */
const SERIES_PER_STEP = 100

/** Reads what is known of each of many series, in their order and a hundred at a time. */
export async function* usualInSteps<Series extends SeriesRef>(
  executor: Executor,
  series: readonly Series[],
): AsyncGenerator<readonly {series: Series; state: UsualState | null}[]> {
  for (let from = 0; from < series.length; from += SERIES_PER_STEP) {
    const some = series.slice(from, from + SERIES_PER_STEP)
    const rows = byName(await readUsual(executor, some))
    yield some.map(one => {
      const row = rows.get(nameOf(one))
      return {series: one, state: row ? decodeState(row.state) : null}
    })
  }
}

/** Locks the rows of the series until the transaction ends. */
export async function lockUsual(client: Executor, series: readonly SeriesRef[]): Promise<UsualRow[]> {
  const text = `
    select ${ROW} from usual_series where (device_number, key_id) in (select * from ${ASKED})
    order by device_number, key_id for update`
  return (await client.query<UsualRow>({name: 'usual_locked', text, values: columnsOf(series)})).rows
}

export interface UnusualSeries extends SeriesRef {
  unusualSince: EpochMs
  value: number | null
}

/** The series of the devices that are unusual now. */
export async function unusualOf(executor: Executor, deviceNumbers: readonly number[]): Promise<UnusualSeries[]> {
  const text = `
    select ${REF}, unusual_since::float8 as "unusualSince", value
    from usual_series where unusual_since is not null and device_number = any($1::int4[])`
  return (await executor.query<UnusualSeries>(text, [deviceNumbers])).rows
}

/** The bytes, for all series of the devices, that say how much is learned. */
export async function headsOf(executor: Executor, deviceNumbers: readonly number[]) {
  const text = `
    select device_number as "deviceNumber", substring(state for ${HEAD_BYTES}) as head
    from usual_series where device_number = any($1::int4[])`
  return (await executor.query<{deviceNumber: number; head: Uint8Array}>(text, [deviceNumbers])).rows
}

/** The series of the devices that are counters, by their names in maps. */
export async function countersOf(executor: Executor, deviceNumbers: readonly number[]): Promise<Set<string>> {
  const text = `select ${REF} from usual_series where is_counter and device_number = any($1::int4[])`
  return new Set((await executor.query<SeriesRef>(text, [deviceNumbers])).rows.map(nameOf))
}

export type LearnedState = Pick<UsualRow, keyof Learned | 'state'> & {isCounter: boolean}

/** Writes the learned state of series, and not their evaluation state. */
export async function writeLearned(client: Executor, learned: readonly LearnedState[]): Promise<void> {
  const text = `
    insert into usual_series (device_number, key_id, zone, state, learned_to, is_counter)
    select * from unnest($1::int4[], $2::int4[], $3::text[], $4::bytea[], $5::int8[], $6::bool[])
    on conflict (device_number, key_id) do update
      set zone = excluded.zone, state = excluded.state, learned_to = excluded.learned_to, is_counter = excluded.is_counter`
  await client.query({
    name: 'write_usual',
    text,
    values: [
      ...columnsOf(learned),
      learned.map(({zone}) => zone),
      learned.map(({state}) => Buffer.from(state.buffer, state.byteOffset, state.length)),
      learned.map(({learnedTo}) => learnedTo),
      learned.map(({isCounter}) => isCounter),
    ],
  })
}

export type Evaluated = Pick<UsualRow, 'deviceNumber' | 'keyId' | 'judging' | 'unusualSince' | 'value'>

/** Writes the evaluation state of series. Series that are learned no longer are left out. */
export async function writeEvaluated(executor: Executor, evaluated: readonly Evaluated[]): Promise<void> {
  const text = `
    with asked as (
      select * from unnest($1::int4[], $2::int4[], $3::jsonb[], $4::int8[], $5::float8[])
        as asked (device_number, key_id, judging, unusual_since, value)
    ), held as (
      select usual_series.device_number, usual_series.key_id from usual_series join asked using (device_number, key_id)
      order by usual_series.device_number, usual_series.key_id for update of usual_series
    )
    update usual_series set judging = asked.judging, unusual_since = asked.unusual_since, value = asked.value
    from asked join held using (device_number, key_id)
    where usual_series.device_number = asked.device_number and usual_series.key_id = asked.key_id`
  await executor.query({
    name: 'write_judged',
    text,
    values: [
      ...columnsOf(evaluated),
      evaluated.map(({judging}) => JSON.stringify(judging)),
      evaluated.map(({unusualSince}) => unusualSince),
      evaluated.map(({value}) => value),
    ],
  })
}

/** Makes each series learn again. The levels that people have accepted are accepted again at their times. */
export async function forgetLearned(executor: Executor): Promise<void> {
  await executor.query(`update usual_series set state = '', learned_to = 0 where learned_to > 0`)
}

/** Call it in the transaction that deletes the devices. The next pass removes what is learned of them afterwards. */
export async function removeUsual(executor: Pick<Transaction, 'execute'>, deviceNumbers: readonly number[]) {
  await deleteOfDevices(executor, ['usual_series', 'key_id'], deviceNumbers)
}

/** Removes the learned state of removed series: of all after one and until another, except these. */
export async function removeOthers(
  executor: Executor,
  {after, until}: {after: SeriesRef; until: SeriesRef | undefined},
  present: readonly SeriesRef[],
): Promise<void> {
  const text = `
    delete from usual_series where (device_number, key_id) > ($3::int4, $4::int4)
      and ($5::int4 is null or (device_number, key_id) <= ($5::int4, $6::int4))
      and (device_number, key_id) not in (select * from ${ASKED})`
  await executor.query(text, [
    ...columnsOf(present),
    after.deviceNumber,
    after.keyId,
    until?.deviceNumber ?? null,
    until?.keyId ?? null,
  ])
}
