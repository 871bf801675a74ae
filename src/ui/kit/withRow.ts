interface Range {
  startIndex: number
  endIndex: number
  /** The number of rows rendered beyond those in view, on either side. */
  overscan: number
  count: number
}

/** The rows in view, and one that is always rendered so that the keyboard keeps its place; -1 means no such row. */
export function withRow(row: number, {startIndex, endIndex, overscan, count}: Range): number[] {
  const first = Math.max(0, startIndex - overscan)
  const last = Math.min(count - 1, endIndex + overscan)
  const rows = Array.from({length: last - first + 1}, (_, at) => first + at)
  if (row === -1 || rows.includes(row)) return rows
  return [...rows, row].sort((a, b) => a - b)
}
