import type {DeviceEntry} from '../../telemetry/devices/device'
import {type Freshness, freshness, isInTime, validAt} from '../../telemetry/readings/freshness'
import type {Reading} from '../../telemetry/readings/reading'
import type {Board} from '../board'
import {type FoundHistory, historyId} from '../histories'
import {devicesWithKey} from './series'
import type {TopPanel} from './top'

/** The averages and figures of a span, as the server was asked for them. */
export type FoundHistories = ReadonlyMap<string, FoundHistory>

export interface RankedRow {
  device: DeviceEntry
  reading: Reading | null | undefined
  freshness: Freshness
  /** The moment that the latest value tells of. */
  seenAt: number | null
  /** The mean of the span; null where there is none. */
  mean: number | null
  max: number | null
}

type Shown = Pick<Board, 'devices' | 'readings' | 'now' | 'link' | 'lateAfter'>

/**
 * Returns the first rows of the table. By the latest value, late devices come last, as their present values are unknown.
 */
export function ranked(panel: TopPanel, board: Shown, found: FoundHistories): readonly RankedRow[] {
  const {key, by, end, count} = panel
  const rows = devicesWithKey(panel, board).map((device): RankedRow => {
    const reading = board.readings.get(device.id)?.get(key)
    const figures = found.get(historyId({deviceId: device.id, key}))?.figures
    return {
      device,
      reading,
      freshness: freshness(reading, board),
      seenAt: reading ? validAt(reading, board.now) : null,
      mean: figures?.mean ?? null,
      max: figures?.max ?? null,
    }
  })
  const sign = end === 'highest' ? -1 : 1
  const rank = (row: RankedRow) => {
    const value = by === 'now' ? numberOf(row) : row[by]
    return value === null ? Number.POSITIVE_INFINITY : sign * value
  }
  const isLast = ({freshness}: RankedRow) => Number(by === 'now' && !isInTime(freshness))
  return rows
    .map(row => ({row, rank: rank(row), isLast: isLast(row)}))
    .sort((one, other) => one.isLast - other.isLast || compare(one.rank, other.rank))
    .slice(0, count)
    .map(({row}) => row)
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)

export const numberOf = ({reading}: Pick<RankedRow, 'reading'>): number | null =>
  typeof reading?.value === 'number' ? reading.value : null
