import {isUndecodable} from '../../../contract/rules/media/codecs'
import type {ScreenList, ScreenReport} from '../../../contract/rules/media/screenState'
import {groupBy} from '../../../contract/rules/series/buckets'
import type {Video} from './video'

/** The orders of the library, the first of which is used where none is chosen. */
export const VIDEO_ORDERS = ['newest', 'name', 'size', 'lists'] as const
export type VideoOrder = (typeof VIDEO_ORDERS)[number]

/** In how many playlists each video is. Videos that no playlist contains are missing. */
export type ListCounts = ReadonlyMap<string, number>

type PlaylistsOfDevices = ReadonlyMap<string, Pick<ScreenList, 'items'>>

/** Null until the playlists of all screens are known. */
export function listCounts(deviceIds: readonly string[], lists: PlaylistsOfDevices): ListCounts | null {
  const counts = new Map<string, number>()
  for (const deviceId of deviceIds) {
    const list = lists.get(deviceId)
    if (list === undefined) return null
    for (const id of new Set(list.items.map(({assetId}) => assetId))) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** A screen that reports that it does not play a video, and why. */
export interface FaultyScreen {
  name: string
  fault: string
}

interface Reported {
  reports: ReadonlyMap<string, Pick<ScreenReport, 'faults'> | null>
  lists: PlaylistsOfDevices
}

/** The screens that do not play them, by the ids of the videos. A fault says nothing of a list that has lost its video. */
export function faultyScreens(
  devices: readonly {id: string; name: string}[],
  {reports, lists}: Reported,
): ReadonlyMap<string, readonly FaultyScreen[]> {
  const reported = devices.flatMap(({id, name}) =>
    Object.entries(reports.get(id)?.faults ?? {})
      .filter(([videoId]) => lists.get(id)?.items.some(({assetId}) => assetId === videoId) ?? true)
      .map(([videoId, fault]) => ({videoId, name, fault})),
  )
  const byVideo = groupBy(reported, ({videoId}) => videoId)
  return new Map([...byVideo].map(([id, found]) => [id, found.map(({name, fault}) => ({name, fault}))]))
}

/** The names of the screens that cannot decode the videos, by the codecs of the videos. Each has one such screen at least. */
export function undecodingScreens(
  devices: readonly {id: string; name: string}[],
  reports: ReadonlyMap<string, Pick<ScreenReport, 'decodes'> | null>,
  videos: readonly Video[],
): ReadonlyMap<string, readonly string[]> {
  const codecs = new Set(videos.flatMap(({facts}) => facts?.codec ?? []))
  const found = [...codecs].map(codec => {
    const unable = devices.filter(({id}) => isUndecodable(codec, reports.get(id)?.decodes))
    return [codec, unable.map(({name}) => name)] as const
  })
  return new Map(found.filter(([, names]) => names.length > 0))
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
