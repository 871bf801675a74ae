import type {Offer} from '../../../contract/wire/capabilities'
import {type LandingRoute, mayOpen} from '../landing'

/** A user's choices for the frame around the screens. */
export interface ShellChoices {
  rail: 'wide' | 'narrow'
  /** Whether single letters act. Speech input can press letters that nobody meant, so they can be switched off. */
  letters: 'heard' | 'ignored'
}

/** The main places of the application. */
export type PlaceName = 'overview' | 'dashboard' | 'alarms' | 'admin' | 'settings' | 'myHome' | 'profile'

export interface Place {
  name: PlaceName
  path: LandingRoute | '/overview' | '/alarms' | '/settings' | '/myhome' | '/profile'
}

const PLACES: readonly Place[] = [
  {name: 'overview', path: '/overview'},
  {name: 'dashboard', path: '/dashboard'},
  {name: 'alarms', path: '/alarms'},
  {name: 'admin', path: '/sys_admin'},
  {name: 'settings', path: '/settings'},
  {name: 'myHome', path: '/myhome'},
  {name: 'profile', path: '/profile'},
]

/**
 * The places that a user of this authority may open on a server that offers this, in the order of the navigation. As
 * long as the offer is not known, it is taken to be all, so that nothing moves when it is.
 */
export const placesOf = (
  authority: string,
  offered: Offer | null,
  {hasOverview} = {hasOverview: false},
): readonly Place[] =>
  PLACES.filter(
    ({name, path}) =>
      mayOpen(path, authority) &&
      (name !== 'alarms' || offered !== 'specified') &&
      (name !== 'overview' || hasOverview),
  )

/** Reads stored choices, which may come from another version. */
export function choicesFrom(stored: string | null, otherwise: ShellChoices): ShellChoices {
  const words = (stored ?? '').split(' ')
  return {
    rail: words.includes('narrow') ? 'narrow' : words.includes('wide') ? 'wide' : otherwise.rail,
    letters: words.includes('ignored') ? 'ignored' : words.includes('heard') ? 'heard' : otherwise.letters,
  }
}

export const storedChoices = ({rail, letters}: ShellChoices): string => `${rail} ${letters}`

/** Whether the address asks for the screen alone, without the frame around it. */
export const isKiosk = (search: string): boolean => new URLSearchParams(search).get('kiosk') === '1'
