import type {EpochMs} from '../../../contract/wire/common'
import type {AskedMoment, Moment, Rate, ReplayFacts, SliderSpan} from '../../domain/replay/moment'
import type {KnownLink} from '../../domain/telemetry/link'
import type {TelemetryUpdate} from '../../domain/telemetry/update'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {LinkChanged} from '../connectivity'

export interface ReplayContext extends KnownLink {
  /** What the address asks for. */
  asked: AskedMoment | null
  /** Where the replay stands. */
  at: EpochMs
  /** How fast it plays, if it does. */
  rate: Rate
  /** The present, on the server's clock. */
  now: EpochMs
  span: SliderSpan
  slider: TimeRange
  /** Where the slider is held; null while nobody does. */
  held: EpochMs | null
  facts: ReplayFacts | null
  /** How often screens had to start again, because the time has jumped. */
  jumps: number
}

/** `isFollowed`: a link has led there, and not Back. `isReplayable`: what is shown there has a past. */
export interface ReplayAddressChanged {
  type: 'address.changed'
  asked: AskedMoment | null
  isFollowed: boolean
  isReplayable: boolean
}

export type PlaybackEvent =
  | {type: 'time.passed'; at: EpochMs; updates: readonly TelemetryUpdate[]}
  /** What comes next is on its way. */
  | {type: 'history.awaited'}
  | {type: 'history.missed'; error: unknown}
  | {type: 'present.reached'}

export interface MomentShown {
  moment: Moment | null
  history: 'push' | 'replace'
}

export type ReplayEvent =
  | LinkChanged
  | {type: 'present.ticked'; at: EpochMs}
  | ReplayAddressChanged
  | PlaybackEvent
  | {type: 'replay.requested'}
  | {type: 'live.requested'}
  | {type: 'play.toggled'}
  | {type: 'rate.chosen'; rate: Rate}
  | {type: 'slider.moved'; at: EpochMs}
  | {type: 'moment.chosen'; at: EpochMs}
  | {type: 'span.chosen'; span: SliderSpan}
  | {type: 'retry.requested'}
