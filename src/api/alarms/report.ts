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
  const query = {organisation_id: organisationId, start_ts: range.start, end_ts: range.end}
  const {
    raised,
    in_maintenance: inMaintenance,
    periods,
    floods,
    ...lists
  } = await http.call(readReport, {query, ...options})
  return {
    raised,
    ...(inMaintenance !== undefined && {inMaintenance}),
    periods: periods.map(period => ({start: period.start_ts, raised: period.raised})),
    floods: floods.map(flood => ({start: flood.start_ts, end: flood.end_ts, raised: flood.raised})),
    worst: lists.worst.map(({alarm, raised: times}) => ({alarm: alarmFrom(alarm), raised: times})),
    standing: lists.standing.map(alarmFrom),
    chattering: lists.chattering.map(alarmFrom),
  }
}
