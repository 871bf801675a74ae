import {and, desc, eq, sql} from 'drizzle-orm'
import type {WhomWire} from '../../contract/wire/notification'
import type {Transaction} from '../database/connect'
import {notificationChannel, notificationDelivery} from '../database/schema/notification'
import {readPeople} from '../user/repository'
import {personIn} from './channel'
import type {NotifiedAlarm} from './sending/decision'

/** Reads the channels that were notified of what is active of an alarm, each with its newest delivery, in their order. */
export async function readNotified(
  db: Pick<Transaction, 'select' | 'selectDistinctOn'>,
  organisationId: string,
  {id: alarmId, isFlapping, occurrences: [active]}: NotifiedAlarm,
): Promise<WhomWire['notified']> {
  if (active === undefined && !isFlapping) return []
  const {kind, address} = notificationChannel
  const {id, channelId, route, createdAt: at, state, message} = notificationDelivery
  const asked = {alarm: alarmId, occurrence: active?.id ?? null, flapping: isFlapping ? null : false}
  const deliveries = await db
    .selectDistinctOn([channelId], {kind, address, route, at, state})
    .from(notificationDelivery)
    .innerJoin(notificationChannel, eq(notificationChannel.id, channelId))
    .where(
      and(
        eq(notificationDelivery.organisationId, organisationId),
        // The index contains this expression.
        sql`jsonb_path_query_array(${message}, '$.notices[*].alarm_id') @> jsonb_build_array(${alarmId}::text)`,
        sql`jsonb_path_exists(${message}, ${OF_OCCURRENCE}::jsonpath, ${JSON.stringify(asked)}::jsonb)`,
      ),
    )
    .orderBy(channelId, desc(id))
  const people = await readPeople(db, organisationId, deliveries.map(personIn))
  const names = new Map(people.map(({email, name}) => [email, name]))
  return deliveries
    .map(delivery => ({...delivery, name: names.get(personIn(delivery)) ?? null}))
    .sort((a, b) => a.at - b.at || (a.address < b.address ? -1 : 1))
}

/** The notices of a flapping alarm name no occurrence. */
const OF_OCCURRENCE =
  '$.notices[*] ? (@.alarm_id == $alarm && (@.occurrence_id == $occurrence || @.occurrence_id == $flapping))'
