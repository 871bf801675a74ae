import type {PlaylistItem} from '../../../contract/rules/lists/playlist'

/** A list of a device. */
interface ListOf<Item> {
  deviceId: string
  items: readonly Item[]
}

/** The devices whose lists name any of some videos. */
export interface VideoUses {
  playlists: readonly {deviceId: string; isLeftWithNothing: boolean}[]
  /** The ids of the devices that any of them is assigned to. */
  assignments: readonly string[]
}

export const usesOf = (
  videoIds: ReadonlySet<string>,
  playlists: readonly ListOf<PlaylistItem>[],
  assignments: readonly ListOf<string>[],
): VideoUses => ({
  playlists: playlists
    .filter(({items}) => items.some(({assetId}) => videoIds.has(assetId)))
    .map(({deviceId, items}) => ({deviceId, isLeftWithNothing: isLeftWithNothing(items, videoIds)})),
  assignments: assignments.filter(({items}) => items.some(id => videoIds.has(id))).map(({deviceId}) => deviceId),
})

/** Whether a playlist that plays something plays nothing once the videos are gone. */
export const isLeftWithNothing = (items: readonly PlaylistItem[], videoIds: ReadonlySet<string>): boolean =>
  items.length > 0 && items.every(({assetId}) => videoIds.has(assetId))
