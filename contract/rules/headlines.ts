import type {Json} from '../wire/common'
import {isRecord} from './json'

/** The shared attribute of an organisation that names the key by which each of its devices is known at a glance. */
export const HEADLINES_ATTRIBUTE = 'headlines'

/** A label goes before a type, and a type before all devices. */
export const HEADLINE_LEVELS = ['label', 'type', 'all'] as const
export type HeadlineLevel = (typeof HEADLINE_LEVELS)[number]

/** The headline key of the devices with a label or of a type, or of all devices, whose `value` is empty. */
export interface Headline {
  by: HeadlineLevel
  value: string
  key: string
}

export type Headlines = readonly Headline[]

export const NO_HEADLINES: Headlines = []

interface Named {
  label?: string | null | undefined
  type?: string | null | undefined
}

/** Tells whether both are for the same devices. An attribute holds one of them at most. */
export const isSameHeadline = (one: Omit<Headline, 'key'>, other: Omit<Headline, 'key'>): boolean =>
  one.by === other.by && one.value === other.value

/** Reads the value of the attribute, which anybody may have written. Anything but a headline is left out. */
export function headlinesFrom(json: Json | undefined): Headlines {
  const read = Array.isArray(json) ? json.flatMap(entry => headlineFrom(entry) ?? []) : []
  return read.filter((headline, at) => read.findIndex(other => isSameHeadline(headline, other)) === at)
}

function headlineFrom(entry: Json): Headline | null {
  if (!isRecord(entry)) return null
  const {by, value = '', key} = entry
  const level = HEADLINE_LEVELS.find(each => each === by)
  if (level === undefined || typeof key !== 'string' || key === '' || typeof value !== 'string') return null
  if (level === 'all') return {by: level, value: '', key}
  return value === '' ? null : {by: level, value, key}
}

export const headlinesValue = (headlines: Headlines): Json[] =>
  headlines.map(({by, value, key}) => (by === 'all' ? {by, key} : {by, value, key}))

/** The headlines that hold for a device, the nearest first. A device may not send the key of the nearest. */
export const headlinesFor = (headlines: Headlines, device: Named): Headlines =>
  HEADLINE_LEVELS.flatMap(level =>
    headlines.filter(({by, value}) => by === level && (by === 'all' || value === device[by])),
  )
