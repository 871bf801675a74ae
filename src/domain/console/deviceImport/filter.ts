import type {CheckedRow, Warning} from './check'
import {type Results, ROW_RESULTS, type RowResult, resultOf} from './outcome'

/** The filters of the rows before the import. */
export const ROW_FILTERS = ['all', 'good', 'wrong', 'known', 'repeated'] as const
export type RowFilter = (typeof ROW_FILTERS)[number]

/** Groups the rows. A row with a problem is not listed under warnings, even if it has some. */
export function rowsOf(rows: readonly CheckedRow[]): Readonly<Record<RowFilter, readonly CheckedRow[]>> {
  const good = rows.filter(({problems}) => problems.length === 0)
  const warned = (kind: Warning['kind']) => good.filter(({warnings}) => warnings.some(warning => warning.kind === kind))
  return {
    all: rows,
    good,
    wrong: rows.filter(({problems}) => problems.length > 0),
    known: warned('known'),
    repeated: warned('repeated'),
  }
}

/** The filters of the rows after the import. */
export const RESULT_FILTERS = ['all', ...ROW_RESULTS] as const
export type ResultFilter = (typeof RESULT_FILTERS)[number]

/** Groups the rows by what became of them. */
export function resultsOf(
  rows: readonly CheckedRow[],
  results: Results,
): Readonly<Record<ResultFilter, readonly CheckedRow[]>> {
  const of = (result: RowResult) => rows.filter(row => resultOf(row, results) === result)
  return {
    all: rows,
    created: of('created'),
    failed: of('failed'),
    unclear: of('unclear'),
    notStarted: of('notStarted'),
    leftOut: of('leftOut'),
  }
}
