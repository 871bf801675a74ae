import {type Layers, ownList} from '../../../contract/rules/media/whatPlays'
import type {Schedule} from '../../../contract/rules/time/schedule'
import type {EpochMs} from '../../../contract/wire/common'

/** The list that a screen plays, in this order. */
export interface PlayList {
  /** The version of the playlist attribute from which it was made. */
  revision: number
  items: readonly PlayItem[]
  /** The items to show while the others leave nothing to show. An older version of the page has stored none. */
  fallback?: readonly PlayItem[] | undefined
  /** What to show now instead of anything else. */
  emergency?: PlayEmergency | null | undefined
  /** The items that an emergency may need. */
  prepared?: readonly PlayItem[] | undefined
}

export interface PlayEmergency {
  id: string
  /** Null where its file is not there. */
  item: PlayItem | null
  until: EpochMs
  /** Nothing is shown: the screen only says that it has the video. */
  isDrill: boolean
}

export interface PlayItem {
  assetId: string
  name: string
  /** The server's address of the file; it works for a while. */
  url: string
  /** In bytes. */
  size: number
  /** In hex. */
  sha256: string
  contentType: string
  schedule: Schedule | null
}

export const isSameItem = (one: PlayItem | null, other: PlayItem | null): boolean =>
  one?.assetId === other?.assetId && one?.sha256 === other?.sha256

/** Whether both lists play the same. The addresses may differ: the server signs them again each time. */
export const isSameList = (one: PlayList | null, other: PlayList): boolean =>
  one !== null &&
  one.revision === other.revision &&
  areSame(one.items, other.items) &&
  areSame(one.fallback ?? [], other.fallback ?? []) &&
  areSame(one.prepared ?? [], other.prepared ?? []) &&
  isSameEmergency(one.emergency, other.emergency)

export const isSameEmergency = (one: PlayList['emergency'], other: PlayList['emergency']): boolean =>
  one?.id === other?.id && one?.until === other?.until && isSameItem(one?.item ?? null, other?.item ?? null)

const areSame = (some: readonly PlayItem[], others: readonly PlayItem[]): boolean =>
  some.length === others.length && some.every((item, at) => isSameItem(item, others[at] ?? null))

/** The next playable item behind `last`, from the start again at the end of the list. Null when none is playable. */
export function following(
  {items}: Pick<PlayList, 'items'>,
  last: PlayItem | null,
  isPlayable: (item: PlayItem) => boolean,
): PlayItem | null {
  const at = items.findIndex(({assetId}) => assetId === last?.assetId)
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(isPlayable) ?? null
}

/** The emergency whose video is to be shown at `now`; null for a drill. */
export const shownEmergency = ({emergency = null}: PlayList, now: EpochMs): PlayEmergency | null =>
  emergency !== null && !emergency.isDrill && now < emergency.until ? emergency : null

/** The layers of a list at `now`, as far as their items are playable. */
export function layersOf(list: PlayList, now: EpochMs, isPlayable: (item: PlayItem) => boolean): Layers<PlayItem> {
  const {items, fallback = []} = list
  const emergency = shownEmergency(list, now)?.item ?? null
  return [
    {why: {kind: 'emergency'}, items: emergency === null ? [] : [emergency].filter(isPlayable)},
    ownList(items.filter(isPlayable)),
    {why: {kind: 'fallback', of: null}, items: fallback.filter(isPlayable)},
  ]
}

/**
 * Returns the part of a list to play: all but the items whose files can't be had. Null while `before` is played on,
 * because files are still to come, or because none could be had. Where nothing else is played, it doesn't wait for the
 * rest, and the fallback alone is enough.
 */
export function playablePart(list: PlayList, before: PlayList | null, {isStored, isLost}: Stock): PlayList | null {
  const items = list.items.filter(isStored)
  const isSettled = list.items.every(item => isStored(item) || isLost(item))
  const isUrgent = before === null || before.items.length === 0 || before.revision === list.revision
  const fallback = (list.fallback ?? []).filter(isStored)
  const emergency = storedEmergency(list, isStored)
  if (items.length === 0 && list.items.length > 0) {
    const isAnythingPlayed = before !== null && before.items.length > 0
    return isAnythingPlayed || fallback.length === 0 ? null : {...list, items, fallback, emergency}
  }
  return isSettled || isUrgent ? {...list, items, fallback, emergency} : null
}

/** The emergency of a list, without an item as long as its file is not stored. */
export const storedEmergency = ({emergency}: PlayList, isStored: Stock['isStored']): PlayList['emergency'] =>
  emergency && {...emergency, item: emergency.item !== null && isStored(emergency.item) ? emergency.item : null}

/** Tells which files are stored, and which can't be had. */
export interface Stock {
  isStored(item: PlayItem): boolean
  isLost(item: PlayItem): boolean
}

/** All items of a list. What may be needed without notice comes first, so that it is there before. */
export const itemsOf = ({items, fallback = [], prepared = [], emergency}: PlayList): PlayItem[] => [
  ...(emergency?.item ? [emergency.item] : []),
  ...prepared,
  ...fallback,
  ...items,
]

/** The files of items, each once. */
export const filesOf = (items: readonly PlayItem[]): PlayItem[] =>
  items.filter(({sha256}, at) => items.findIndex(item => item.sha256 === sha256) === at)
