import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Authority} from '../../../contract/wire/people/user'
import {type Alarm, isUnacknowledged} from '../alarm'

/** The actions on an alarm. */
export const ALARM_ACTION_KINDS = [
  'acknowledge',
  'reset',
  'shelve',
  'unshelve',
  'comment',
  'leaveService',
  'returnToService',
] as const
export type AlarmActionKind = (typeof ALARM_ACTION_KINDS)[number]

/** An action with its words. `until` belongs to a shelf. */
export interface AlarmAction {
  kind: AlarmActionKind
  note: string
  until: EpochMs
}

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
    case 'comment':
      return true
    default:
      return kind satisfies never
  }
}

/** Whether a user may do it at all. Everybody who sees an alarm may comment on it. */
export const mayDo = (kind: AlarmActionKind, authority: string): boolean =>
  kind === 'comment' || KEEPERS.includes(authority)

const KEEPERS: readonly string[] = ['SYS_ADMIN', 'ORGANISATION_ADMIN', 'CUSTOMER_ADMIN'] satisfies Authority[]

/** The actions that work on many alarms at once. */
export const ACTIONS_OF_MANY: readonly AlarmActionKind[] = ['acknowledge', 'shelve']

/** Whether an action has to say why. */
export const needsNote = (kind: AlarmActionKind): boolean =>
  kind === 'shelve' || kind === 'comment' || kind === 'leaveService'

const MINUTE: Milliseconds = 60_000

/** The offered lengths of a shelf. A user can choose an end as well. */
export const SHELF_LENGTHS: readonly Milliseconds[] = [15 * MINUTE, 60 * MINUTE, 8 * 60 * MINUTE]
