import {type LandingRoute, mayOpen} from './landing'

/** What a person has chosen for the frame around the screens. */
export interface ShellChoices {
  rail: 'wide' | 'narrow'
  /** Whether single letters act. Speech input can press letters that nobody meant, so they can be switched off. */
  letters: 'heard' | 'ignored'
}

/** The main places of the application. */
export type PlaceName = 'dashboard' | 'admin' | 'myHome' | 'profile'

export interface Place {
  name: PlaceName
  path: LandingRoute | '/myhome' | '/profile'
  /** The letter that leads there after `g`. */
  letter: string
}

const PLACES: readonly Place[] = [
  {name: 'dashboard', path: '/dashboard', letter: 'd'},
  {name: 'admin', path: '/sys_admin', letter: 'a'},
  {name: 'myHome', path: '/myhome', letter: 'h'},
  {name: 'profile', path: '/profile', letter: 'p'},
]

/** The places that a user of this authority may open, in the order of the navigation. */
export const placesOf = (authority: string): readonly Place[] => PLACES.filter(({path}) => mayOpen(path, authority))

/** Reads what the browser has kept, which may come from another version. */
export function choicesFrom(kept: string | null, otherwise: ShellChoices): ShellChoices {
  const words = (kept ?? '').split(' ')
  return {
    rail: words.includes('narrow') ? 'narrow' : words.includes('wide') ? 'wide' : otherwise.rail,
    letters: words.includes('ignored') ? 'ignored' : words.includes('heard') ? 'heard' : otherwise.letters,
  }
}

export const keptChoices = ({rail, letters}: ShellChoices): string => `${rail} ${letters}`
