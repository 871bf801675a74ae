import type {CheckedRow} from './check'

export type RowFilter = 'all' | 'wrong' | 'warned' | 'good'

/** Groups the rows. A row with a problem is not listed under warnings, even if it has some. */
export function rowsOf(rows: readonly CheckedRow[]): Readonly<Record<RowFilter, readonly CheckedRow[]>> {
  const good = rows.filter(({problems}) => problems.length === 0)
  return {
    all: rows,
    wrong: rows.filter(({problems}) => problems.length > 0),
    warned: good.filter(({warnings}) => warnings.length > 0),
    good,
  }
}
