import {and, asc, between, count, desc, eq, gt, isNull, lte, or, sql} from 'drizzle-orm'
import {ALARM_REPORT_LENGTH} from '../../contract/limits'
import type {AlarmWire, ReportWire} from '../../contract/wire/alarm'
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

const PERIOD: Milliseconds = 10 * 60_000
const STANDING: Milliseconds = 24 * 60 * 60_000
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
    const [periods, maintained, worst, standing, chattering] = await Promise.all([
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
      periods,
      floods: floodsIn(periods),
      worst: worst.flatMap(({id, raised}) => alarmsOf([{id}]).map(alarm => ({alarm, raised}))),
      standing: alarmsOf(standing),
      chattering: alarmsOf(chattering),
    }
  }
}

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
