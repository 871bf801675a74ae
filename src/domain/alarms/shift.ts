import {HAND_OVER_NOTE_LENGTH, SHIFT_MAIL_ADDRESSES, SHIFT_RANGE_MAX} from '../../../contract/limits'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {emailProblems} from '../account/account'
import type {Alarm} from '../alarm'
import {isLinkDown, type LinkState} from '../link'
import type {TitledPeriod} from '../maintenance'
import type {TimeRange} from '../timeRange/timeRange'

/** A shift was handed over. The first of the notes is that of the hand-over, where it has one. */
export interface HandOver {
  id: string
  at: EpochMs
  by: string
  /** The name of the person who took over, if one was named. */
  to: string | null
  notes: readonly {at: EpochMs; by: string; note: string}[]
}

/** `raised` counts the occurrences of an alarm in a shift, and `lasted` is how long it was active in it. */
export interface AlarmInShift {
  alarm: Alarm
  raised: number
  lasted: Milliseconds
}

export interface SilentDevice {
  deviceId: string
  name: string
  label: string | null
  lost: number
  silentFor: Milliseconds
  /** Null for a device with data again. */
  since: EpochMs | null
}

export interface CommandInShift {
  deviceId: string
  deviceName: string
  method: string
  state: 'queued' | 'sent' | 'answered' | 'failed' | 'expired'
  by: string
  at: EpochMs
}

export interface ChangeInShift {
  id: string
  at: EpochMs
  by: string | null
  action: string
  /** That of the attribute that was changed. */
  key?: string | undefined
  entityType: string | null
  entityId: string | null
  entityName: string | null
}

/** A person who may take over. `onCall`: by a rota, now or next. */
export interface Successor {
  id: string
  name: string
  email: string
  onCall: 'now' | 'next' | null
}

/** What happened in a shift. A part that the viewer may not read is undefined. */
export interface Shift {
  asOf: EpochMs
  range: TimeRange
  /** The length of the periods in which alarms and lost links are counted. */
  period: Milliseconds
  handOver: HandOver | null
  earlier: readonly HandOver[]
  alarms: {
    raised: {warning: number; critical: number}
    ended: number
    active: number
    unacknowledged: number
    acknowledged: readonly {by: string | null; count: number}[]
    longest: readonly AlarmInShift[]
    flapping: readonly AlarmInShift[]
    unusual: readonly AlarmInShift[]
  }
  /** The periods in which anything happened, in order. */
  periods: readonly ShiftPeriod[]
  links: {lost: number; silentDevices: number; devices: readonly SilentDevice[]}
  maintenance: readonly TitledPeriod[]
  commands?: {sent: number; failed: number; newest: readonly CommandInShift[]} | undefined
  changes?: {newest: readonly ChangeInShift[]; hasMore: boolean} | undefined
  successors?: readonly Successor[] | undefined
}

export interface ShiftPeriod {
  start: EpochMs
  warning: number
  critical: number
  lost: number
}

/** A range that is too long is cut at its beginning. */
export const shiftRange = ({start, end}: TimeRange): TimeRange => ({start: Math.max(start, end - SHIFT_RANGE_MAX), end})

export interface HandOverDraft {
  /** The id of the person who takes over; empty for nobody. */
  to: string
  note: string
}

/** Offers the person on call, and if that is the viewer the next one. */
export function draftOfHandOver({successors = []}: Shift, viewerId: string): HandOverDraft {
  const others = successors.filter(({id, onCall}) => id !== viewerId && onCall !== null)
  return {to: others.find(({onCall}) => onCall === 'now')?.id ?? others[0]?.id ?? '', note: ''}
}

export type HandOverProblems = {note?: 'tooLong'}

export const handOverProblems = ({note}: HandOverDraft): HandOverProblems =>
  note.length > HAND_OVER_NOTE_LENGTH ? {note: 'tooLong'} : {}

/** The addresses of a mail, as they are typed: between them are commas, semicolons or blanks. */
export const addressesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[,;\s]/)
      .filter(part => part !== '')
      .map(address => address.toLowerCase()),
  ),
]

export type MailProblem = 'none' | 'tooMany' | {wrong: string}

export function mailProblem(typed: string): MailProblem | null {
  const addresses = addressesIn(typed)
  if (addresses.length === 0) return 'none'
  if (addresses.length > SHIFT_MAIL_ADDRESSES) return 'tooMany'
  const wrong = addresses.find(email => Object.keys(emailProblems({email})).length > 0)
  return wrong === undefined ? null : {wrong}
}

/** The alarms of a change that were raised after a shift was read. */
export const raisedSince = (alarms: readonly Alarm[], readAt: EpochMs): string[] =>
  alarms.flatMap(({occurrence}) => (occurrence !== null && occurrence.raisedAt > readAt ? [occurrence.id] : []))

/** A column for each period of a shift, with those in which nothing happened. */
export function columnsOfShift(
  periods: readonly ShiftPeriod[],
  period: Milliseconds,
  {start, end}: TimeRange,
): ShiftPeriod[] {
  const first = start - (start % period)
  const known = new Map(periods.map(each => [each.start, each]))
  return Array.from({length: Math.floor((end - first) / period) + 1}, (_, index) => {
    const at = first + index * period
    return known.get(at) ?? {start: at, warning: 0, critical: 0, lost: 0}
  })
}

interface Read {
  link: LinkState
  answer: {readAt: EpochMs} | null
}

/** The time since which nothing newer arrives; null while the shift is current, or nothing is read. */
export const outdatedSince = ({link, answer}: Read): EpochMs | null =>
  isLinkDown(link) ? (answer?.readAt ?? null) : null
