/** A list in its panel at one size of its text, in CSS pixels. */
export interface MeasuredList {
  height: number
  /** Everything but the rows: the lines above them, the heads of columns, and the footnote. */
  around: number
  row: number
  count: number
}

/** Returns the text size by which all rows have room, as far as texts may grow and shrink. */
export function fontFor(
  {height, around, row, count}: MeasuredList,
  {least, most}: {least: number; most: number},
): number {
  const needed = around + row * count
  return needed <= height ? most : Math.max(least, Math.floor((most * height * 10) / needed) / 10)
}

/** Returns the number of rows that have room as a whole. `more` is the room of the line that counts the others. */
export function wholeRows({height, around, row, count}: MeasuredList, more: number): number {
  if (count === 0 || row <= 0 || around + row * count <= height) return count
  return Math.min(count - 1, Math.max(0, Math.floor((height - around - more) / row)))
}

export interface MeasuredCells {
  width: number
  height: number
  gap: number
  /** The least size of a cell. */
  least: {width: number; height: number}
  count: number
}

/** Returns the number of cells of a grid that have room as a whole. */
export function wholeCells({width, height, gap, least, count}: MeasuredCells, more: number): number {
  const fitting = (room: number, size: number) => Math.max(0, Math.floor((room + gap) / (size + gap)))
  const columns = Math.max(1, fitting(width, least.width))
  const all = columns * fitting(height, least.height)
  return count <= all ? count : Math.min(count, columns * fitting(height - more, least.height))
}

/** Returns the number of columns by which cells are as large as they can be, compared with their least size. */
export function widestColumns({width, height, gap, least, count}: MeasuredCells): number {
  const sizeOf = (columns: number) => {
    const rows = Math.ceil(count / columns)
    return Math.min(((width + gap) / columns - gap) / least.width, ((height + gap) / rows - gap) / least.height)
  }
  let best = 1
  for (let columns = 2; columns <= count; columns++) if (sizeOf(columns) > sizeOf(best)) best = columns
  return best
}
