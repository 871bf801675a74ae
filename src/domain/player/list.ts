import {isDue, type Schedule} from '../../../contract/rules/time/schedule'
import type {EpochMs} from '../../../contract/wire/common'

/** The list that a screen plays, in this order. */
export interface PlayList {
  /** The version of the playlist attribute from which it was made. */
  revision: number
  items: readonly PlayItem[]
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
  one.items.length === other.items.length &&
  one.items.every((item, at) => isSameItem(item, other.items[at] ?? null))

/** The next playable item behind `last`, from the start again at the end of the list. Null when none is playable. */
export function following(
  {items}: PlayList,
  last: PlayItem | null,
  isPlayable: (item: PlayItem) => boolean,
): PlayItem | null {
  const at = items.findIndex(({assetId}) => assetId === last?.assetId)
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(isPlayable) ?? null
}

export const isDueIn =
  (zone: string, at: EpochMs) =>
  ({schedule}: PlayItem): boolean =>
    isDue(schedule, at, zone)

/**
 * Returns the part of a list to play: all but the items whose files can't be had. Null while `before` is played on,
 * because files are still to come, or because none could be had. Where nothing else is played, it doesn't wait for the
 * rest.
 */
export function playablePart(list: PlayList, before: PlayList | null, {isStored, isLost}: Stock): PlayList | null {
  const items = list.items.filter(isStored)
  if (items.length === 0 && list.items.length > 0) return null
  const isSettled = list.items.every(item => isStored(item) || isLost(item))
  const isUrgent = before === null || before.items.length === 0 || before.revision === list.revision
  return isSettled || isUrgent ? {...list, items} : null
}

/** Tells which files are stored, and which can't be had. */
export interface Stock {
  isStored(item: PlayItem): boolean
  isLost(item: PlayItem): boolean
}

/** The files of a list, each once. */
export const filesOf = ({items}: PlayList): PlayItem[] =>
  items.filter(({sha256}, at) => items.findIndex(item => item.sha256 === sha256) === at)
