import {trimmed} from '../../../contract/wire/text'

/** So many recent reasons of a user are offered. */
export const MAX_REASONS = 4

/** Puts a reason before the others, once. An empty one changes nothing. */
export function withReason(reasons: readonly string[], reason: string): readonly string[] {
  const given = trimmed(reason)
  return given === '' ? reasons : [given, ...reasons.filter(one => one !== given)].slice(0, MAX_REASONS)
}

/** Reads stored reasons. Anything else than a list of texts is none. */
export function readReasons(stored: string | null): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(one => typeof one === 'string').slice(0, MAX_REASONS) : []
  } catch {
    return []
  }
}

/** The recent reasons, and below them those that are usual everywhere, as far as there is room. */
export const offeredReasons = (recent: readonly string[], usual: readonly string[]): readonly string[] =>
  [...new Set([...recent, ...usual])].slice(0, MAX_REASONS)
