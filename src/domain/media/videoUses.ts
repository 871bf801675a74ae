import type {PlaylistItem} from '../../../contract/rules/lists/playlist'

/** A list of a device. */
interface ListOf<Item> {
  deviceId: string
  items: readonly Item[]
}

/** The devices whose lists name a video. */
export interface VideoUses {
  playlists: readonly {deviceId: string; isLeftWithNothing: boolean}[]
  /** The ids of the devices that it is assigned to. */
  assignments: readonly string[]
}

export const usesOf = (
  videoId: string,
  playlists: readonly ListOf<PlaylistItem>[],
  assignments: readonly ListOf<string>[],
): VideoUses => ({
  playlists: playlists
    .filter(({items}) => items.some(({assetId}) => assetId === videoId))
    .map(({deviceId, items}) => ({deviceId, isLeftWithNothing: isLeftWithNothing(items, videoId)})),
  assignments: assignments.filter(({items}) => items.includes(videoId)).map(({deviceId}) => deviceId),
})

/** Whether a playlist that plays something plays nothing once the video is gone. */
export const isLeftWithNothing = (items: readonly PlaylistItem[], videoId: string): boolean =>
  items.length > 0 && items.every(({assetId}) => assetId === videoId)
