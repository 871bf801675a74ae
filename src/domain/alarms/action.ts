import {HOUR, MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Authority} from '../../../contract/wire/people/user'
import {trimmed} from '../../../contract/wire/text'
import {type Alarm, isUnacknowledged} from '../alarm'
import {MAINTENANCE_LENGTHS} from '../maintenance'

/** The actions on an alarm. */
export const ALARM_ACTION_KINDS = [
  'acknowledge',
  'reset',
  'shelve',
  'unshelve',
  'maintain',
  'comment',
  'leaveService',
  'returnToService',
] as const
export type AlarmActionKind = (typeof ALARM_ACTION_KINDS)[number]

/** An action with its words. `until` belongs to a shelf, and to the maintenance of the device. */
export interface AlarmAction {
  kind: AlarmActionKind
  note: string
  until: EpochMs
}

/** The actions that are calls about the alarm itself; maintenance is of its device. */
export type AlarmCallKind = Exclude<AlarmActionKind, 'maintain'>

/** Whether an alarm is in a state in which the action means something. */
export function canBeDone(kind: AlarmActionKind, alarm: Alarm): boolean {
  const {state} = alarm
  switch (kind) {
    case 'acknowledge':
      return isUnacknowledged(alarm)
    case 'reset':
      return state === 'latchedUnacknowledged' || state === 'latchedAcknowledged'
    case 'shelve':
      return state !== 'shelved' && state !== 'outOfService'
    case 'unshelve':
      return state === 'shelved'
    case 'leaveService':
      return state !== 'outOfService'
    case 'returnToService':
      return state === 'outOfService'
    case 'maintain':
      return alarm.maintenanceUntil === undefined
    case 'comment':
      return true
    default:
      return kind satisfies never
  }
}

/** Whether a user may do it at all. Everybody who sees an alarm may comment on it. */
export const mayDo = (kind: AlarmActionKind, authority: string): boolean => kind === 'comment' || mayKeep(authority)

/** Whether a user may acknowledge and shelve alarms, and say that a device is in maintenance. */
export const mayKeep = (authority: string): boolean => KEEPERS.includes(authority)

const KEEPERS: readonly string[] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'] satisfies Authority[]

/** The actions that work on many alarms at once. */
export const ACTIONS_OF_MANY: readonly AlarmActionKind[] = ['acknowledge', 'shelve']

/** Whether an action has to say why. */
export const needsNote = (kind: AlarmActionKind): boolean =>
  kind === 'shelve' || kind === 'comment' || kind === 'leaveService'

/** The actions that last for a time, with the lengths that are offered. A user can choose an end as well. */
const LENGTHS: Partial<Record<AlarmActionKind, readonly Milliseconds[]>> = {
  shelve: [15 * MINUTE, HOUR, 8 * HOUR],
  maintain: MAINTENANCE_LENGTHS,
}

/** The offered lengths of an action, the usual one first; none where it doesn't end by itself. */
export const lengthsOf = (kind: AlarmActionKind): readonly Milliseconds[] => LENGTHS[kind] ?? []

/** Whether an action still has to say why. */
export const lacksNote = (kind: AlarmActionKind, note: string): boolean => needsNote(kind) && trimmed(note) === ''

/** Whether the words of an action are complete. */
export const isComplete = ({kind, note, until}: UnfinishedAction, now: EpochMs): boolean =>
  !lacksNote(kind, note) && (lengthsOf(kind).length === 0 || (until !== null && until > now))

/** The end of an action is null as long as a typed time is none. */
export type UnfinishedAction = Omit<AlarmAction, 'until'> & {until: EpochMs | null}
