import {isRecord} from '../../../contract/rules/json'
import {UNIT_LENGTH, unitsFrom} from '../../../contract/rules/units'
import type {Json} from '../../../contract/wire/common'
import {textsOf} from '../language'
import type {Attribute, AttributeValue} from './attribute'

/** The units of an organisation's keys, and the keys that its devices send. */
export interface LoadedUnits {
  attribute: Attribute | null
  keys: readonly string[]
}

export interface UnitRow {
  key: string
  unit: string
}

export type UnitProblems = Partial<Record<keyof UnitRow, string>>

export const EMPTY_UNIT: UnitRow = {key: '', unit: ''}

export const unitsTexts = textsOf('units', {
  noKey: 'Name a key.',
  taken: 'This key has a unit already.',
  noUnit: 'Name a unit.',
  unusable: (characters: number) => `A unit has ${characters} characters at most, and no angle brackets.`,
})

export const unitRows = ({attribute}: Pick<LoadedUnits, 'attribute'>): readonly UnitRow[] =>
  [...unitsFrom(storedIn(attribute))]
    .map(([key, unit]) => ({key, unit}))
    .sort((one, other) => (one.key < other.key ? -1 : 1))

/** The unit of a key as it is stored now; null when it has none. */
export const storedUnitOf = (loaded: Pick<LoadedUnits, 'attribute'> | null, key: string): UnitRow | null =>
  (loaded && unitRows(loaded).find(row => row.key === key)) ?? null

export function unitProblems(
  {key, unit}: UnitRow,
  {chosen, loaded}: {chosen: UnitRow | null; loaded: LoadedUnits | null},
): UnitProblems {
  const isTaken = chosen === null && storedUnitOf(loaded, key.trim()) !== null
  return {
    ...(isTaken && {key: unitsTexts.taken}),
    ...(key.trim() === '' && {key: unitsTexts.noKey}),
    ...(unitsFrom({key: unit}).get('key') !== unit.trim() && {unit: unitsTexts.unusable(UNIT_LENGTH)}),
    ...(unit.trim() === '' && {unit: unitsTexts.noUnit}),
  }
}

/** The value of the attribute with one unit as it is typed. What is no unit stays in it. */
export const unitsWith = (loaded: LoadedUnits | null, {key, unit}: UnitRow): AttributeValue => ({
  type: 'json',
  value: {...storedIn(loaded?.attribute ?? null), [key.trim()]: unit.trim()},
})

export function unitsWithout(loaded: LoadedUnits | null, {key}: UnitRow): AttributeValue {
  const {[key]: _, ...others} = storedIn(loaded?.attribute ?? null)
  return {type: 'json', value: others}
}

function storedIn(attribute: Attribute | null): Readonly<Record<string, Json>> {
  const json = attribute?.value.type === 'json' ? attribute.value.value : null
  return isRecord(json) ? json : {}
}

/** Units of the field, offered while one is typed. */
export const COMMON_UNITS: readonly string[] = [
  ...['°C', '%', 'bar', 'Pa', 'V', 'A', 'W', 'kW', 'kWh', 'Hz', 'bit/s', 'B', 'ms', 's', 'm/s', 'mm/s', 'rpm'],
  ...['l/min', 'm³/h', 'ppm', 'dBm', 'lx'],
]
