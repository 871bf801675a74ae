import {type NamedView, readNamedViews} from '../domain/savedView'
import {connected} from '../machines/ports'
import {type SavedViewsLogic, savedViewsMachine} from '../machines/savedViews'
import type {KeyValueStorage} from './accessTokenMark'

interface ViewsPlace {
  kind: string
  userId: string
}

/** The store of the views of lists, by their names. */
export interface SavedViewsStore {
  read(place: ViewsPlace): readonly NamedView[]
  keep(place: ViewsPlace, views: readonly NamedView[]): void
}

/** Keeps them in this browser, apart for each user. A full storage loses them with the page. */
export function createSavedViewsStore(storage: KeyValueStorage): SavedViewsStore {
  const cached = new Map<string, readonly NamedView[]>()
  return {
    read: place => cached.get(keyOf(place)) ?? readNamedViews(storage.getItem(keyOf(place))),
    keep(place, views) {
      cached.set(keyOf(place), views)
      try {
        storage.setItem(keyOf(place), JSON.stringify(views))
      } catch {
        // They are still in the memory of the page.
      }
    },
  }
}

const keyOf = ({kind, userId}: ViewsPlace): string => `pulsewall.views.${kind}.${userId}`

export const createSavedViewsLogic = (store: SavedViewsStore): SavedViewsLogic =>
  connected(savedViewsMachine)({actions: {storeViews: (_, {views, ...place}) => store.keep(place, views)}})
