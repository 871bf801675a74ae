import {CLOCK_TOLERANCE, LATE_AFTER} from '../../contract/limits'
import {HOUR} from '../../contract/rules/time/durations'
import {judge, NOTHING_EVALUATED, type UsualJudging} from '../../contract/rules/usual/judge'
import {decodeState, type UsualState} from '../../contract/rules/usual/state'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {type Job, report, type Scheduler, type UnderWay} from '../scheduler'
import {isNumberKind, recentNumbers, type SeriesRef} from '../telemetry/repository'
import {byName, nameOf, readUsual, type UsualRow, writeEvaluated} from './repository'

/** A value that is stored. `value` is null for a text. */
export interface StoredNumber extends SeriesRef {
  ts: EpochMs
  receivedAt: EpochMs
  value: number | null
  kind: number
}

/** A series that is unusual from a value on, or is so no longer since a value that came at `at`. */
export interface UsualChange extends SeriesRef {
  at: EpochMs
  unusualSince: EpochMs | null
  value: number | null
  /** The distance of the last values from the centre, in usual spreads; null when it is usual. */
  score: number | null
  /** Whether somebody is to be notified: not if they were a short while ago. */
  isNotified: boolean
}

export interface JudgingOptions {
  database: Pick<Database, 'pool'>
  scheduler: Pick<Scheduler, 'now'>
  job: Job
  /** Called once the changes are stored. */
  onChanged: (changes: readonly UsualChange[]) => Promise<void>
}

export interface Judging {
  /** Takes the stored values, in the order of arrival. It returns at once and never throws. */
  judge(stored: readonly StoredNumber[]): void
  /** Forgets the cached state of a series that somebody has changed. */
  forget(series: SeriesRef): void
  underWay: UnderWay
  /** Resolves when the cached state is stored. */
  close(): Promise<void>
}

/** A state takes about six kilobytes. */
const REMEMBERED_SERIES = 20_000
const SERIES_PER_READING = 500
/** The recent values of a series that are evaluated once more after a start. */
const RECENT_NUMBERS = 100
const RECENT: Milliseconds = 24 * HOUR
/** The maximum number of values of a series that wait for its state. */
const MAX_WAITING = 1_000

interface Known extends SeriesRef {
  /** Null while nothing is learned of it. */
  state: UsualState | null
  judging: UsualJudging
  unusualSince: EpochMs | null
  value: number | null
  /** The time at which its row, which may have learned more, is read again. */
  readAgainAt: EpochMs
  /** Whether its row is older than the cached state. */
  isNew: boolean
}

export function createJudging({database: {pool}, scheduler: {now}, job, onChanged}: JudgingOptions): Judging {
  const series = new Map<string, Known>()
  const waiting = new Map<string, StoredNumber[]>()
  let changes: UsualChange[] = []
  let working: Promise<void> | undefined
  let isClosed = false

  function judgeOne(known: Known, value: number, at: EpochMs) {
    if (known.state === null || at <= known.judging.at) return
    const {judging, verdict, isNotified} = judge(known.state, known.judging, value, at)
    known.judging = judging
    known.isNew = true
    const isUnusual = verdict === 'unusual'
    if (isUnusual === (known.unusualSince !== null)) return
    known.unusualSince = isUnusual ? at : null
    known.value = isUnusual ? value : null
    const {deviceNumber, keyId, unusualSince} = known
    const score = isUnusual ? judging.short : null
    changes.push({deviceNumber, keyId, at, unusualSince, value: known.value, score, isNotified})
  }

  async function work() {
    while (waiting.size > 0 || changes.length > 0) {
      await readSome([...waiting.keys()].slice(0, SERIES_PER_READING))
      await tell()
    }
  }

  /** Values that have come for the series in the meantime are evaluated after those stored before. */
  async function readSome(names: readonly string[]) {
    if (names.length === 0) return
    try {
      await store(names.flatMap(name => series.get(name) ?? []))
      const asked = names.flatMap(name => waiting.get(name)?.[0] ?? [])
      const rows = byName(await readUsual(pool, asked))
      const fresh = asked.map(one => known(one, rows.get(nameOf(one))))
      await judgeRecent(fresh.filter(one => one.state !== null && !series.has(nameOf(one))))
      for (const one of fresh) remember(one)
    } finally {
      for (const name of names) {
        const arrived = waiting.get(name) ?? []
        waiting.delete(name)
        const one = series.get(name)
        if (one) for (const {value, ts} of arrived) judgeOne(one, value ?? Number.NaN, ts)
      }
    }
  }

  function known({deviceNumber, keyId}: SeriesRef, row: UsualRow | undefined): Known {
    return {
      deviceNumber,
      keyId,
      isNew: false,
      state: row === undefined ? null : decodeState(row.state),
      judging: row?.judging ?? NOTHING_EVALUATED,
      unusualSince: row?.unusualSince ?? null,
      value: row?.value ?? null,
      // The rows are not all read in the same minute.
      readAgainAt: now() + (HOUR * (1 + (deviceNumber % 16) / 16)) / 2,
    }
  }

  async function judgeRecent(fresh: readonly Known[]) {
    const until = now() + CLOCK_TOLERANCE
    const places = fresh.map(({deviceNumber, keyId, judging}) => ({
      deviceNumber,
      keyId,
      after: Math.max(judging.at, until - RECENT),
    }))
    if (places.length === 0) return
    for (const {place, value, ts} of await recentNumbers(pool, places, {until, most: RECENT_NUMBERS})) {
      const one = fresh[place]
      if (one !== undefined) judgeOne(one, value, ts)
    }
  }

  function remember(one: Known) {
    const name = nameOf(one)
    series.delete(name)
    series.set(name, one)
    const [oldest] = series.keys()
    if (series.size > REMEMBERED_SERIES && oldest !== undefined) series.delete(oldest)
  }

  async function tell() {
    const reported = changes
    changes = []
    if (reported.length === 0) return
    await store(reported.flatMap(change => series.get(nameOf(change)) ?? []))
    await onChanged(reported)
  }

  async function store(some: readonly Known[]) {
    const unstored = new Set(some.filter(({isNew, state}) => isNew && state !== null))
    if (unstored.size === 0) return
    for (const one of unstored) one.isNew = false
    try {
      await writeEvaluated(pool, [...unstored])
    } catch (error) {
      for (const one of unstored) one.isNew = true
      throw error
    }
  }

  /** A failure leaves values without an evaluation; the next ones are evaluated. */
  function wake() {
    working ??= report(job, work()).finally(() => {
      working = undefined
    })
  }

  return {
    judge(stored) {
      if (isClosed) return
      for (const row of stored) {
        if (row.value === null || !isNumberKind(row.kind) || !isInTime(row)) continue
        const name = nameOf(row)
        const one = series.get(name)
        const queue = waiting.get(name)
        if (queue !== undefined) {
          if (queue.length < MAX_WAITING) queue.push(row)
        } else if (one === undefined || one.readAgainAt <= row.receivedAt) waiting.set(name, [row])
        else judgeOne(one, row.value, row.ts)
      }
      if (waiting.size > 0 || changes.length > 0) wake()
    },
    forget(one) {
      series.delete(nameOf(one))
    },
    underWay: () => working,
    async close() {
      isClosed = true
      await working
      const unstored = [...series.values()].filter(({isNew}) => isNew)
      for (let from = 0; from < unstored.length; from += SERIES_PER_READING)
        await report(job, store(unstored.slice(from, from + SERIES_PER_READING)))
    },
  }
}

/** A value that is late says nothing of now, and the time of a clock that is wrong nothing of the hour. */
const isInTime = ({ts, receivedAt}: StoredNumber): boolean =>
  receivedAt - ts <= LATE_AFTER && ts <= receivedAt + CLOCK_TOLERANCE
