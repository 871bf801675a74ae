import {DAY, HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {ILLNESSES, type Illness} from './health'

/** A page is old with another build, a changed wall, or after a day, when devices may have been added. */
export const OUTDATED = ['version', 'wall', 'day'] as const
export type Outdated = (typeof OUTDATED)[number]

export interface Reload {
  at: EpochMs
  why: Illness | Outdated
}

/** State stored across reloads: the page of the wall that was shown, and the reloads of the last day. */
export interface TabState {
  turn: {wall: number; page: number}
  isPaused: boolean
  reloads: readonly Reload[]
}

export const NOTHING_STORED: TabState = {turn: {wall: 0, page: 0}, isPaused: false, reloads: []}

const FIRST_PAUSE: Milliseconds = 10 * MINUTE
const LONGEST_PAUSE: Milliseconds = 4 * HOUR

/** Returns the reloads of the last day. A clock that was set back may have put some into the future. */
export const lately = (reloads: readonly Reload[], now: EpochMs): readonly Reload[] =>
  reloads.filter(({at}) => at <= now && now - at < DAY)

/**
 * A reload that does not help must not be repeated again and again: the pause doubles with each reload of the last day.
 */
export function mayReload(reloads: readonly Reload[], now: EpochMs): boolean {
  const recent = lately(reloads, now)
  const last = recent.at(-1)
  return last === undefined || now - last.at >= Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (recent.length - 1))
}

/** Reads stored state, which may come from another version. */
export function storedFrom(text: string | null): TabState {
  const {turn, isPaused, reloads} = recordOf(parsed(text))
  const {wall, page} = recordOf(turn)
  return {
    turn: {wall: countOf(wall), page: countOf(page)},
    isPaused: isPaused === true,
    reloads: Array.isArray(reloads) ? reloads.flatMap(reloadFrom) : [],
  }
}

function reloadFrom(value: unknown): Reload[] {
  const {at, why} = recordOf(value)
  const reason = [...ILLNESSES, ...OUTDATED].find(each => each === why)
  return typeof at === 'number' && reason !== undefined ? [{at, why: reason}] : []
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? {...value} : {}

const countOf = (value: unknown): number => (Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : 0)
