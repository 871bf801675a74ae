import type {createBrowserRouter} from 'react-router-dom'

/**
 * Keeps the time zone that the address names while one goes on within the same screen, so that its links need not name
 * it. Another screen has the zone of the person, and Back the one that its address named.
 */
export function storeZone(router: AddressRouter): void {
  let {location: left} = router.state
  router.subscribe(({location, historyAction}) => {
    const isSameScreen = screenOf(location.pathname) === screenOf(left.pathname)
    const search = withZoneOf(left.search, location.search)
    left = {...location, search}
    if (historyAction === 'POP' || !isSameScreen) left = location
    else if (search !== location.search) router.navigate({...location, search}, {replace: true, state: location.state})
  })
}

const screenOf = (pathname: string): string => pathname.split('/')[1] ?? ''

/** Adds the zone that one address names to another that names none. */
export function withZoneOf(named: string, search: string): string {
  const zone = new URLSearchParams(named).get('tz')
  const parameters = new URLSearchParams(search)
  if (zone === null || parameters.has('tz')) return search
  parameters.set('tz', zone)
  return `?${parameters}`
}

export type AddressRouter = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>
