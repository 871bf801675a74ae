import {sql} from 'drizzle-orm'
import type {Transaction} from '../../database/connect'
import {notificationEntry} from '../../database/schema/notification'

/** The journal entries of a change, in the order in which they happened. */
export interface JournalEntries {
  entries: readonly {alarmId: string; occurrenceId: string | null; kind: string}[]
}

/**
 * Must be called in the transaction that changes alarms, so that exactly the committed changes are sent. Recipients are
 * determined afterwards, so that nothing waits for it.
 */
export async function enqueue(
  transaction: Pick<Transaction, 'execute'>,
  changes: readonly JournalEntries[],
): Promise<void> {
  const entries = changes.flatMap(({entries}) => entries.filter(({kind}) => NOTIFIED.has(kind)))
  if (entries.length === 0) return
  const columns = [
    sql`${sql.param(entries.map(({alarmId}) => alarmId))}::uuid[]`,
    sql`${sql.param(entries.map(({occurrenceId}) => occurrenceId))}::uuid[]`,
    sql`${sql.param(entries.map(({kind}) => kind))}::text[]`,
  ]
  await transaction.execute(sql`
    insert into ${notificationEntry} (alarm_ids, occurrence_ids, kinds)
    select array_agg(alarm_id order by place), array_agg(occurrence_id order by place), array_agg(kind order by place)
    from unnest(${sql.join(columns, sql`, `)}) with ordinality as entry (alarm_id, occurrence_id, kind, place)
    group by (place - 1) / ${TOGETHER} order by min(place)`)
}

/** A row for each would cost the one who writes much more. */
const TOGETHER = 500

/** Must be called in the transaction that removes alarms: the notified recipients get their end. */
export async function enqueueRemoved(transaction: Pick<Transaction, 'execute'>, alarmIds: readonly string[]) {
  await enqueue(transaction, [{entries: alarmIds.map(alarmId => ({alarmId, occurrenceId: null, kind: 'closed'}))}])
}

/** Shelving and acknowledging are read when a message is written. */
const NOTIFIED: ReadonlySet<string> = new Set([
  ...['raised', 'severityChanged', 'cleared', 'closed', 'unshelved', 'shelfEnded', 'backInService'],
  ...['flappingBegan', 'flappingEnded', 'maintenanceEnded', 'maintenanceLeft'],
])
