import {and, asc, between, count, desc, eq, gt, isNull, lte, or, type SQL, sql} from 'drizzle-orm'
import type {AnyPgColumn} from 'drizzle-orm/pg-core'
import {ALARM_REPORT_LENGTH} from '../../contract/limits'
import {DAY, MINUTE} from '../../contract/rules/time/durations'
import type {AlarmWire, ReportWire, TimesWire} from '../../contract/wire/alarm'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import type {Viewer} from '../access/viewer'
import type {Database} from '../database/connect'
import {exactlyOne} from '../database/rows'
import {alarm, alarmOccurrence} from '../database/schema/alarm'
import {namedDevice} from '../device/repository'
import {wasInMaintenance} from '../maintenance/repository'
import {chatteredIn} from './evaluation/chattering'
import type {PastMoments} from './evaluation/moment'
import {type AlarmRepository, amongReached} from './repository'

/** Both ends are inclusive. */
export interface Range {
  startTs: EpochMs
  endTs: EpochMs
}

export type AlarmReport = (
  viewer: Viewer,
  organisationId: string,
  asked: Range & {at: EpochMs | undefined},
) => Promise<ReportWire>

export interface AlarmReportOptions {
  database: Pick<Database, 'db'>
  now: () => EpochMs
  alarms: Pick<AlarmRepository, 'read'>
  moments: Pick<PastMoments, 'read'>
}

const PERIOD: Milliseconds = 10 * MINUTE
const STANDING: Milliseconds = DAY
const WORST = 10
const FLOOD = {beginsAbove: 10, endsBelow: 5}

/** Reports on an organisation's alarms in the figures of EEMUA 191. */
export function createAlarmReport({database: {db}, now, alarms, moments}: AlarmReportOptions): AlarmReport {
  return async (viewer, organisationId, {startTs, endTs, at}) => {
    const reached = amongReached(db, viewer, organisationId)
    const until = at ?? now()
    const raised = and(between(alarmOccurrence.raisedAt, startTs, Math.min(endTs, until)), reached)
    const {endedAt} = alarmOccurrence
    const isOpen = at === undefined ? isNull(endedAt) : or(isNull(endedAt), gt(endedAt, at))
    const period = sql<number>`${alarmOccurrence.raisedAt} / ${PERIOD}::bigint * ${PERIOD}::bigint`.mapWith(Number)
    const [periods, maintained, responses, worst, standing, chattering] = await Promise.all([
      db
        .select({start_ts: period.as('start_ts'), raised: count()})
        .from(alarmOccurrence)
        .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
        .where(raised)
        .groupBy(sql`1`)
        .orderBy(sql`1`),
      db
        .select({raised: count()})
        .from(alarmOccurrence)
        .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
        .innerJoin(namedDevice, eq(namedDevice.number, alarm.deviceNumber))
        .where(and(raised, wasInMaintenance(db, namedDevice, alarmOccurrence.raisedAt))),
      responsesIn(db, raised, until),
      db
        .select({id: alarmOccurrence.alarmId, raised: count()})
        .from(alarmOccurrence)
        .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
        .where(raised)
        .groupBy(alarmOccurrence.alarmId)
        .orderBy(desc(count()), asc(alarmOccurrence.alarmId))
        .limit(WORST),
      db
        .select({id: alarmOccurrence.alarmId})
        .from(alarmOccurrence)
        .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
        .where(and(isOpen, lte(alarmOccurrence.raisedAt, until - STANDING), reached))
        .orderBy(asc(alarmOccurrence.raisedAt))
        .limit(ALARM_REPORT_LENGTH),
      chatteredIn(db, and(raised, lte(endedAt, until))).limit(ALARM_REPORT_LENGTH),
    ])
    const named = [...new Set([...worst, ...standing, ...chattering].map(({id}) => id))]
    const read = await (at === undefined ? alarms.read(named) : moments.read(named, at))
    const found = new Map(read.map(alarm => [alarm._id, alarm]))
    const alarmsOf = (rows: readonly {id: string}[]): AlarmWire[] => rows.flatMap(({id}) => found.get(id) ?? [])
    const inMaintenance = exactlyOne(maintained).raised
    return {
      ...(inMaintenance > 0 && {in_maintenance: inMaintenance}),
      raised: periods.reduce((sum, {raised}) => sum + raised, 0),
      responses,
      periods,
      floods: floodsIn(periods),
      worst: worst.flatMap(({id, raised}) => alarmsOf([{id}]).map(alarm => ({alarm, raised}))),
      standing: alarmsOf(standing),
      chattering: alarmsOf(chattering),
    }
  }
}

/** How long it took until the alarms were acknowledged, and back to normal, as far as they were until a time. */
async function responsesIn(
  db: Database['db'],
  raised: SQL | undefined,
  until: EpochMs,
): Promise<ReportWire['responses']> {
  const {raisedAt, acknowledgedAt, returnedAt, endedAt, severity} = alarmOccurrence
  const normalAt = sql`coalesce(${returnedAt}, ${endedAt})`
  const figures = {
    raised: count(),
    acknowledged: timesTo(sql`${acknowledgedAt}`, raisedAt, until),
    normal: timesTo(normalAt, raisedAt, until),
  }
  const [severities, devices] = await Promise.all([
    db
      .select({severity, ...figures})
      .from(alarmOccurrence)
      .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
      .where(raised)
      .groupBy(severity)
      .orderBy(severity),
    db
      .select({device_id: namedDevice.id, device_name: namedDevice.name, ...figures})
      .from(alarmOccurrence)
      .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
      .innerJoin(namedDevice, eq(namedDevice.number, alarm.deviceNumber))
      .where(raised)
      .groupBy(namedDevice.id, namedDevice.name)
      .orderBy(desc(count()), asc(namedDevice.name))
      .limit(WORST),
  ])
  return {severities, devices}
}

/** The SQL of the median and the 90th percentile of the times between two moments. */
const timesTo = (end: SQL, start: AnyPgColumn, until: EpochMs) =>
  sql<
    number[] | null
  >`percentile_cont(array[0.5, 0.9]) within group (order by ${end} - ${start}) filter (where ${end} <= ${until})`.mapWith(
    ([median, p90]: readonly [number, number]): TimesWire => ({median, p90}),
  )

/** `periods` are the periods of ten minutes in which any alarm was raised, in order. */
export function floodsIn(periods: ReportWire['periods']): ReportWire['floods'] {
  const floods: ReportWire['floods'] = []
  let flood: ReportWire['floods'][number] | undefined
  for (const {start_ts, raised} of periods) {
    const isSame = flood?.end_ts === start_ts && raised >= FLOOD.endsBelow
    if (flood !== undefined && isSame) {
      flood.end_ts += PERIOD
      flood.raised += raised
      continue
    }
    flood = raised > FLOOD.beginsAbove ? {start_ts, end_ts: start_ts + PERIOD, raised} : undefined
    if (flood !== undefined) floods.push(flood)
  }
  return floods
}
