import type {CheckedRow} from './check'

/** Which of the checked rows are listed. */
export type RowFilter = 'all' | 'wrong' | 'warned' | 'good'

/** The rows of each kind. A wrong row is not counted for its warnings. */
export function rowsOf(rows: readonly CheckedRow[]): Readonly<Record<RowFilter, readonly CheckedRow[]>> {
  const good = rows.filter(({problems}) => problems.length === 0)
  return {
    all: rows,
    wrong: rows.filter(({problems}) => problems.length > 0),
    warned: good.filter(({warnings}) => warnings.length > 0),
    good,
  }
}
