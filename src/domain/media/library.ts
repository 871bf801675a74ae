import type {ScreenList} from '../../../contract/rules/media/screenState'
import type {Video} from './video'

/** The orders of the library, the first of which is used where none is chosen. */
export const VIDEO_ORDERS = ['newest', 'name', 'size', 'lists'] as const
export type VideoOrder = (typeof VIDEO_ORDERS)[number]

/** In how many playlists each video is. Videos that no playlist contains are missing. */
export type ListCounts = ReadonlyMap<string, number>

/** Null until the playlists of all screens are known. */
export function listCounts(
  deviceIds: readonly string[],
  lists: ReadonlyMap<string, Pick<ScreenList, 'items'>>,
): ListCounts | null {
  const counts = new Map<string, number>()
  for (const deviceId of deviceIds) {
    const list = lists.get(deviceId)
    if (list === undefined) return null
    for (const id of new Set(list.items.map(({assetId}) => assetId))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Newest, largest and most used videos come first. Videos that are alike stay in their order, which is newest first. */
export function orderedVideos(
  videos: readonly Video[],
  order: VideoOrder,
  counts: ListCounts | null,
): readonly Video[] {
  switch (order) {
    case 'newest':
      return videos
    case 'name':
      return videos.toSorted((one, other) => byName.compare(one.name, other.name))
    case 'size':
      return videos.toSorted((one, other) => (other.size ?? -1) - (one.size ?? -1))
    case 'lists':
      return videos.toSorted((one, other) => (counts?.get(other.id) ?? 0) - (counts?.get(one.id) ?? 0))
  }
}

/** "Clip 2" comes before "Clip 10". A collator compares thousands of names much faster than `localeCompare`. */
const byName = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'})
