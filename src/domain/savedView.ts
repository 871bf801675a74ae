import type {Description} from './console/records/description'
import {chosenColumns, columnsOf} from './console/records/list/columns'
import {type Filter, readFilter} from './console/records/list/filters'
import {
  LIST_DENSITIES,
  type ListDensity,
  type ListView,
  type ReadView,
  readListView,
  sortOf,
  usualView,
} from './console/records/list/list'

/** Changes when the columns of lists have changed. */
export const VIEW_VERSION = 1

/** A view that is stored by name, or sent to a user. It leaves out the search text and the record beside the list. */
export interface SavedView {
  v: number
  columns: readonly string[]
  sort: string
  filters: readonly Filter[]
  density: ListDensity | null
}

export interface NamedView {
  name: string
  view: SavedView
}

export function savedView(description: Description, {columns, sort, filters, density}: ListView): SavedView {
  const shown = chosenColumns(columnsOf(description), columns)
  return {v: VIEW_VERSION, columns: shown.map(({name}) => name), sort, filters, density}
}

/** The unknown parts of a view, and the labels of the columns that it didn't know. */
export interface ViewNotes {
  ignored: readonly string[]
  added: readonly string[]
}

export interface OpenedView extends ReadView, ViewNotes {}

export const NO_NOTES: ViewNotes = {ignored: [], added: []}

export const notesOf = ({ignored, added}: OpenedView): ViewNotes =>
  ignored.length + added.length === 0 ? NO_NOTES : {ignored, added}

/**
 * Opens a saved view of any version. Unknown columns are left out. A view of another version gets the usual columns
 * that it doesn't have, since it may not have known them. Null when it is no view at all.
 */
export function openedView(description: Description, saved: unknown): OpenedView | null {
  if (!isObject(saved) || typeof saved.v !== 'number' || !Array.isArray(saved.columns)) return null
  const all = columnsOf(description)
  const ignored: string[] = []
  const names = new Set<string>()
  for (const name of saved.columns.map(String)) {
    if (all.some(column => column.name === name)) names.add(name)
    else ignored.push(name)
  }
  const missing = saved.v === VIEW_VERSION ? [] : all.filter(({name, isUsual}) => isUsual && !names.has(name))
  const filters = (Array.isArray(saved.filters) ? saved.filters : []).flatMap((filter: unknown) => {
    const text = isObject(filter) ? `${filter.name}:${filter.value}` : String(filter)
    const read = readFilter(text, all)
    if (read === null) ignored.push(text)
    return read ?? []
  })
  const asked = typeof saved.sort === 'string' ? saved.sort : ''
  const sort = sortOf(all, asked)
  if (sort === null && asked !== '') ignored.push(asked)
  const usual = usualView(description)
  const columns = [...names, ...missing.map(({name}) => name)]
  return {
    view: {
      ...usual,
      filters,
      sort: sort ?? usual.sort,
      columns: isUsual(description, columns) ? null : columns,
      density: LIST_DENSITIES.find(density => density === saved.density) ?? null,
    },
    ignored,
    added: missing.map(({label}) => label),
  }
}

/**
 * The view in an address, whose parameter `view` may hold a saved view as JSON. What else the address says comes
 * before it.
 */
export function openedFromAddress(description: Description, search: string, prefix = ''): OpenedView {
  const {view, ignored} = readListView(description, search, prefix)
  const text = new URLSearchParams(search).get(`${prefix}view`)
  if (text === null) return {view, ignored, added: []}
  const opened = openedView(description, parsed(text))
  if (opened === null) return {view, ignored: [...ignored, text], added: []}
  const usual = usualView(description)
  return {
    view: {
      q: view.q,
      sort: view.sort === usual.sort ? opened.view.sort : view.sort,
      filters: view.filters.length > 0 ? view.filters : opened.view.filters,
      columns: view.columns ?? opened.view.columns,
      density: view.density ?? opened.view.density,
      peek: view.peek,
    },
    ignored: [...ignored, ...opened.ignored],
    added: opened.added,
  }
}

/** Reads the views that are stored under names, and leaves out what is no view. */
export function readNamedViews(text: string | null): readonly NamedView[] {
  const stored = parsed(text ?? '[]')
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown) =>
    isObject(one) && typeof one.name === 'string' && isSavedView(one.view) ? [{name: one.name, view: one.view}] : [],
  )
}

/** A name belongs to one view. A new view of that name takes the place of the former. */
export const withNamed = (views: readonly NamedView[], named: NamedView): readonly NamedView[] =>
  views.some(({name}) => name === named.name)
    ? views.map(one => (one.name === named.name ? named : one))
    : [...views, named]

export const withoutNamed = (views: readonly NamedView[], name: string): readonly NamedView[] =>
  views.filter(view => view.name !== name)

const isUsual = (description: Description, columns: readonly string[]): boolean =>
  chosenColumns(columnsOf(description), null)
    .map(({name}) => name)
    .join() === columns.join()

const isSavedView = (view: unknown): view is SavedView =>
  isObject(view) && typeof view.v === 'number' && Array.isArray(view.columns)

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
