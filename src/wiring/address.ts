import {defer, distinctUntilChanged, filter, map, Observable, skip, startWith} from 'rxjs'
import {momentFromSearch, searchWithMoment} from '../domain/moment'
import {type AddressRouter, withZoneOf} from './addressZone'

/** The search part of the address while one screen is shown. */
export interface Address {
  search(): string
  /** Emits each search that the address gets while the screen is shown: by Back, by links, and by `show`. */
  changes: Observable<string>
  /** Does nothing once another screen is shown, or on its way. */
  show(search: string, options: {replace: boolean}): void
}

export function createAddress(router: AddressRouter, pathname: string): Address {
  const locations = new Observable<AddressRouter['state']['location']>(subscriber =>
    router.subscribe(({location}) => subscriber.next(location)),
  )
  const isShown = () => (router.state.navigation.location ?? router.state.location).pathname === pathname

  return {
    search: () => router.state.location.search,
    changes: defer(() =>
      locations.pipe(
        filter(location => location.pathname === pathname),
        map(({search}) => search),
        // The router also reports the address that is shown already, which is no change.
        startWith(router.state.location.search),
        distinctUntilChanged(),
        skip(1),
      ),
    ),
    show(search, {replace}) {
      const {search: shown} = router.state.location
      const requested = withZoneOf(shown, withMomentOf(shown, search))
      if (isShown() && requested !== shown) router.navigate({pathname, search: requested}, {replace})
    },
  }
}

/** What a screen shows in the address says nothing of the moment that is shown. */
function withMomentOf(shown: string, search: string): string {
  const moment = momentFromSearch(shown)
  return moment === null || moment === 'unreadable' ? search : searchWithMoment(search, moment)
}
