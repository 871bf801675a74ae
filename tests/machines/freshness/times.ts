import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

export const SECOND: Milliseconds = 1000
export const LATE_AFTER: Milliseconds = 1000
export const START: EpochMs = Date.parse('2026-01-14T12:00:00Z')

/** A text of a state in which moments have become ages in seconds; all ages past every limit are alike. */
export const relativeTo = (now: EpochMs, what: unknown): string =>
  JSON.stringify(what, (_key, value: unknown) => {
    if (typeof value === 'number' && value > START / 2) return ageClass(now - value)
    if (value instanceof Map || value instanceof Set) return [...value]
    return value
  })

function ageClass(age: Milliseconds): string {
  if (Math.abs(age) <= LATE_AFTER + SECOND) return `${Math.round(age / SECOND)} s`
  return age < 0 ? 'ahead' : 'behind'
}
