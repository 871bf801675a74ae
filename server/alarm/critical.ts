import type {Pool} from 'pg'
import type {Severity} from '../../contract/rules/thresholds'
import type {CalendarWindow} from '../../contract/rules/time/calendar'
import type {EpochMs} from '../../contract/wire/common'

interface Worsening {
  deviceNumber: number
  at: EpochMs
  severity: Severity
  /** The time of the next change of severity, or else of the alarm's end; null while it goes on. */
  until: EpochMs | null
}

/**
 * The times in which an alarm of the devices was critical, shelved or not, by device number: from its raising or
 * worsening until it was no longer so. Windows of several alarms may overlap.
 */
export async function criticalWindows(
  pool: Pool,
  deviceNumbers: readonly number[],
  {start, end}: CalendarWindow,
): Promise<Map<number, CalendarWindow[]>> {
  const {rows} = await pool.query<Worsening>({name: 'critical', text: CRITICAL, values: [deviceNumbers, start, end]})
  const found = new Map<number, CalendarWindow[]>()
  for (const {deviceNumber, at, severity, until} of rows) {
    if (severity !== 'critical') continue
    const windows = found.get(deviceNumber) ?? []
    found.set(deviceNumber, windows)
    windows.push({start: at, end: until ?? Number.POSITIVE_INFINITY})
  }
  return found
}

/** The severity of an occurrence is the highest that it had. */
const CRITICAL = `
  select alarm.device_number as "deviceNumber", journal.at::float8 as at, journal.severity,
    coalesce(lead(journal.at) over occurrence, returned_at, ended_at)::float8 as until
  from alarm
  join alarm_occurrence on alarm_occurrence.alarm_id = alarm.id
  join alarm_journal as journal on journal.alarm_id = alarm.id and journal.occurrence_id = alarm_occurrence.id
  where alarm.device_number = any($1::int4[]) and alarm_occurrence.severity = 'critical'
    and raised_at < $3 and coalesce(returned_at, ended_at, $3) > $2 and journal.kind in ('raised', 'severityChanged')
  window occurrence as (partition by alarm_occurrence.id order by journal.id)`
