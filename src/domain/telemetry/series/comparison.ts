import {COMPARED_SERIES_LIMIT, COMPARED_UNITS_LIMIT} from '../../../../contract/limits'
import type {ShownUnit} from '../../../../contract/rules/format/shownUnit'
import type {DeviceEntry} from '../devices/device'
import type {ValueKind} from './chartKind'

export interface SeriesName {
  deviceId: string
  key: string
}

/**
 * The series drawn beside the chart's own. Each series keeps its place, and with it its colour, while others come and go.
 * The own series is at `own`, where `others` holds null, as in each free place.
 */
export interface Comparison {
  own: number
  others: readonly (SeriesName | null)[]
}

export interface Placed extends SeriesName {
  place: number
}

export const NO_COMPARISON: Comparison = {own: 0, others: []}

export const isSameSeries = (one: SeriesName, other: SeriesName): boolean =>
  one.deviceId === other.deviceId && one.key === other.key

export const placed = ({others}: Comparison): Placed[] =>
  others.flatMap((name, place) => (name === null ? [] : [{...name, place}]))

/** Puts a series in the first free place. A comparison without one stays as it is. */
export function withSeries(comparison: Comparison, {deviceId, key}: SeriesName): Comparison {
  const place = PLACES.find(at => at !== comparison.own && (comparison.others[at] ?? null) === null)
  if (place === undefined) return comparison
  return compact({...comparison, others: PLACES.map(at => (at === place ? {deviceId, key} : nameAt(comparison, at)))})
}

export const withoutSeries = ({own, others}: Comparison, name: SeriesName): Comparison =>
  compact({own, others: others.map(other => (other !== null && isSameSeries(other, name) ? null : other))})

/** Makes the first of the others the chart's own series when the own one is removed. Null without any. */
export function withoutOwn(comparison: Comparison): {own: SeriesName; comparison: Comparison} | null {
  const [first] = placed(comparison)
  if (first === undefined) return null
  const {place, ...own} = first
  return {own, comparison: {...withoutSeries(comparison, own), own: place}}
}

/** Whether the series can be there. As long as a device's keys are not read, each of them can. */
export function isKnown(devices: readonly DeviceEntry[], {deviceId, key}: SeriesName): boolean {
  const device = devices.find(({id}) => id === deviceId)
  return device !== undefined && (!device.isRead || device.keys.includes(key))
}

/** Returns the series that a link names and that don't exist, or no longer do. */
export const goneFrom = (comparison: Comparison, devices: readonly DeviceEntry[]): SeriesName[] =>
  placed(comparison).filter(name => !isKnown(devices, name))

export interface Candidate extends SeriesName {
  /** The unit of single values. */
  unit: ShownUnit
  kind: ValueKind
}

/** Why a series can't be added: it is a text, there is no place for it, or no axis. */
export type Refusal = 'text' | 'full' | 'unit'

export function refusalOf(shown: readonly Candidate[], requested: Candidate): Refusal | null {
  if (requested.kind === 'text') return 'text'
  if (shown.length >= COMPARED_SERIES_LIMIT) return 'full'
  const drawn = shown.filter(({kind}) => kind !== 'text')
  return axesOf([...drawn, requested]).some(unit => unit === requested.unit) ? null : 'unit'
}

/** The units of the axes, left and right. Values without a unit share an axis; a third unit has none. */
export const axesOf = (series: readonly Pick<Candidate, 'unit'>[]): ShownUnit[] =>
  [...new Set(series.map(({unit}) => unit))].slice(0, COMPARED_UNITS_LIMIT)

/**
 * Reads `with`, one for each place: a device and a key with `~` between them, and nothing for a free place. `place`
 * tells the place of the own series, which is otherwise the first one.
 */
export function comparisonFrom(parameters: URLSearchParams, ownName: SeriesName): Comparison {
  const own = PLACES.find(at => String(at + 1) === parameters.get('place')) ?? 0
  const names: (SeriesName | null)[] = []
  for (const text of parameters.getAll('with').slice(0, COMPARED_SERIES_LIMIT - 1)) {
    const name = nameFrom(text)
    const isNew = name !== null && [ownName, ...names].every(known => known === null || !isSameSeries(known, name))
    names.push(isNew ? name : null)
  }
  return compact({own, others: names.toSpliced(own, 0, ...(own <= names.length ? [null] : []))})
}

export function writeComparison(comparison: Comparison, parameters: URLSearchParams) {
  const {own, others} = compact(comparison)
  if (others.length === 0) return
  if (own !== 0) parameters.set('place', String(own + 1))
  others.forEach((name, place) => {
    if (place !== own) parameters.append('with', name === null ? '' : textOf(name))
  })
}

const PLACES = Array.from({length: COMPARED_SERIES_LIMIT}, (_, place) => place)

const nameAt = ({others}: Comparison, place: number): SeriesName | null => others[place] ?? null

/** Leaves out the free places at the end. Alone, the own series has the first place again. */
function compact({own, others}: Comparison): Comparison {
  const length = others.findLastIndex(name => name !== null) + 1
  return length === 0 ? NO_COMPARISON : {own, others: others.slice(0, length)}
}

function textOf({deviceId, key}: SeriesName): string {
  return `${deviceId.replaceAll('%', '%25').replaceAll('~', '%7E')}~${key}`
}

function nameFrom(text: string): SeriesName | null {
  const at = text.indexOf('~')
  if (at < 1 || at === text.length - 1) return null
  return {deviceId: text.slice(0, at).replaceAll('%7E', '~').replaceAll('%25', '%'), key: text.slice(at + 1)}
}
