import type {ConsoleRecord} from '../../../domain/console/records/description'
import {type CellWorld, cellOf} from '../../../domain/console/records/list/cell'
import type {Column} from '../../../domain/console/records/list/columns'
import type {ColumnWidth} from '../../kit/table/columnWidths'

/** In rem: an average letter, the padding of a cell, and the arrow in a header. */
const LETTER = 0.46
const PADDING = 1.75
const ARROW = 1.1
const SAMPLE = 100
/** A column becomes this much wider than its texts before columns of numbers and dates grow as well. */
const GROWTH = 2
/** A target that a finger meets. */
const TOUCH = 2.75
/** The longest status has a mark and an age. */
const STATUS = 8

/** Returns the width that the column needs for the first rows. Dates and numbers are never cut. */
export function widthOf(
  column: Column,
  records: readonly ConsoleRecord[],
  world: CellWorld,
  isFirst: boolean,
): ColumnWidth {
  const longest = records
    .slice(0, SAMPLE)
    .reduce((most, record) => Math.max(most, cellOf(column, record, world).text.length), 0)
  const header = column.label.length * LETTER + PADDING + (column.isSortable ? ARROW : 0)
  const content = Math.max(header, column.kind === 'status' ? STATUS : longest * LETTER + PADDING)
  if (isRigid(column)) return {least: content, content, most: content}
  const [least, most] =
    LIMITS[isFirst ? 'name' : column.kind === 'id' || column.kind === 'choice' ? column.kind : 'text']
  const shown = Math.min(content, most)
  return {least: Math.min(Math.max(least, header), content), content: shown, most: shown * GROWTH}
}

/** The last column holds the link to the form, and a button to look at the record beside the list. */
export function actionsWidth(link: string, isNarrow: boolean): ColumnWidth {
  const content = isNarrow ? 2 * TOUCH + 0.75 : link.length * LETTER + PADDING + TOUCH + 0.5
  return {least: content, content, most: content}
}

const LIMITS = {name: [11, 28], text: [6, 20], id: [9, 20], choice: [11, 20]} as const

const isRigid = ({kind}: Column): boolean =>
  kind === 'time' || kind === 'count' || kind === 'lastSeen' || kind === 'flag' || kind === 'status' || kind === 'state'
