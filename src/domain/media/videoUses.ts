import type {PlaylistItem} from '../../../contract/rules/lists/playlist'

import type {FallbackVideos} from './fallbacks'

/** A list of a device. */
interface ListOf<Item> {
  deviceId: string
  items: readonly Item[]
}

/** The devices whose lists name any of some videos, and the owners of fallbacks that do. */
export interface VideoUses {
  playlists: readonly {deviceId: string; isLeftWithNothing: boolean}[]
  /** The ids of the devices that any of them is assigned to. */
  assignments: readonly string[]
  /** `ownerId` is the id of a group, or of the organisation. */
  fallbacks: readonly {ownerId: string; isLeftWithNothing: boolean}[]
}

export const usesOf = (
  videoIds: ReadonlySet<string>,
  playlists: readonly ListOf<PlaylistItem>[],
  assignments: readonly ListOf<string>[],
  fallbacks: FallbackVideos,
): VideoUses => ({
  playlists: playlists
    .filter(({items}) => items.some(({assetId}) => videoIds.has(assetId)))
    .map(({deviceId, items}) => ({deviceId, isLeftWithNothing: isLeftWithNothing(items, videoIds)})),
  assignments: assignments.filter(({items}) => items.some(id => videoIds.has(id))).map(({deviceId}) => deviceId),
  fallbacks: [...fallbacks]
    .filter(([, ids]) => ids.some(id => videoIds.has(id)))
    .map(([ownerId, ids]) => ({ownerId, isLeftWithNothing: ids.every(id => videoIds.has(id))})),
})

/** Whether a playlist that plays something plays nothing once the videos are gone. */
export const isLeftWithNothing = (items: readonly PlaylistItem[], videoIds: ReadonlySet<string>): boolean =>
  items.length > 0 && items.every(({assetId}) => videoIds.has(assetId))
