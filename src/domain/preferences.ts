import {LANGUAGE_CODES, type Language} from '../../contract/languages/languages'
import {isZone} from '../../contract/rules/time/localTime'

/** A user's display settings. A `zone` of null is the browser's, `hours` of null are those of the language. */
export interface Preferences {
  theme: Theme
  zone: string | null
  hours: Hours | null
  density: Density
  language: Language
  /** Null for none. */
  quiet: QuietHours | null
  /** Whether an admin of an organisation gets a mail each Monday. */
  weeklyReport: boolean
  /** The name of the wall that the user sees first, empty for that of all devices; null for the organisation's. */
  firstWall: string | null
}

/** The time in which a user gets no notifications that can wait. `days` are those of the ISO week, 1 for Monday. */
export interface QuietHours {
  from: string
  until: string
  days: number[]
  zone: string
}

const ALL_DAYS = [1, 2, 3, 4, 5, 6, 7]

/** Returns the user's quiet hours, or every night by default. */
export const quietFrom = (quiet: QuietHours | null, zone: string): QuietHours =>
  quiet ?? {from: '22:00', until: '06:00', days: ALL_DAYS, zone}

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
  quiet: null,
  weeklyReport: true,
  firstWall: null,
}

/** Reads preferences stored by any server or an older page. Missing and unknown values are left out. */
export function knownPreferences(stored: unknown): Partial<Preferences> {
  if (!isRecord(stored)) return {}
  const {theme, zone, hours, density, language, quiet, weeklyReport, firstWall} = stored
  return {
    ...oneOf('theme', THEMES, theme),
    ...(zone === null || (typeof zone === 'string' && isZone(zone)) ? {zone} : {}),
    ...(hours === null ? {hours} : oneOf('hours', HOURS, hours)),
    ...oneOf('density', DENSITIES, density),
    ...oneOf('language', LANGUAGE_CODES, language),
    ...(quiet === null || isQuiet(quiet) ? {quiet} : {}),
    ...(typeof weeklyReport === 'boolean' && {weeklyReport}),
    ...(firstWall === null || typeof firstWall === 'string' ? {firstWall} : {}),
  }
}

const isTime = (text: unknown): boolean => typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

function isQuiet(stored: unknown): stored is QuietHours {
  if (!isRecord(stored)) return false
  const {from, until, days, zone} = stored
  const isDays = Array.isArray(days) && days.length > 0 && days.every(day => ALL_DAYS.includes(day))
  return isTime(from) && isTime(until) && isDays && typeof zone === 'string' && isZone(zone)
}

/**
 * The preferences that this browser stores. `unsaved` holds those of the user `userId` that the server has not accepted
 * yet.
 */
export interface StoredPreferences {
  preferences: Preferences
  unsaved: Partial<Preferences>
  userId: string | null
}

/** Reads what the browser stores. Until a person has chosen a language, it is that of the browser. */
export function readStoredPreferences(text: string | null, language: Language): StoredPreferences {
  const stored = parsed(text)
  return {
    preferences: {...DEFAULT_PREFERENCES, language, ...knownPreferences(stored.preferences)},
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
