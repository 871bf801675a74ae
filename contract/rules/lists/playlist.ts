import {PLAYLIST_LENGTH} from '../../limits'
import type {Json} from '../../wire/common'
import {type Schedule, scheduleFrom, scheduleValue} from '../time/schedule'
import {listFrom, listValue, type StoredList} from './storedList'

/** The shared attribute of a device: a list of `{assetId, order}`, in which an item may also say when it is played. */
export const PLAYLIST_ATTRIBUTE = 'playlist'

/** The order is the place in the list, from 0. An item without a `schedule` is always played. */
export interface PlaylistItem {
  assetId: string
  schedule: Schedule | null
}

export type Playlist = StoredList<PlaylistItem>

/**
 * A change requested by a person, which can be repeated on a list that someone else has changed in the meantime.
 * `before` is the video that follows the item's new place, null for the end.
 */
export type PlaylistIntent =
  | {kind: 'add'; assetId: string}
  | {kind: 'insert'; item: PlaylistItem; before: string | null}
  | {kind: 'remove'; assetId: string}
  | {kind: 'moveUp'; assetId: string}
  | {kind: 'moveDown'; assetId: string}
  | {kind: 'place'; assetId: string; before: string | null}
  | {kind: 'schedule'; assetId: string; schedule: Schedule | null}

/** Reads the value of the attribute: sorted by `order`, and of a video that is listed twice the first. */
export function playlistFrom(value: Json | undefined, version: number | null): Playlist {
  const stored = listFrom(value, version, rowFrom)
  const rows = [...stored.items].sort((one, other) => one.order - other.order)
  const items = rows.filter(({item}, at) => rows.findIndex(row => row.item.assetId === item.assetId) === at)
  return {...stored, items: items.map(({item}) => item)}
}

/** The value to write into the attribute: the order is counted again from 0. */
export const playlistValue = (playlist: Playlist): Json[] => {
  const orders = new Map(playlist.items.map((item, order) => [item, order]))
  return listValue(playlist, item => ({
    assetId: item.assetId,
    order: orders.get(item) ?? 0,
    ...(item.schedule === null ? {} : {when: scheduleValue(item.schedule)}),
  }))
}

/** The reason why an intent fails: its video or the one to insert it before is not in the list, or the list is full. */
export type Unfulfillable = 'gone' | 'full'

/**
 * The list with the intent fulfilled. It is the same list when there is nothing to do: a video that is in the list
 * already is not added twice, and the first does not move up, nor the last down.
 */
export function withIntent(playlist: Playlist, intent: PlaylistIntent): Playlist | Unfulfillable {
  const {items} = playlist
  const at = items.findIndex(({assetId}) => assetId === subjectOf(intent))
  const item = items[at]
  switch (intent.kind) {
    case 'add':
    case 'insert': {
      if (item !== undefined) return playlist
      if (items.length >= PLAYLIST_LENGTH) return 'full'
      const added = intent.kind === 'add' ? {assetId: intent.assetId, schedule: null} : intent.item
      // The end is as good a place as any when the neighbour is gone.
      return {
        ...playlist,
        items: insertedBefore(items, added, intent.kind === 'add' ? null : intent.before) ?? [...items, added],
      }
    }
    case 'remove':
      return item === undefined ? playlist : {...playlist, items: items.filter(other => other !== item)}
  }
  if (item === undefined) return 'gone'
  switch (intent.kind) {
    case 'moveUp':
      return at === 0 ? playlist : {...playlist, items: swapped(items, at - 1)}
    case 'moveDown':
      return at === items.length - 1 ? playlist : {...playlist, items: swapped(items, at)}
    case 'place': {
      if (intent.before === intent.assetId || intent.before === followerOf(items, at)) return playlist
      const placed = insertedBefore(
        items.filter(other => other !== item),
        item,
        intent.before,
      )
      return placed === null ? 'gone' : {...playlist, items: placed}
    }
    case 'schedule':
      return {...playlist, items: items.map(other => (other === item ? {...item, schedule: intent.schedule} : other))}
  }
}

/** The inverse of an intent that was applied to `before`; null when it changed nothing. */
export function inverseOf(before: Playlist, intent: PlaylistIntent): PlaylistIntent | null {
  const after = withIntent(before, intent)
  if (typeof after === 'string' || after === before) return null
  const assetId = subjectOf(intent)
  const at = before.items.findIndex(item => item.assetId === assetId)
  const item = before.items[at]
  if (item === undefined) return {kind: 'remove', assetId}
  const follower = followerOf(before.items, at)
  if (intent.kind === 'remove') return {kind: 'insert', item, before: follower}
  return intent.kind === 'schedule'
    ? {kind: 'schedule', assetId, schedule: item.schedule}
    : {kind: 'place', assetId, before: follower}
}

const subjectOf = (intent: PlaylistIntent): string => (intent.kind === 'insert' ? intent.item.assetId : intent.assetId)

const followerOf = (items: readonly PlaylistItem[], at: number): string | null => items[at + 1]?.assetId ?? null

/** The item at `at` and the one behind it in each other's place. */
const swapped = (items: readonly PlaylistItem[], at: number): PlaylistItem[] => [
  ...items.slice(0, at),
  ...items.slice(at, at + 2).reverse(),
  ...items.slice(at + 2),
]

/** Null when there is no such neighbour. */
function insertedBefore(
  items: readonly PlaylistItem[],
  item: PlaylistItem,
  before: string | null,
): PlaylistItem[] | null {
  const at = before === null ? items.length : items.findIndex(({assetId}) => assetId === before)
  return at < 0 ? null : [...items.slice(0, at), item, ...items.slice(at)]
}

function rowFrom(entry: Json, at: number): {item: PlaylistItem; order: number} | null {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return null
  const {assetId, order, when} = entry
  if (typeof assetId !== 'string' || assetId === '') return null
  return {
    item: {assetId, schedule: when === undefined ? null : scheduleFrom(when)},
    order: typeof order === 'number' && Number.isFinite(order) ? order : at,
  }
}
