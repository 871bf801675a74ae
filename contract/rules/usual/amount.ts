import type {EpochMs} from '../../wire/common'
import type {UsualBand} from './band'

/** How far an amount is from the centre, in spreads: any change of a series that never changed is as far as can be. */
export const scoreOf = (
  {centre, spread}: Pick<UsualBand, 'centre' | 'spread'>,
  amount: number,
  most: number,
): number => (amount === centre ? 0 : Math.min(most, Math.abs(amount - centre) / spread))

interface Stamped {
  at: EpochMs
  value: number
}

/** By how much a counter rose in a second; null where it began anew, and without time between the two. */
export const rateBetween = (before: Stamped, {at, value}: Stamped): number | null =>
  value < before.value || at <= before.at ? null : (value - before.value) / ((at - before.at) / 1000)

/** Moves a mean towards a value. */
export const mixed = (before: number, value: number, rate: number): number => before + rate * (value - before)
