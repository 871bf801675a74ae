import type {Milliseconds} from '../../../contract/wire/common'

/** The state of a player. */
export interface Report {
  /** The revision that is being played; null before the first. */
  revision: number | null
  /** The revision that is being fetched; null when it is the one being played. */
  fetching: number | null
  /** The number of files of the newest list that are stored. */
  ready: number
  files: number
  /** The id of the video on screen. */
  playing: string | null
  /** In bytes; null when the browser doesn't say. */
  free: number | null
  /** The lead of the screen's clock; null before the server has answered. */
  clockError: Milliseconds | null
  /** In words, by the video's id. */
  faults: Readonly<Record<string, string>>
  zone: string
}
