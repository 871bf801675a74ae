import {csvHead, csvNumber, csvRow, csvText} from '../../../../contract/rules/csv'
import {
  type ShownUnit,
  temperatureUnitOf,
  unitOfAggregated,
  unitText,
} from '../../../../contract/rules/format/shownUnit'
import {localTimes} from '../../../../contract/rules/time/localTime'
import {fileName} from '../../fileName'
import type {Series} from './series'
import type {TelemetryPoint} from './seriesAnswer'
import {textsAmong} from './states'

export const csvName = (deviceId: string, key: string): string => fileName(`${deviceId}-${key}-data.csv`)

/**
 * Writes a column of times (ISO, with the offset of the zone) and a column of values by RFC 4180. The header of the
 * second column names the key, the unit, the aggregation and window, and which points are left out if any are. `unit`
 * is the unit of single values.
 */
export function chartCsv(key: string, series: Series, unit: ShownUnit, zone: string): string {
  const shown = unitOfAggregated(unit, series.aggregation)
  const timeOf = localTimes(zone)
  const rows = series.points.map(({ts, value}) => csvRow(timeOf(ts), csvNumber(value, shown)))
  return [csvHead(key, unitText(shown), notesOn(series)), ...rows].join('')
}

/** Writes the texts among raw points, in order of time. */
export function textsCsv(
  key: string,
  points: readonly TelemetryPoint[],
  {zone, isTruncated}: {zone: string; isTruncated: boolean},
): string {
  const timeOf = localTimes(zone)
  const texts = textsAmong(points).sort((one, other) => one.ts - other.ts)
  const notes = isTruncated ? [`newest ${texts.length} points`] : []
  return [csvHead(key, null, notes), ...texts.map(({ts, text}) => csvRow(timeOf(ts), csvText(text)))].join('')
}

/** Names the unit in the head of a file that the server has written, as it only knows the units of temperature. */
export function withNamedUnit(file: string, key: string, unit: ShownUnit): string {
  const head = csvHead(key, null)
  const isUnnamed = unit !== null && temperatureUnitOf(unit) === null && file.startsWith(head)
  return isUnnamed ? csvHead(key, unitText(unit)) + file.slice(head.length) : file
}

/** Says what the points of a file are, and which are left out. */
export function notesOn(series: Series): string[] {
  const {aggregation, window, points, total, isThinned, isTruncated, rollupsUntil} = series
  const notes = [
    ...(window === null ? [] : [`${aggregation} of each ${window.applied} min`]),
    ...(rollupsUntil === undefined
      ? []
      : [`figures of hours and minutes before ${new Date(rollupsUntil).toISOString()}`]),
  ]
  if (isTruncated) return [...notes, `newest ${total} points`]
  return isThinned ? [...notes, `${points.length} of ${total} points`] : notes
}
