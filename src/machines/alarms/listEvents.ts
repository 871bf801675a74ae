import type {EpochMs} from '../../../contract/wire/common'
import type {Alarm} from '../../domain/alarms/alarm'
import type {AlarmFilter, Listed} from '../../domain/alarms/filter'
import type {PinnedRows} from '../../domain/alarms/rows'
import type {KnownLink} from '../../domain/telemetry/link'
import type {LinkChanged} from '../connectivity'

export interface AlarmListInput {
  filter: AlarmFilter
  /** On the server's clock. */
  now: EpochMs
}

export interface AlarmListContext extends AlarmListInput, KnownLink {
  /** Null before they have been read. */
  listed: Listed | null
  isWatched: boolean
  pinned: PinnedRows
  /** What was told while the alarms were being read. */
  held: readonly Alarm[]
  selected: ReadonlySet<string>
  message: string | null
  /** Since when nothing is told any more of what is listed; null while it is current, or nothing is listed. */
  outdatedSince: EpochMs | null
}

export interface AlarmsQuestion {
  filter: AlarmFilter
  cursor: string | null
}

export type ClockEvent = {type: 'clock.ticked'; at: EpochMs} | {type: 'clock.jumped'; at: EpochMs}
export type AlarmsEvent = {type: 'alarms.changed'; alarms: readonly Alarm[]} | {type: 'alarms.moved'}
/** Whether a user is at work on the rows. */
export type WatchingChanged = {type: 'watching.changed'; isWatched: boolean}
export type AddressChanged = {type: 'address.changed'; filter: AlarmFilter}
export type RoundDue = {type: 'minute.ticked'; at: EpochMs}

export type AlarmListEvent =
  | LinkChanged
  | ClockEvent
  | AlarmsEvent
  | WatchingChanged
  | AddressChanged
  | RoundDue
  | {type: 'filter.changed'; filter: Partial<AlarmFilter>}
  | {type: 'rows.shown'; lastInView: number}
  /** Those that wait are wanted. */
  | {type: 'waiting.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'all.selected'; isSelected: boolean}
  | {type: 'retry.requested'}
