import type {PlaylistIntent, PlaylistItem} from '../../../contract/rules/lists/playlist'
import type {StoredList} from '../../../contract/rules/lists/storedList'
import {fulfilled, PLAYLIST} from '../listRules'

/** How the items get into a playlist: behind those in it, or in place of them. */
export type Manner = 'add' | 'replace'

/** The effect on one playlist, in numbers of items. `full` means that it has no room for all of them, and stays. */
export type Effect =
  | {kind: 'added'; added: number; present: number}
  | {kind: 'replaced'; removed: number}
  | {kind: 'unchanged'}
  | {kind: 'full'}

export interface Given {
  items: readonly PlaylistItem[]
  manner: Manner
}

/** The playlist with the items. It is the same list when there is nothing to do. Items that stay keep their hours. */
export function assignedTo(
  before: StoredList<PlaylistItem>,
  {items, manner}: Given,
): {list: StoredList<PlaylistItem>; effect: Effect} {
  return manner === 'add' ? added(before, items) : replaced(before, items)
}

function added(before: StoredList<PlaylistItem>, items: readonly PlaylistItem[]) {
  const intents = items.map((item): PlaylistIntent => ({kind: 'insert', item, before: null}))
  const {list, refused} = fulfilled(PLAYLIST, before, intents)
  if (refused.length > 0) return {list: before, effect: {kind: 'full' as const}}
  const count = list.items.length - before.items.length
  if (count === 0) return {list: before, effect: {kind: 'unchanged' as const}}
  return {list, effect: {kind: 'added' as const, added: count, present: items.length - count}}
}

function replaced(before: StoredList<PlaylistItem>, items: readonly PlaylistItem[]) {
  const list = {...before, items}
  if (before.exists && JSON.stringify(PLAYLIST.write(list)) === JSON.stringify(PLAYLIST.write(before)))
    return {list: before, effect: {kind: 'unchanged' as const}}
  const staying = new Set(items.map(({assetId}) => assetId))
  const removed = before.items.filter(({assetId}) => !staying.has(assetId)).length
  return {list, effect: {kind: 'replaced' as const, removed}}
}
