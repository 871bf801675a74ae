import {LANGUAGE_CODES, type Language} from '../../../contract/languages/languages'
import {isZone} from '../format/zone'

/** How a person wants the pages. A `zone` of null is the browser's, `hours` of null are those of the language. */
export interface Preferences {
  theme: Theme
  zone: string | null
  hours: Hours | null
  density: Density
  language: Language
}

export type Theme = (typeof THEMES)[number]
export type Hours = (typeof HOURS)[number]
export type Density = (typeof DENSITIES)[number]

export const THEMES = ['system', 'light', 'dark'] as const
export const HOURS = ['12', '24'] as const
export const DENSITIES = ['comfortable', 'compact'] as const

export const DEFAULT_PREFERENCES: Preferences = {
  theme: 'system',
  zone: null,
  hours: null,
  density: 'comfortable',
  language: 'en',
}

/** Reads what any server or an older page has kept. What is missing or unknown is left out. */
export function knownPreferences(stored: unknown): Partial<Preferences> {
  if (!isRecord(stored)) return {}
  const {theme, zone, hours, density, language} = stored
  return {
    ...oneOf('theme', THEMES, theme),
    ...(zone === null || (typeof zone === 'string' && isZone(zone)) ? {zone} : {}),
    ...(hours === null ? {hours} : oneOf('hours', HOURS, hours)),
    ...oneOf('density', DENSITIES, density),
    ...oneOf('language', LANGUAGE_CODES, language),
  }
}

/** What this browser keeps. `unsaved` holds what the server has not taken yet from the user of `userId`. */
export interface StoredPreferences {
  preferences: Preferences
  unsaved: Partial<Preferences>
  userId: string | null
}

export function readStoredPreferences(text: string | null): StoredPreferences {
  const stored = parsed(text)
  return {
    preferences: {...DEFAULT_PREFERENCES, ...knownPreferences(stored.preferences)},
    unsaved: knownPreferences(stored.unsaved),
    userId: typeof stored.userId === 'string' ? stored.userId : null,
  }
}

function oneOf<Name extends string, Value extends string>(
  name: Name,
  values: readonly Value[],
  stored: unknown,
): {[Key in Name]?: Value} {
  const value = values.find(known => known === stored)
  const found: {[Key in Name]?: Value} = {}
  if (value !== undefined) found[name] = value
  return found
}

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text ?? '')
    return isRecord(json) ? json : {}
  } catch {
    return {}
  }
}

const isRecord = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null
