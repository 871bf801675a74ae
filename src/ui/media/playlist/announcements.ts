import type {Announcements, UniqueIdentifier} from '@dnd-kit/core'
import {texts} from '../texts'

/** Says by name and place what happens to a dragged video. `ids` are those of the list, in its order. */
export function announcementsOf(ids: readonly string[], nameOf: (id: string) => string): Announcements {
  const at = (id: UniqueIdentifier, place: UniqueIdentifier): string =>
    texts.playlist.isAt(nameOf(String(id)), texts.playlist.place(ids.indexOf(String(place)) + 1, ids.length))
  return {
    onDragStart: ({active}) => at(active.id, active.id),
    onDragOver: ({active, over}) => at(active.id, (over ?? active).id),
    onDragEnd: ({active, over}) => at(active.id, (over ?? active).id),
    onDragCancel: ({active}) => at(active.id, active.id),
  }
}
