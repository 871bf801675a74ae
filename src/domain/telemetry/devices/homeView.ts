import type {Freshness} from '../readings/freshness'
import {DEFAULT_SPAN, SPANS, type Span} from '../series/sparkline'

/** The states that the cards can be filtered by. */
export const CARD_STATUSES = ['fresh', 'late', 'linkDown', 'never'] as const satisfies readonly Freshness[]

/** The part of MyHome that the address holds. */
export interface HomeView {
  span: Span
  /** Cards of devices in any of these states are shown; without one, all are. */
  statuses: readonly Freshness[]
}

/** Reads `range` and `status`. Invalid values become defaults. */
export function homeViewFromSearch(search: string): HomeView {
  const parameters = new URLSearchParams(search)
  const named = parameters.getAll('status')
  return {
    span: SPANS.find(span => span === parameters.get('range')) ?? DEFAULT_SPAN,
    statuses: CARD_STATUSES.filter(status => named.includes(status)),
  }
}

/** Writes the search part of the address with its question mark. Defaults are left out. */
export function searchFromHomeView({span, statuses}: HomeView): string {
  const parameters = new URLSearchParams()
  if (span !== DEFAULT_SPAN) parameters.set('range', span)
  for (const status of statuses) parameters.append('status', status)
  const search = parameters.toString()
  return search && `?${search}`
}

export const withStatusToggled = (view: HomeView, status: Freshness): HomeView => ({
  ...view,
  statuses: CARD_STATUSES.filter(each => (each === status) !== view.statuses.includes(each)),
})
