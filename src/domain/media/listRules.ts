import {
  GROUP_ATTRIBUTE,
  type IdWish,
  idsFrom,
  idsValue,
  VIDEOS_ATTRIBUTE,
  withIdWish,
} from '../../../contract/rules/idList'
import type {KeptList} from '../../../contract/rules/keptList'
import {
  inverseOf,
  PLAYLIST_ATTRIBUTE,
  type PlaylistItem,
  type PlaylistWish,
  playlistFrom,
  playlistValue,
  type Unfulfillable,
  withWish,
} from '../../../contract/rules/playlist'
import type {AttributeScope} from '../../../contract/wire/attribute'
import type {Json} from '../../../contract/wire/common'

/** How a list is kept by an attribute, and what may be wished of it. */
export interface ListRules<Item, Wish> {
  key: string
  /** Where a new attribute is written; one that is there is written where it is. */
  scope: AttributeScope
  read: (value: Json | undefined, version: number | null) => KeptList<Item>
  write: (list: KeptList<Item>) => Json[]
  /** The same list when there is nothing to do. */
  fulfil: (list: KeptList<Item>, wish: Wish) => KeptList<Item> | Unfulfillable
  /** What takes the wish back; null when it changes nothing. */
  inverse: (before: KeptList<Item>, wish: Wish) => Wish | null
}

export const PLAYLIST: ListRules<PlaylistItem, PlaylistWish> = {
  key: PLAYLIST_ATTRIBUTE,
  scope: 2,
  read: playlistFrom,
  write: playlistValue,
  fulfil: withWish,
  inverse: inverseOf,
}

const IDS = {
  read: idsFrom,
  write: idsValue,
  fulfil: withIdWish,
  inverse: (before: KeptList<string>, wish: IdWish): IdWish | null =>
    withIdWish(before, wish) === before ? null : {kind: wish.kind === 'add' ? 'remove' : 'add', id: wish.id},
}

/** The videos that a device may play. */
export const ASSIGNED: ListRules<string, IdWish> = {key: VIDEOS_ATTRIBUTE, scope: 0, ...IDS}

/** The devices of a group. */
export const MEMBERS: ListRules<string, IdWish> = {key: GROUP_ATTRIBUTE, scope: 2, ...IDS}

/** Fulfils several wishes, one after the other. Those that can't be fulfilled are left out and told apart. */
export function fulfilled<Item, Wish>(
  rules: Pick<ListRules<Item, Wish>, 'fulfil'>,
  list: KeptList<Item>,
  wishes: readonly Wish[],
): {list: KeptList<Item>; refused: readonly {wish: Wish; why: Unfulfillable}[]} {
  const refused: {wish: Wish; why: Unfulfillable}[] = []
  let reached = list
  for (const wish of wishes) {
    const next = rules.fulfil(reached, wish)
    if (typeof next === 'string') refused.push({wish, why: next})
    else reached = next
  }
  return {list: reached, refused}
}
