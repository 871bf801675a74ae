import type {EpochMs} from '../../wire/common'
import type {UsualBand} from './band'

/** The distance of an amount from the centre, in spreads; the maximum for any change of a constant series. */
export const scoreOf = (
  {centre, spread}: Pick<UsualBand, 'centre' | 'spread'>,
  amount: number,
  most: number,
): number => (amount === centre ? 0 : Math.min(most, Math.abs(amount - centre) / spread))

interface Stamped {
  at: EpochMs
  value: number
}

/** The rise of a counter per second; null where it was reset, and without time between the two. */
export const rateBetween = (before: Stamped, {at, value}: Stamped): number | null =>
  value < before.value || at <= before.at ? null : (value - before.value) / ((at - before.at) / 1000)

/** Moves a mean towards a value. */
export const mixed = (before: number, value: number, rate: number): number => before + rate * (value - before)
