import type {EpochMs} from '../../wire/common'
import type {Severity} from '../thresholds'
import type {Darkness, ScreenState} from './screenState'

/** The key under which the alarm of a screen is listed. */
export const SCREEN_KEY = 'screen'

/** Somebody is to be told of it when it lasts. */
export interface ScreenTrouble {
  severity: Severity
  /** `fallback`: the public sees its fallback video, and nothing that was planned. */
  kind: 'dark' | 'fallback' | 'partly' | 'silent'
  /** Why nothing of its list is shown; null where something is, or nobody knows. */
  why: Exclude<Darkness, 'switchedOff'> | null
  since: EpochMs | null
}

/**
 * What is wrong with a screen that is to be on. Null where nothing is, and where nobody has to be told: of a device that
 * never was a screen, that does not say what it shows, or that still plays its former list.
 */
export function troubleOf(state: ScreenState): ScreenTrouble | null {
  switch (state.kind) {
    case 'dark':
      if (state.why === 'switchedOff') return null
      return state.fallback === null
        ? {severity: 'critical', kind: 'dark', why: state.why, since: state.since}
        : {severity: 'warning', kind: 'fallback', why: state.why, since: state.since}
    case 'silent':
      return {severity: 'critical', kind: 'silent', why: null, since: state.since}
    case 'partly':
      return {severity: 'warning', kind: 'partly', why: null, since: state.since}
    default:
      return null
  }
}
