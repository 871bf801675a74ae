import {and, desc, eq, isNotNull, type SQL, sql} from 'drizzle-orm'
import {MINUTE} from '../../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Database} from '../../database/connect'
import {alarm, alarmOccurrence} from '../../database/schema/alarm'

/** An alarm chatters that is raised and ends so often within so long. */
const CHATTERING: {times: number; within: Milliseconds} = {times: 3, within: 60_000}
/** An alarm counts as chattering for this long after it last did. */
const REMEMBERED: Milliseconds = 10 * MINUTE

/** Whether an alarm chatters at a time, as part of a query for alarms. */
export const chatters = (at: EpochMs): SQL<boolean> => sql<boolean>`(
  select count(*) = ${CHATTERING.times} and max(ended_at) - min(raised_at) <= ${CHATTERING.within}
    and max(ended_at) >= ${at - REMEMBERED}
  from (
    select raised_at, ended_at from ${alarmOccurrence} as ended
    where ended.alarm_id = ${alarm.id} and ended.ended_at <= ${at}
    order by ended.id desc limit ${CHATTERING.times}
  ) as newest
)`

/** The ids of the alarms that chattered, by their occurrences in `among`, the most often raised first. */
export function chatteredIn(db: Database['db'], among: SQL | undefined) {
  const first = sql`lag(${alarmOccurrence.raisedAt}, ${CHATTERING.times - 1}) over (
    partition by ${alarmOccurrence.alarmId} order by ${alarmOccurrence.id}
  )`
  const ended = db
    .select({
      id: alarmOccurrence.alarmId,
      chatters: sql<boolean>`${alarmOccurrence.endedAt} - ${first} <= ${CHATTERING.within}`.as('chatters'),
    })
    .from(alarmOccurrence)
    .innerJoin(alarm, eq(alarm.id, alarmOccurrence.alarmId))
    .where(and(among, isNotNull(alarmOccurrence.endedAt)))
    .as('ended')
  return db
    .select({id: ended.id})
    .from(ended)
    .groupBy(ended.id)
    .having(sql`bool_or(${ended.chatters})`)
    .orderBy(desc(sql`count(*)`))
    .$dynamic()
}
