import type {ReportedDarkness} from '../../../contract/rules/media/screenState'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Faults} from './fault'
import type {PlayList} from './list'

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
  /** The time since which `playing`, or the darkness, has lasted; null until the server has told the time. */
  since: EpochMs | null
  /** The reason why nothing is on screen; null while something is. */
  dark: ReportedDarkness | null
  /** The identity of the player. */
  player: string
}

/** The state of a playback that shows nothing. */
export type Darkness = 'nothingToPlay' | 'outOfHours' | 'allFaulty'

/** `newest` is the list of the server, of which a playback has nothing as long as its files are missing. */
export function darkOf(darkness: Darkness, newest: PlayList | null, fileFaults: Faults): ReportedDarkness {
  if (darkness !== 'nothingToPlay') return darkness === 'outOfHours' ? 'outsideHours' : 'allBroken'
  if (newest === null) return 'fetching'
  if (newest.items.length === 0) return 'nothingAssigned'
  return newest.items.every(({assetId}) => assetId in fileFaults) ? 'allBroken' : 'fetching'
}
