interface Quantity {
  value: number
  unit: string | null | undefined
}

/** Units of which thousands have names that people use, with the prefix that a unit may have already. */
const PREFIXED = /^([kMGTP]?)(bit\/s|bps|b\/s|B\/s|B|W|Wh|VA|VAh|var|varh|Hz|J)$/

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P']

/** A prefix is chosen by the number that is shown with three digits: 999.9 W are 1 kW. */
const DIGITS = 3

/** Whether a value in this unit may be written in thousands of it. */
export const hasPrefixes = (unit: string | null): boolean => unit !== null && PREFIXED.test(unit)

/** Writes 6,426,434,177 bit/s as 6.426434177 Gbit/s. Units without a usual prefix stay as they are. */
export function prefixed(value: number, unit: string | null | undefined): Quantity {
  const [, prefix, base] = PREFIXED.exec(unit ?? '') ?? []
  if (prefix === undefined || base === undefined || value === 0 || !Number.isFinite(value)) return {value, unit}
  const given = PREFIXES.indexOf(prefix)
  const size = Number(Math.abs(value).toPrecision(DIGITS))
  const steps = Math.floor((Math.log10(size) + 1e-9) / 3)
  const chosen = Math.max(0, Math.min(PREFIXES.length - 1, given + steps))
  return {value: scaled(value, given - chosen), unit: `${PREFIXES[chosen] ?? ''}${base}`}
}

/** Dividing by a power of ten rounds once, as reading the decimal would; multiplying by 0.001 does not. */
const scaled = (value: number, thousands: number): number =>
  thousands < 0 ? value / 1000 ** -thousands : value * 1000 ** thousands
