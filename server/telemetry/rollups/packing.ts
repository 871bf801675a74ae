import type {EpochMs} from '../../../contract/wire/common'
import {ADVISORY_LOCKS} from '../../database/advisoryLocks'
import type {Database} from '../../database/connect'
import {inTransactionAlone} from '../../database/transaction'
import {nextUnpacked, pack, type Unpacked} from './pack'
import {pagesOfSeries} from './seriesPages'
import {inOrderOfTime, type PassedOver, type Place} from './steps'

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
