import type {EmergencyReport, ReportedDarkness, ScreenReport} from '../../../contract/rules/media/screenState'
import type {EpochMs} from '../../../contract/wire/common'
import type {Faults} from './fault'
import type {PlayList} from './list'

/** The state of a player, of which this version leaves nothing out. */
export interface Report extends ScreenReport {
  zone: string
  /** Null until the server has told the time. */
  since: EpochMs | null
  dark: ReportedDarkness | null
  fallback: string | null
  emergency: EmergencyReport | null
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
