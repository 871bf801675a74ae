import type {EpochMs, Milliseconds} from '../../../contract/wire/common'

/** The faults of a page that has been open for weeks. */
export const ILLNESSES = ['heap', 'frames', 'ticks', 'gone'] as const
export type Illness = (typeof ILLNESSES)[number]

/** The condition of the page, measured every few seconds. */
export interface Pulse {
  /** On a clock that is never set. */
  at: Milliseconds
  /** The used share of the heap, from 0 to 1; null when the browser doesn't say. */
  heap: number | null
  /** Whether a frame was drawn since the last pulse. A page that is hidden needs none. */
  hasFrame: boolean
  /** The time that the wall shows; null when there is no wall on the page. */
  shown: EpochMs | null
}

/** The last pulse, and for how many pulses in a row each thing has been wrong. */
export interface Health {
  last: Pulse | null
  symptoms: Readonly<Record<Illness, number>>
}

const NO_SYMPTOMS: Health['symptoms'] = {heap: 0, frames: 0, ticks: 0, gone: 0}
export const HEALTHY: Health = {last: null, symptoms: NO_SYMPTOMS}

export const PULSE_PERIOD: Milliseconds = 10_000
/** Above it the browser may soon end the page. */
const HEAP_BOUND = 0.8
/** A page that was frozen, or whose machine slept, is evaluated again. */
const LONGEST_PAUSE: Milliseconds = 3 * PULSE_PERIOD
/** Once may be chance. */
const PULSES = 3

export function withPulse({last, symptoms}: Health, pulse: Pulse): Health {
  if (last === null || pulse.at - last.at > LONGEST_PAUSE) return {last: pulse, symptoms: NO_SYMPTOMS}
  const count = (name: Illness, isWrong: boolean) => (isWrong ? symptoms[name] + 1 : 0)
  return {
    last: pulse,
    symptoms: {
      heap: count('heap', pulse.heap !== null && pulse.heap > HEAP_BOUND),
      frames: count('frames', !pulse.hasFrame),
      ticks: count('ticks', pulse.shown !== null && pulse.shown === last.shown),
      gone: count('gone', pulse.shown === null),
    },
  }
}

export const illnessOf = ({symptoms}: Health): Illness | null =>
  ILLNESSES.find(name => symptoms[name] >= PULSES) ?? null
