import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {ADVISORY_LOCKS} from '../../database/advisoryLocks'
import type {Database} from '../../database/connect'
import {createPasses, type Passes, type PassesOptions, type Unhurried} from '../../database/passes'
import {inTransactionAlone} from '../../database/transaction'
import type {Log} from '../../log/log'
import {type Job, report} from '../../scheduler'
import {explainFailure} from '../../store/failure'
import {nextUnpacked, pack, type Unpacked} from './pack'
import {rollUpSteps} from './rollUps'
import {pagesOfSeries} from './seriesPages'
import {inOrderOfTime, type PassedOver, type Place} from './steps'

export interface UpkeepOptions extends Pick<PassesOptions, 'scheduler'> {
  jobs: {rollups: Job; packing: Job}
  database: Pick<Database, 'pool'>
  isPacking: boolean
  log: Pick<Log, 'warn'>
  /** Further work on hours that are over, once all are rolled up. It must not reject. */
  afterRollUps?: (until: EpochMs, unhurried: Unhurried) => Promise<void>
  /** Called with how many pieces of series a step has passed over. */
  onPassedOver: (work: 'rollups' | 'packing', count: number) => void
}

const LOOK_EVERY: Milliseconds = 60_000
/** The number of hours that are remembered as logged. */
const MAX_LOGGED = 10_000

/**
 * Rolls up and packs hours that are over, and again after new points. Impossible ones are passed over and logged once.
 */
export function createUpkeep(options: UpkeepOptions): Passes {
  const {database, isPacking, scheduler, jobs, log, onPassedOver, afterRollUps} = options
  const done = {until: 0}
  const logged = new Set<string>()

  /** Rejects with the first error, after all else was worked on. */
  async function workOff(work: 'rollups' | 'packing', steps: AsyncIterable<readonly PassedOver[]>) {
    const errors: unknown[] = []
    for await (const passedOver of steps) {
      if (passedOver.length === 0) continue
      onPassedOver(work, passedOver.length)
      const unlogged = passedOver.filter(piece =>
        isUnlogged(`${work} ${piece.deviceNumber} ${piece.keyId} ${piece.from}`),
      )
      for (const piece of await named(unlogged)) log.warn({work, ...piece}, PASSED_OVER)
      errors.push(...passedOver.flatMap(({because}) => (because instanceof Error ? [because] : [])))
    }
    if (errors.length > 0) throw errors[0]
  }

  function isUnlogged(piece: string): boolean {
    if (logged.has(piece) || logged.size === MAX_LOGGED) return false
    logged.add(piece)
    return true
  }

  async function named(pieces: readonly PassedOver[]) {
    if (pieces.length === 0) return []
    const {rows} = await database.pool.query<{key: string | null}>(NAMES, [pieces.map(({keyId}) => keyId)])
    return pieces.map(({deviceNumber, from, until, because}, place) => ({
      deviceNumber,
      ...rows[place],
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      reason: typeof because === 'string' ? because : explainFailure(because),
    }))
  }

  return createPasses({
    every: LOOK_EVERY,
    scheduler,
    job: jobs.rollups,
    pass(unhurried) {
      const before = done.until
      return workOff('rollups', unhurried(rollUpSteps(database, done))).finally(async () => {
        if (done.until <= before) return
        await afterRollUps?.(done.until, unhurried)
        if (isPacking) await report(jobs.packing, workOff('packing', unhurried(packSteps(database, done.until))))
      })
    },
  })
}

const PASSED_OVER =
  'This part of a series could not be rolled up or packed: it is left as it is, and read by its points'

const NAMES = `
  select name as key from unnest($1::int4[]) with ordinality as asked (key_id, place)
  left join telemetry_key on telemetry_key.id = key_id
  order by place`

const SERIES_PER_STEP = 5

/**
 * Packs the days that are over by `until`, in steps of one transaction each, and ends early when another server does
 * it. Yields what each step has passed over. The remaining rows of a series show where the next pass goes on.
 */
export async function* packSteps(
  {pool}: Pick<Database, 'pool'>,
  until: EpochMs,
): AsyncGenerator<readonly PassedOver[], void> {
  const steps = {
    seriesPerStep: SERIES_PER_STEP,
    next: (places: readonly Place[]) => nextUnpacked(pool, places, until),
    work: (pieces: readonly Unpacked[]) =>
      inTransactionAlone(pool, ADVISORY_LOCKS.pack, async client => {
        await pack(client, pieces)
        return []
      }),
  }
  for await (const page of pagesOfSeries({pool})) if (!(yield* inOrderOfTime(page, steps))) return
}
