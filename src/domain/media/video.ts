import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {folded} from '../folded'

/** What the container of a video tells. What it leaves open is null. */
export interface VideoFacts {
  /** In pixels, as it is shown. */
  width: number | null
  height: number | null
  /** A string of RFC 6381, such as `avc1.640028`. */
  codec: string | null
  hasSound: boolean | null
}

export type Orientation = 'landscape' | 'portrait' | 'square'

export function orientationOf(width: number, height: number): Orientation {
  if (width === height) return 'square'
  return width > height ? 'landscape' : 'portrait'
}

/** A video on the server. What a server of the specified calls alone doesn't tell is null. */
export interface Video {
  id: string
  name: string
  createdAt: EpochMs | null
  /** In bytes. */
  size: number | null
  duration: Milliseconds | null
  facts: VideoFacts | null
  thumbnailUrl: string | null
}

/** The room for further videos, in bytes. Unknown values and missing limits are null. */
export interface Room {
  used: number | null
  quota: number | null
  fileLimit: number | null
}

export const UNKNOWN_ROOM: Room = {used: null, quota: null, fileLimit: null}

export interface VideoList {
  /** Newest first. */
  videos: readonly Video[]
  room: Room
}

/** The videos whose names contain the text, whatever the case and the accents. */
export function foundVideos(videos: readonly Video[], search: string): readonly Video[] {
  const sought = folded(search.trim())
  return sought === '' ? videos : videos.filter(({name}) => folded(name).includes(sought))
}

/** A video that can be restored for a while. */
export interface DeletedVideo {
  id: string
  name: string
  /** In bytes. */
  size: number
  restorableUntil: EpochMs
}

/** The lists that a restored video is in again, and those that stay as somebody has changed them since. */
export interface RestoredVideo {
  playlists: number
  assignments: number
  changedSince: number
}
