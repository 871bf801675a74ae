import {defaultRangeExtractor, type Range} from '@tanstack/react-virtual'

/** The rows in view, and one that is always rendered so that the keyboard keeps its place; -1 means no such row. */
export function withRow(row: number, range: Range): number[] {
  const rows = defaultRangeExtractor(range)
  if (row === -1 || rows.includes(row)) return rows
  return [...rows, row].sort((a, b) => a - b)
}
