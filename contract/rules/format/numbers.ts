/** The English words in place of a value that is no number, or is too large for one. */
export const NUMBER_WORDS = {notANumber: 'not a number', beyondRange: 'beyond range'}

export type NumberWords = Readonly<typeof NUMBER_WORDS>

export interface Numbers {
  /** Writes at most `digits` significant digits. The digits before the decimal point are never rounded. */
  number(value: number, options?: {unit?: string | null; digits?: number}): string
  /** Writes all digits of a number. */
  exact(value: number, unit?: string | null): string
  /** Writes a number in little room: four digits and a power of a thousand. */
  compact(value: number, unit?: string | null): string
  /** Writes a number with exactly this many digits after the decimal point. */
  fixed(value: number, digits: number, unit?: string | null): string
}

/** A column of a list has room for this many digits. */
export const LISTED_DIGITS = 5

const COMPACT_DIGITS = 4

/** A double holds every whole number up to this many digits. */
const WHOLE_DIGITS = 15
export const MAX_DIGITS = 17

/** Numbers outside of these sizes are written with a power of ten. */
const LEAST = 1e-6
const GREATEST = 1e15

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

  function significant(value: number, digits: number): string {
    const size = Math.abs(value)
    if (size !== 0 && (size < LEAST || size >= GREATEST))
      return formatter(`e${digits}`, {notation: 'scientific', maximumSignificantDigits: digits}).format(value)
    const wholeDigits = size < 1 ? 0 : Math.floor(Math.log10(size)) + 1
    const most = Math.max(digits, Math.min(wholeDigits, WHOLE_DIGITS))
    return formatter(`s${most}`, {maximumSignificantDigits: most}).format(value)
  }

  const oddity = (value: number): string | null => {
    if (Number.isNaN(value)) return words.notANumber
    return Number.isFinite(value) ? null : words.beyondRange
  }

  return {
    number: (value, {unit, digits = LISTED_DIGITS} = {}) => oddity(value) ?? withUnit(significant(value, digits), unit),
    exact: (value, unit) => oddity(value) ?? withUnit(significant(value, MAX_DIGITS), unit),
    compact(value, unit) {
      const options = {notation: 'engineering', maximumSignificantDigits: COMPACT_DIGITS} as const
      return oddity(value) ?? withUnit(formatter('c', options).format(value), unit)
    },
    fixed(value, digits, unit) {
      const options = {minimumFractionDigits: digits, maximumFractionDigits: digits}
      // Intl rounds the shortest decimal of a double, toFixed the double itself: 1.005 lies below its decimal.
      return oddity(value) ?? withUnit(formatter(`f${digits}`, options).format(Number(value.toFixed(digits))), unit)
    },
  }
}

const NARROW_NO_BREAK_SPACE = '\u202f'

const withUnit = (text: string, unit: string | null | undefined): string => `${text}${afterNumber(unit)}`

/** Writes the unit of '21.5 °C' so that no line can break before it. A degree sign gets no space. */
export function afterNumber(unit: string | null | undefined): string {
  if (unit === null || unit === undefined || unit === '') return ''
  return unit === '°' ? unit : `${NARROW_NO_BREAK_SPACE}${unit}`
}

/** A count as the language writes it, and a dash for one that is not known. */
export const countText = ({number}: {number: (value: number) => string}, count: number | null): string =>
  count === null ? '–' : number(count)
