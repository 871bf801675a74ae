import type {Severity} from '../../../contract/rules/thresholds'
import type {EpochMs} from '../../../contract/wire/common'
import type {Shelf} from './lifeCycle'
import type {AlarmOccurrence, JournalEntry} from './progress'
import type {AlarmStanding} from './standing'

/** The state of an alarm by its journal. */
export interface Journaled {
  condition: 'normal' | 'raised' | 'latched'
  acknowledgement: 'notNeeded' | 'unacknowledged' | 'acknowledged'
  /** The present one; null while its condition is normal. */
  severity: Severity | null
  shelf: Shelf | null
  isInService: boolean
  isFlapping: boolean
  /** The newest occurrence; null when there was none. `severity` is the highest so far. */
  occurrence: {id: string; severity: Severity; acknowledged: {at: EpochMs; by: string | null} | null} | null
  changedAt: EpochMs
  version: number
}

type Entry = Pick<JournalEntry, 'kind' | 'severity' | 'at' | 'by' | 'note' | 'until' | 'occurrenceId' | 'version'>

const NOTHING: Omit<Journaled, 'changedAt'> = {
  condition: 'normal',
  acknowledgement: 'notNeeded',
  severity: null,
  shelf: null,
  isInService: true,
  isFlapping: false,
  occurrence: null,
  version: 0,
}

/**
 * Reads the entries of an alarm until `at`, oldest first. Only the newest entry of the same kind and severity matters,
 * so that the others may be left out.
 */
export function journaled(entries: readonly Entry[], at: EpochMs): Journaled {
  let known: Journaled = {...NOTHING, changedAt: at}
  for (const entry of entries) {
    known = {...known, ...stateAfter(known, entry), changedAt: entry.at, version: entry.version}
  }
  return known
}

function stateAfter(before: Journaled, entry: Entry): Partial<Journaled> {
  const {occurrence, condition} = before
  switch (entry.kind) {
    case 'raised':
      return {
        condition: 'raised',
        acknowledgement: 'unacknowledged',
        severity: entry.severity,
        occurrence: {id: entry.occurrenceId ?? '', severity: entry.severity ?? 'warning', acknowledged: null},
      }
    case 'severityChanged':
      if (entry.severity !== 'critical') return {severity: entry.severity}
      return {
        severity: 'critical',
        acknowledgement: 'unacknowledged',
        occurrence: occurrence && {...occurrence, severity: 'critical'},
      }
    // Alarms that don't latch are cleared at once.
    case 'returned':
      return {condition: 'latched', severity: null}
    case 'cleared':
      return {
        condition: 'normal',
        severity: null,
        acknowledgement: before.acknowledgement === 'unacknowledged' ? 'unacknowledged' : 'notNeeded',
      }
    case 'closed':
      return {condition: 'normal', severity: null, acknowledgement: 'notNeeded'}
    case 'acknowledged':
      return {
        acknowledgement: condition === 'normal' ? 'notNeeded' : 'acknowledged',
        occurrence: occurrence && {...occurrence, acknowledged: {at: entry.at, by: entry.by}},
      }
    case 'shelved':
      return {shelf: {until: entry.until ?? entry.at, by: entry.by ?? '', reason: entry.note ?? ''}}
    case 'unshelved':
    case 'shelfEnded':
      return {shelf: null, acknowledgement: afterHiding(before)}
    case 'outOfService':
      return {isInService: false}
    case 'backInService':
      return {isInService: true, acknowledgement: afterHiding(before)}
    case 'flappingBegan':
      return {isFlapping: true}
    case 'flappingEnded':
      return {isFlapping: false}
    case 'reset':
    case 'commented':
      return {}
    default:
      return entry.kind satisfies never
  }
}

const afterHiding = ({condition}: Journaled): Journaled['acknowledgement'] =>
  condition === 'normal' ? 'notNeeded' : 'unacknowledged'

export function standingIn({condition, acknowledgement, shelf, isInService}: Journaled): AlarmStanding {
  if (!isInService) return 'outOfService'
  if (shelf !== null) return 'shelved'
  const isUnacknowledged = acknowledgement === 'unacknowledged'
  switch (condition) {
    case 'latched':
      return isUnacknowledged ? 'latchedUnacknowledged' : 'latchedAcknowledged'
    case 'raised':
      return isUnacknowledged ? 'unacknowledged' : 'acknowledged'
    case 'normal':
      return isUnacknowledged ? 'returnedUnacknowledged' : 'normal'
  }
}

/** An occurrence as far as it was known at a moment. */
export function occurrenceAt(occurrence: AlarmOccurrence, at: EpochMs): AlarmOccurrence {
  const {returnedAt, acknowledgedAt, endedAt, peakAt} = occurrence
  const isLater = (time: EpochMs | null) => time !== null && time > at
  return {
    ...occurrence,
    ...(isLater(returnedAt) && {returnedAt: null}),
    ...(isLater(acknowledgedAt) && {acknowledgedAt: null, acknowledgedBy: null}),
    ...(isLater(endedAt) && {endedAt: null, endedBy: null}),
    ...(isLater(peakAt) && {peak: null, peakAt: null}),
  }
}
