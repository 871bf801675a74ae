import type {EpochMs} from '../../../../../contract/wire/common'
import {isPageDue} from '../../../nextPage'
import type {ConsoleRecord, Description} from '../description'
import type {RecordPage} from '../questions'
import {foundRecords, isSameQuestion, type ListView, NO_RECORDS, type SortedRecords, sortedRecords} from './list'
import {NO_SELECTION, type SelectedRecords, stillSelected} from './selection'

/**
 * The loaded part of a list: all of it, searched and sorted by the client, or the first pages of the server's result.
 */
export interface Rows {
  isWhole: boolean
  /** The whole list in its order; empty when the server pages. */
  sorted: SortedRecords
  /** The rows that are drawn, in their order. */
  shown: readonly ConsoleRecord[]
  next: string | null
  /** The number of records in the whole list, or in the server's result. */
  total: number
  /** When the first page was answered, on the server's clock; null before. */
  readAt: EpochMs | null
  /** The index of the last row that has been scrolled into view. */
  lastInView: number
  selected: SelectedRecords
}

interface ViewedRows extends Rows {
  description: Pick<Description, 'columns'>
  view: ListView
}

export const NO_ROWS: Rows = {
  isWhole: true,
  sorted: NO_RECORDS,
  shown: [],
  next: null,
  total: 0,
  readAt: null,
  lastInView: 0,
  selected: NO_SELECTION,
}

const ROWS_AHEAD = 50

export const isEndNear = ({next, lastInView, shown}: Rows): boolean =>
  isPageDue({next, loaded: shown.length, lastInView}, ROWS_AHEAD)

/** Loaded pages stay until the server answers with the new result. */
export function withView(rows: ViewedRows, changed: Partial<ListView>): Partial<Rows> & Pick<ViewedRows, 'view'> {
  const view = {...rows.view, ...changed}
  if (!rows.isWhole || isSameQuestion(view, rows.view)) return {view}
  const isSorted = view.sort === rows.view.sort
  const sorted = isSorted ? rows.sorted : sortedRecords(rows.description, rows.sorted.records, view.sort)
  return {view, sorted, shown: foundRecords(sorted, view)}
}

export function withFirstPage({description, view, selected}: ViewedRows, {records, ...page}: RecordPage): Rows {
  if (!page.isWhole) return {...page, sorted: NO_RECORDS, shown: records, lastInView: 0, selected}
  const sorted = sortedRecords(description, records, view.sort)
  const shown = foundRecords(sorted, view)
  return {...page, sorted, shown, lastInView: 0, selected: stillSelected(selected, records)}
}

export const withNextPage = ({shown}: Rows, {records, next, total}: RecordPage): Partial<Rows> => ({
  shown: [...shown, ...records],
  next,
  total,
})
