import {type Severity, SILENCE_SEVERITY} from '../../../contract/rules/thresholds'
import {type AlarmOccurrence, type JournalEntry, Progress, type StoredAlarm} from './progress'
import {alarmState} from './state'

/** The state, in the life cycle, of alarms that only wait for their series to fall silent. */
export type Alike = {state: string; changes: string; isFlapping: boolean}

/** The outcome for all alarms in the same state when their series are evaluated. The moment of the evaluation is 0. */
export interface Pattern extends Pick<StoredAlarm, 'alarm'> {
  from: Alike
  isSilent: boolean
  /** The occurrence of the alarm afterwards. */
  occurrence: Which | null
  entries: readonly (Pick<JournalEntry, 'kind' | 'severity'> & {occurrence: Which})[]
}

/** The occurrence that an alarm has had, if it had one, or the one that has begun. */
type Which = 'former' | 'begun'

export function patternOf(from: Alike, severity: Severity | null): Pattern {
  const kept = someAlarm(from)
  const progress = new Progress(kept)
  progress.setSilence(severity, 0)
  const {alarm, entries} = progress.change() ?? {...kept, entries: []}
  return {
    from,
    isSilent: severity !== null,
    alarm,
    occurrence: alarm.occurrenceId === null ? null : which(alarm.occurrenceId),
    entries: entries.map(({kind, severity, occurrenceId}) => ({kind, severity, occurrence: which(occurrenceId)})),
  }
}

const SOME_ID = 'some'

const which = (occurrenceId: string | null): Which => (occurrenceId === SOME_ID ? 'former' : 'begun')

/** A representative of all alarms in the same state, whether they have an occurrence or not. */
function someAlarm({state, changes, isFlapping}: Alike): StoredAlarm {
  const occurrence: AlarmOccurrence = {
    id: SOME_ID,
    alarmId: SOME_ID,
    severity: SILENCE_SEVERITY,
    raisedAt: 0,
    returnedAt: null,
    endedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    endedBy: null,
    value: null,
    peak: null,
    peakAt: null,
  }
  return {
    alarm: {
      id: SOME_ID,
      deviceId: SOME_ID,
      deviceNumber: 0,
      keyId: 0,
      kind: 'silence',
      threshold: {},
      state: alarmState.parse(JSON.parse(state)),
      standing: 'normal',
      severity: null,
      isResting: true,
      isFlapping,
      changes,
      occurrenceId: SOME_ID,
      dueAt: null,
      changedAt: 0,
      urgency: 0,
      version: 0,
    },
    occurrence,
  }
}
