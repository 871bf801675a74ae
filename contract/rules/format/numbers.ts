import {prefixed} from './prefixes'

/** The English words in place of a value that is no number, or is too large for one. */
export const NUMBER_WORDS = {notANumber: 'not a number', beyondRange: 'beyond range'}

export type NumberWords = Readonly<typeof NUMBER_WORDS>

export interface Numbers {
  /** Writes at most `digits` significant digits. The digits before the decimal point are never rounded. A unit may get a prefix, as in 6.43 Gbit/s. */
  number(value: number, options?: {unit?: string | null; digits?: number}): string
  /**
   * Writes a value of a list or a wall: three significant digits, and their zeros where the value is rounded, so that
   * 54.02 is 54.0 beside 43.6. A value of fewer digits, such as a count, gets no zeros.
   */
  listed(value: number, unit?: string | null): string
  /** Writes all digits of a number. */
  exact(value: number, unit?: string | null): string
  /** Writes a number in little room: four digits and a power of a thousand. */
  compact(value: number, unit?: string | null): string
  /** Writes a number with exactly this many digits after the decimal point. */
  fixed(value: number, digits: number, unit?: string | null): string
}

/** All values of a list or a wall have this precision, so that they compare at a glance. */
export const LISTED_DIGITS = 3

/** A sentence or a tooltip has room for this many digits. */
const DIGITS = 5

const COMPACT_DIGITS = 4

/** A double holds this many digits for certain, and converting a temperature adds an error to those behind them. */
export const CERTAIN_DIGITS = 12

/** A double holds every whole number up to this many digits. */
const WHOLE_DIGITS = 15
export const MAX_DIGITS = 17

/** Numbers outside of these sizes are written with a power of ten. */
const LEAST = 1e-6
const GREATEST = 1e15

/** Digits that a double does not hold for certain, as in 0.1 + 0.2, are none that rounding leaves out. */
const isRounded = (value: number): boolean =>
  Number(value.toPrecision(LISTED_DIGITS)) !== Number(value.toPrecision(CERTAIN_DIGITS))

/** Creating a formatter takes a hundred times as long as using it, so each is cached. */
export function createNumbers(locale: string, words: NumberWords): Numbers {
  const cached = new Map<string, Intl.NumberFormat>()
  const formatter = (name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    const known = cached.get(name)
    if (known !== undefined) return known
    const made = new Intl.NumberFormat(locale, {signDisplay: 'negative', ...options})
    cached.set(name, made)
    return made
  }
  const write = (name: string, options: Intl.NumberFormatOptions, value: number): string =>
    formatter(name, options).format(value).replaceAll('-', MINUS)

  function significant(value: number, digits: number, least = 1): string {
    const size = Math.abs(value)
    if (size !== 0 && (size < LEAST || size >= GREATEST))
      return write(`e${digits}`, {notation: 'scientific', maximumSignificantDigits: digits}, value)
    const wholeDigits = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1
    const most = Math.max(digits, Math.min(wholeDigits, WHOLE_DIGITS))
    return write(`s${least}-${most}`, {minimumSignificantDigits: least, maximumSignificantDigits: most}, value)
  }

  const oddity = (value: number): string | null => {
    if (Number.isNaN(value)) return words.notANumber
    return Number.isFinite(value) ? null : words.beyondRange
  }

  const written = (value: number, unit: string | null | undefined, text: (shown: number) => string): string => {
    const shown = prefixed(value, unit)
    return oddity(value) ?? `${text(shown.value)}${afterNumber(shown.unit)}`
  }

  return {
    number: (value, {unit, digits = DIGITS} = {}) => written(value, unit, shown => significant(shown, digits)),
    listed: (value, unit) =>
      written(value, unit, shown => significant(shown, LISTED_DIGITS, isRounded(shown) ? LISTED_DIGITS : 1)),
    exact: (value, unit) => oddity(value) ?? `${significant(value, MAX_DIGITS)}${afterNumber(unit)}`,
    compact(value, unit) {
      const options = {notation: 'engineering', maximumSignificantDigits: COMPACT_DIGITS} as const
      return written(value, unit, shown => write('c', options, shown))
    },
    fixed(value, digits, unit) {
      const options = {minimumFractionDigits: digits, maximumFractionDigits: digits}
      // Intl rounds the shortest decimal of a double, toFixed the double itself: 1.005 lies below its decimal.
      return written(value, unit, shown => write(`f${digits}`, options, Number(shown.toFixed(digits))))
    },
  }
}

/** A hyphen is shorter than a plus sign, and a line may break after it. */
const MINUS = '\u2212'

const NARROW_NO_BREAK_SPACE = '\u202f'

/** Writes the unit of '21.5 °C' so that no line can break before it. A degree sign gets no space. */
export function afterNumber(unit: string | null | undefined): string {
  if (unit === null || unit === undefined || unit === '') return ''
  return unit === '°' ? unit : `${NARROW_NO_BREAK_SPACE}${unit}`
}

/** A count as the language writes it, and a dash for one that is not known. */
export const countText = ({number}: {number: (value: number) => string}, count: number | null): string =>
  count === null ? '–' : number(count)
