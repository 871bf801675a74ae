import {csvNumber, csvText} from '../../../../contract/rules/csv'
import {type ShownUnit, unitOfAggregated, unitText} from '../../../../contract/rules/format/shownUnit'
import {localTimes} from '../../../../contract/rules/time/localTime'
import type {EpochMs} from '../../../../contract/wire/common'
import {notesOn} from './csv'
import type {Series} from './series'

export interface ComparedColumn {
  /** Names the device and the key. */
  title: string
  series: Series
  /** The unit of single values. */
  unit: ShownUnit
}

/**
 * Writes the drawn points of all series by RFC 4180: a column of times (ISO, with the offset of the zone), and a column
 * for each series, empty where it has no value. Each head names the unit, and which points are left out if any are.
 */
export function comparisonCsv(columns: readonly ComparedColumn[], zone: string): string {
  const timeOf = localTimes(zone)
  const rows = new Map<EpochMs, (number | '')[]>()
  columns.forEach(({series, unit}, at) => {
    const shown = unitOfAggregated(unit, series.aggregation)
    for (const {ts, value} of series.points) {
      const row = rows.get(ts) ?? columns.map(() => '')
      row[at] = csvNumber(value, shown)
      rows.set(ts, row)
    }
  })
  const lines = [...rows].sort(([one], [other]) => one - other).map(([ts, values]) => [timeOf(ts), ...values])
  return [['timestamp', ...columns.map(headOf)], ...lines].map(line => `${line.join(',')}\r\n`).join('')
}

function headOf({title, series, unit}: ComparedColumn): string {
  const shown = unitText(unitOfAggregated(unit, series.aggregation))
  const said = [...(shown === null ? [] : [shown]), ...notesOn(series)].join('; ')
  return csvText(said === '' ? title : `${title} (${said})`)
}
