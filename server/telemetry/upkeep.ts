import type {Milliseconds} from '../../contract/wire/common'
import type {Database} from '../database/connect'
import {createPasses, type Passes, type PassesOptions} from '../database/passes'
import {packSteps} from './packing'
import {rollUpSteps} from './rollUps'

export interface UpkeepOptions extends Pick<PassesOptions, 'scheduler' | 'onFailed'> {
  database: Pick<Database, 'pool'>
  isPacking: boolean
}

const LOOK_EVERY: Milliseconds = 60_000

/** Rolls up and packs what is over, and again when points have come to it since. */
export function createUpkeep({database, isPacking, scheduler, onFailed}: UpkeepOptions): Passes {
  const done = {until: 0}
  return createPasses({
    ...{every: LOOK_EVERY, scheduler, onFailed},
    async pass(unhurried) {
      const before = done.until
      for await (const _ of unhurried(rollUpSteps(database, done)));
      if (isPacking && done.until > before) for await (const _ of unhurried(packSteps(database, done.until)));
    },
  })
}
