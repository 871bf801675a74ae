import {isRecord} from '../../../../contract/rules/json'
import {type Threshold, type ThresholdFault, thresholdFrom} from '../../../../contract/rules/thresholds'
import type {Units} from '../../../../contract/rules/units'
import type {Json} from '../../../../contract/wire/common'
import type {Attribute} from '../attribute'

/** The levels whose attributes define what is normal, from the farthest to the nearest. */
export type LevelKind = 'organisation' | 'customer' | 'device'

/** The entity whose thresholds are edited. `customerId` is that of a device. */
export interface ThresholdOwner {
  kind: LevelKind
  id: string
  organisationId: string | null
  customerId: string | null
}

/** One of the levels and its settings. The attribute is null where there is none. */
export interface ThresholdLevel {
  kind: LevelKind
  id: string
  attribute: Attribute | null
  units: Units
}

/** The levels that could be read, from the farthest to the nearest, which is that of the owner. */
export interface ThresholdLevels {
  inherited: readonly ThresholdLevel[]
  own: ThresholdLevel
  /** The levels that may not be read. */
  unreadable: readonly LevelKind[]
}

/** The effective threshold of a key and its source; or a stored one that can't be applied. */
export interface ThresholdRow {
  key: string
  from: Pick<ThresholdLevel, 'kind' | 'id'>
  isOwn: boolean
  threshold: Threshold | null
  fault: ThresholdFault | null
}

/** The thresholds that hold, key by key, and the faulty ones of all levels, which hold nothing. */
export function thresholdRows({inherited, own}: ThresholdLevels): readonly ThresholdRow[] {
  const holding = new Map<string, ThresholdRow>()
  const faulty: ThresholdRow[] = []
  for (const level of [...inherited, own]) {
    for (const [key, json] of Object.entries(recordIn(level.attribute))) {
      const read = thresholdFrom(json)
      const row = {key, from: level, isOwn: level === own}
      if (typeof read === 'string') faulty.push({...row, threshold: null, fault: read})
      else holding.set(key, {...row, threshold: read, fault: null})
    }
  }
  return [...holding.values(), ...faulty].sort((one, other) => (one.key < other.key ? -1 : 1))
}

/** Whether a farther level says something of a key, so that it can be switched off here. */
export const isInherited = ({inherited}: ThresholdLevels, key: string): boolean =>
  inherited.some(({attribute}) => Object.hasOwn(recordIn(attribute), key))

/** Returns the attribute's settings by key; nothing when it holds something else than keys. */
export function recordIn(attribute: Attribute | null): Readonly<Record<string, Json>> {
  const json = attribute?.value.type === 'json' ? attribute.value.value : null
  return isRecord(json) ? json : {}
}

/** Whether the attribute holds something else than keys, which writing a threshold would replace. */
export const holdsSomethingElse = (attribute: Attribute | null): boolean =>
  attribute !== null &&
  (attribute.value.type !== 'json' || Array.isArray(attribute.value.value) || typeof attribute.value.value !== 'object')

/** The unit in which values of a key are stored; null when nobody has named it. */
export function storedUnit({inherited, own}: ThresholdLevels, key: string): string | null {
  if (key === 'temperature') return '°C'
  return [own, ...inherited.toReversed()].map(({units}) => units.get(key)).find(unit => unit !== undefined) ?? null
}
