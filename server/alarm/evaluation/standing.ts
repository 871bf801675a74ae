import type {Severity} from '../../../contract/rules/thresholds'
import type {ALARM_STANDINGS} from '../../../contract/wire/alarm'
import type {EpochMs} from '../../../contract/wire/common'
import type {AlarmSnapshot} from './lifeCycle'

/** The states of ISA-18.2, in which people speak: the combined meaning of the machine's parts. */
export type AlarmStanding = (typeof ALARM_STANDINGS)[number]

export function standingOf(snapshot: AlarmSnapshot): AlarmStanding {
  if (snapshot.matches({service: 'off'})) return 'outOfService'
  if (snapshot.matches({shelf: 'on'})) return 'shelved'
  const isUnacknowledged = snapshot.matches({acknowledgement: 'unacknowledged'})
  if (snapshot.matches({condition: {raised: 'latched'}})) {
    return isUnacknowledged ? 'latchedUnacknowledged' : 'latchedAcknowledged'
  }
  if (snapshot.matches({condition: 'raised'})) return isUnacknowledged ? 'unacknowledged' : 'acknowledged'
  return isUnacknowledged ? 'returnedUnacknowledged' : 'normal'
}

/** The time at which the alarm must be evaluated, though no value may come; null when it waits for nothing. */
export function dueAt(snapshot: AlarmSnapshot): EpochMs | null {
  const {since, shelf, rule} = snapshot.context
  const isReturning = snapshot.matches({condition: {raised: 'returning'}})
  const delay = isReturning ? rule.delay.off : rule.delay.on
  const times = [since === null ? [] : [since + delay], shelf === null ? [] : [shelf.until]].flat()
  return times.length === 0 ? null : Math.min(...times)
}

/** Sorts alarms, lowest first: the unacknowledged before others, then the critical before warnings, then the newest. */
export function urgencyOf(standing: AlarmStanding, severity: Severity | null, changedAt: EpochMs): number {
  const rank = severity === null ? RANKS.length : RANKS.indexOf(severity)
  return (UNACKNOWLEDGED.includes(standing) ? rank : rank + RANKS.length + 1) * MORE_THAN_ANY_TIME - changedAt
}

export const UNACKNOWLEDGED: readonly AlarmStanding[] = [
  'unacknowledged',
  'returnedUnacknowledged',
  'latchedUnacknowledged',
]

const RANKS: readonly Severity[] = ['critical', 'warning']
const MORE_THAN_ANY_TIME: EpochMs = 1e15
