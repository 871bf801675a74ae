/** The width of a column, in rem, cell padding included. `most` is null for a column that may take any room. */
export interface ColumnWidth {
  least: number
  /** The width that shows the column's content in full. */
  content: number
  most: number | null
}

/**
 * Divides the room among the columns. Columns of texts take the rest and give the missing room, each in proportion. When
 * no column may grow any more, all grow, so that a table never ends before its frame. When none may shrink any more, the
 * table is wider than its frame and scrolls.
 */
export function columnWidths(columns: readonly ColumnWidth[], room: number): readonly number[] {
  const desired = columns.map(({least, content}) => Math.max(least, content))
  const missing = sumOf(desired) - room
  if (missing > 0) {
    const spare = columns.map(({least}, at) => (desired[at] ?? 0) - least)
    const given = Math.min(1, missing / (sumOf(spare) || 1))
    return desired.map((width, at) => width - (spare[at] ?? 0) * given)
  }
  return grown(columns, desired, room)
}

function grown(columns: readonly ColumnWidth[], desired: readonly number[], room: number): readonly number[] {
  let widths = desired
  for (;;) {
    const open = widths.map((width, at) => (isOpen(columns[at], width) ? width : 0))
    const left = room - sumOf(widths)
    if (left < ENOUGH) return widths
    if (sumOf(open) === 0) return widths.map(width => (width * room) / sumOf(widths))
    widths = widths.map((width, at) => {
      const most = columns[at]?.most ?? Number.POSITIVE_INFINITY
      return Math.min(Math.max(width, most), width + (left * (open[at] ?? 0)) / sumOf(open))
    })
  }
}

const ENOUGH = 0.01

const isOpen = (column: ColumnWidth | undefined, width: number): boolean =>
  column !== undefined && (column.most === null || width < column.most)

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0)
