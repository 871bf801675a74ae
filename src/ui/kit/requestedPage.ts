import type {Path} from 'react-router-dom'

/**
 * The page that a user was led away from. The state may be anything, because the router keeps whatever it is given,
 * also over a reload.
 */
export function requestedPage(state: unknown): Pick<Path, 'pathname' | 'search'> | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  const {from} = state
  if (typeof from !== 'object' || from === null || !('pathname' in from) || typeof from.pathname !== 'string')
    return null
  const search = 'search' in from && typeof from.search === 'string' ? from.search : ''
  return {pathname: from.pathname, search}
}
