import {withoutTrailing} from '../../../contract/rules/text'

/**
 * Flapping is detected as in Icinga: of an alarm's last 20 evaluations, those that differed from the one before are
 * added up, the newest weighing most. It begins above 30 % and ends at 25 %. An evaluation of values is a value that
 * was evaluated; of silence it is each look at a series, once in the time after which it counts as silent, and each
 * return. An evaluation that changes nothing moves the earlier ones on. After 20 of them nothing is left to move, so
 * that a series at rest needs no write.
 */
const EVALUATIONS = 20
const BEGINS_ABOVE = 30
const ENDS_AT = 25

export interface Flapping {
  /** Newest first: 1 for an evaluation that differed from the one before. */
  changes: string
  isFlapping: boolean
}

export function flappingAfter({changes, isFlapping}: Flapping, hasChanged: boolean): Flapping {
  const kept = withoutTrailing(`${hasChanged ? 1 : 0}${changes}`.slice(0, EVALUATIONS), '0')
  const share = shareOf(kept)
  return {changes: kept, isFlapping: isFlapping ? share > ENDS_AT : share > BEGINS_ABOVE}
}

const shareOf = (changes: string): number =>
  [...changes].reduce((sum, change, age) => sum + (change === '1' ? weightOf(age) : 0), 0) * (100 / EVALUATIONS)

const weightOf = (age: number): number => 0.8 + 0.02 * (EVALUATIONS - 1 - age)
