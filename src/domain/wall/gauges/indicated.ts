import {inUnit} from '../../../../contract/rules/units'
import type {EpochMs} from '../../../../contract/wire/common'
import type {ValueRange} from '../../telemetry/indicator'
import type {Limit} from '../../telemetry/limits'
import type {SparklineId} from '../../telemetry/series/sparkline'
import type {UsualPart} from '../../telemetry/usual'
import type {Board} from '../board'
import {alarmRank, type SeriesMarks} from '../conditions'
import {seriesOfKey} from '../panels/series'
import {gaugeScale} from './gauge'
import {type IndicatorsPanel, MAX_INDICATORS} from './indicators'
import {finite} from './ticks'

/** Returns the series that the panel shows, those of a key with the worst first, and the number that didn't fit. */
export function indicatedSeries(
  panel: IndicatorsPanel,
  board: Pick<Board, 'devices'> & {conditions: SeriesMarks},
): {shown: readonly SparklineId[]; left: number} {
  const all =
    panel.of === 'series'
      ? panel.series.filter(({deviceId}) => board.devices.some(({id}) => id === deviceId))
      : seriesOfKey(panel, board).sort(
          (one, other) => alarmRank(one, board.conditions) - alarmRank(other, board.conditions),
        )
  return {shown: all.slice(0, MAX_INDICATORS), left: Math.max(0, all.length - MAX_INDICATORS)}
}

/** The usual bands of a series in the hours around now; `unsaid` for a counter, and before they were requested. */
export type SeriesBands = {kind: 'unsaid'} | {kind: 'learning'} | {kind: 'known'; parts: readonly UsualPart[]}

export const UNSAID: SeriesBands = {kind: 'unsaid'}

export const bandNow = (bands: SeriesBands, now: EpochMs): ValueRange | null =>
  (bands.kind === 'known' && bands.parts.find(({start, end}) => start <= now && now < end)) || null

interface Known {
  band: ValueRange | null
  limits: readonly Pick<Limit, 'value'>[]
  value: number | null
  unit: string | null
}

/**
 * Returns the scale of an indicator, in the unit that is shown: the limits, and on both sides of the band at least as
 * much as the band itself. Without a band and limits there is none: the pointer would be in the middle, as if it were
 * usual.
 */
export function indicatorScale({band, limits, value, unit}: Known): {
  band: ValueRange | null
  range: ValueRange | null
} {
  const shownOf = (stored: number) => finite(inUnit(stored, unit))
  const shown = band && {low: shownOf(band.low), high: shownOf(band.high)}
  if (shown === null) {
    const values = value === null ? [] : [value]
    return {
      band: null,
      range: limits.length === 0 ? null : gaugeScale({least: null, most: null}, {limits, values, unit}),
    }
  }
  const room = finite(shown.high - shown.low) || Math.abs(shown.high) || 1
  const ends = limits.map(({value}) => shownOf(value))
  return {
    band: shown,
    range: {low: finite(Math.min(shown.low - room, ...ends)), high: finite(Math.max(shown.high + room, ...ends))},
  }
}
