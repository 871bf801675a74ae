import {readReport} from '../../../contract/wire/alarm'
import type {AlarmReport} from '../../domain/alarms/report'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {Http, Options} from '../http'
import {alarmFrom} from './alarms'

/** Loads what EEMUA 191 asks for of an organisation and a range of at most 31 days. */
export async function loadReport(
  http: Http,
  {organisationId, range}: {organisationId: string; range: TimeRange},
  options: Options = {},
): Promise<AlarmReport> {
  const query = {organisationId, startTs: range.start, endTs: range.end}
  const report = await http.call(readReport, {query, ...options})
  return {
    ...report,
    periods: report.periods.map(({startTs, raised}) => ({start: startTs, raised})),
    floods: report.floods.map(({startTs, endTs, raised}) => ({start: startTs, end: endTs, raised})),
    worst: report.worst.map(({alarm, raised}) => ({alarm: alarmFrom(alarm), raised})),
    standing: report.standing.map(alarmFrom),
    chattering: report.chattering.map(alarmFrom),
  }
}
