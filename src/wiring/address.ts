import type {createBrowserRouter} from 'react-router-dom'
import {distinctUntilChanged, filter, map, Observable} from 'rxjs'

/** The search part of the address while one screen is shown. */
export interface Address {
  search(): string
  /** Emits each search that the address gets while the screen is shown: by Back, by links, and by `show`. */
  changes: Observable<string>
  /** Does nothing once another screen is shown. */
  show(search: string, options: {replace: boolean}): void
}

export function createAddress(router: AddressRouter, pathname: string): Address {
  const locations = new Observable<AddressRouter['state']['location']>(subscriber =>
    router.subscribe(({location}) => subscriber.next(location)),
  )
  const isShown = () => router.state.location.pathname === pathname

  return {
    search: () => router.state.location.search,
    changes: locations.pipe(
      filter(location => location.pathname === pathname),
      map(({search}) => search),
      distinctUntilChanged(),
    ),
    show(search, {replace}) {
      if (isShown() && search !== router.state.location.search) router.navigate({pathname, search}, {replace})
    },
  }
}

export type AddressRouter = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe' | 'navigate'>
