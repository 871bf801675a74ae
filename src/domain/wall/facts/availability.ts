import {type Availability, shareOf, sumOf} from '../../../../contract/rules/availability'
import {DAY} from '../../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../../contract/wire/common'
import type {AvailabilityReport, AvailabilityRow} from '../../alarms/availability'
import type {Board} from '../board'
import {chosenDevices} from '../walls'
import type {AvailabilityPanel, AvailabilitySpan} from './kinds'

export const SPAN_LENGTHS: Readonly<Record<AvailabilitySpan, Milliseconds>> = {
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
}

export type AvailabilityFacts = Pick<AvailabilityReport, 'rows'>

export interface AvailabilityShown {
  rows: readonly AvailabilityRow[]
  total: Availability
  devices: number
}

/** Sorts the worst first, and devices without data last. */
export function availabilityOf(
  panel: AvailabilityPanel,
  board: Pick<Board, 'devices'>,
  {rows: all}: AvailabilityFacts,
): AvailabilityShown {
  const within = new Set(chosenDevices(board.devices, panel.devices).map(({id}) => id))
  const rows = all.filter(({id}) => id !== null && within.has(id))
  const rank = ({amounts}: AvailabilityRow) => shareOf(amounts) ?? Number.POSITIVE_INFINITY
  return {
    rows: rows
      .map(row => ({row, rank: rank(row)}))
      .sort((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank))
      .slice(0, panel.count)
      .map(({row}) => row),
    total: sumOf(rows.map(({amounts}) => amounts)),
    devices: rows.length,
  }
}
