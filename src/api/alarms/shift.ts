import type {InClientNames} from '../../../contract/wire/names'
import * as routes from '../../../contract/wire/shift'
import type {AlarmInShift, HandOver, HandOverDraft, Shift, ShiftPeriod} from '../../domain/alarms/shift'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import type {Http, Options} from '../http'
import {alarmFrom} from './alarms'

interface OfOrganisation {
  organisationId: string
}

/** Loads what happened in a shift. Without a range it is the one since the newest hand-over. */
export async function loadShift(
  http: Http,
  {organisationId, range}: OfOrganisation & {range: TimeRange | null},
  options: Options = {},
): Promise<Shift> {
  const query = range === null ? {} : {startTs: range.start, endTs: range.end}
  const answer = await http.call(routes.readShift, {params: {id: organisationId}, query, ...options})
  const {startTs, endTs, periodMs, alarms, links, ...shift} = answer
  return {
    ...shift,
    range: {start: startTs, end: endTs},
    period: periodMs,
    alarms: {
      ...alarms,
      longest: alarms.longest.map(alarmInShiftFrom),
      flapping: alarms.flapping.map(alarmInShiftFrom),
      unusual: alarms.unusual.map(alarmInShiftFrom),
    },
    links,
    periods: periodsFrom(alarms.periods, links.periods),
  }
}

export async function loadHandOver(
  http: Http,
  {organisationId}: OfOrganisation,
  options: Options = {},
): Promise<HandOver | null> {
  return (await http.call(routes.readHandOver, {params: {id: organisationId}, ...options})).handOver
}

/** Refused with 409 when there is a newer hand-over than `after`, the newest one that was seen. */
export const handOverShift = (
  http: Http,
  {organisationId, after, draft: {to, note}}: OfOrganisation & {after: string | null; draft: HandOverDraft},
  options: Options = {},
): Promise<HandOver> =>
  http.call(routes.handOverShift, {params: {id: organisationId}, body: {after, to: to || null, note}, ...options})

/** Refused with 409 when there is a newer hand-over. */
export const addHandOverNote = (
  http: Http,
  {organisationId, id, note}: OfOrganisation & {id: string; note: string},
  options: Options = {},
): Promise<HandOver> =>
  http.call(routes.addHandOverNote, {params: {id: organisationId, handOverId: id}, body: {note}, ...options})

export async function sendShift(
  http: Http,
  {organisationId, range, to}: OfOrganisation & {range: TimeRange; to: readonly string[]},
  options: Options = {},
): Promise<void> {
  const body = {startTs: range.start, endTs: range.end, to: [...to]}
  await http.call(routes.sendShift, {params: {id: organisationId}, body, ...options})
}

const alarmInShiftFrom = ({alarm, ...rest}: InClientNames<routes.AlarmInShiftWire>): AlarmInShift => ({
  ...rest,
  alarm: alarmFrom(alarm),
})

/** Joins the periods with alarms and those with lost links. */
function periodsFrom(
  alarms: InClientNames<routes.AlarmsInShiftWire>['periods'],
  links: InClientNames<routes.LinksInShiftWire>['periods'],
): ShiftPeriod[] {
  const periods = new Map<number, ShiftPeriod>()
  for (const {startTs, warning, critical} of alarms) periods.set(startTs, {start: startTs, warning, critical, lost: 0})
  for (const {startTs, lost} of links)
    periods.set(startTs, {...(periods.get(startTs) ?? {start: startTs, warning: 0, critical: 0}), lost})
  return [...periods.values()].sort((a, b) => a.start - b.start)
}
