/** The next page is fetched when this many loaded rows are left below the view. */
const ROWS_AHEAD = 30

/** Whether the next page of a list is due. `next` is where it begins, and null when there is none. */
export const isPageDue = (
  {next, loaded, lastInView}: {next: NonNullable<unknown> | null; loaded: number; lastInView: number},
  rowsAhead = ROWS_AHEAD,
): boolean => next !== null && lastInView >= loaded - rowsAhead
