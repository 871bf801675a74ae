import {dayStart} from '../../../../contract/rules/time/calendar'
import {DAY} from '../../../../contract/rules/time/durations'
import {offsetsOf} from '../../../../contract/rules/time/localTime'
import type {EpochMs} from '../../../../contract/wire/common'
import type {DeviceEntry} from '../../telemetry/devices/device'
import type {Figures} from '../../telemetry/series/sparkline'
import type {TimeRange} from '../../timeRange/timeRange'
import type {Board} from '../board'
import {historyId} from '../histories'
import {devicesWithKey} from '../panels/series'
import type {ComparisonPanel} from './kinds'

/** The amounts by the ids of the series. Series without values are missing. */
export interface ComparisonFacts {
  today: ReadonlyMap<string, Figures>
  yesterday: ReadonlyMap<string, Figures>
}

export interface ComparisonRow {
  device: DeviceEntry
  today: Figures | null
  yesterday: Figures | null
  /** The difference of the means. */
  difference: number | null
}

/** Today so far, and yesterday until its clocks showed the same. */
export function comparedDays(now: EpochMs, zone: string): {today: TimeRange; yesterday: TimeRange} {
  const [start, before] = [dayStart(now, zone), dayStart(now, zone, 1)]
  const offsetAt = offsetsOf(zone)
  const shown = now + offsetAt(now) - DAY
  const same = shown - offsetAt(shown - offsetAt(now))
  return {
    today: {start, end: now},
    yesterday: {start: before, end: Math.min(start, Math.max(before, same))},
  }
}

/** Sorts the largest difference first; series that can't be compared come last. */
export function compared(
  panel: ComparisonPanel,
  board: Pick<Board, 'devices'>,
  {today: ofToday, yesterday: ofYesterday}: ComparisonFacts,
): readonly ComparisonRow[] {
  const rank = ({difference}: ComparisonRow) => (difference === null ? -1 : Math.abs(difference))
  return devicesWithKey(panel, board)
    .map((device): ComparisonRow => {
      const id = historyId({deviceId: device.id, key: panel.key})
      const [today, yesterday] = [ofToday.get(id) ?? null, ofYesterday.get(id) ?? null]
      const difference = today === null || yesterday === null ? null : today.mean - yesterday.mean
      return {device, today, yesterday, difference}
    })
    .sort((one, other) => rank(other) - rank(one))
    .slice(0, panel.count)
}
