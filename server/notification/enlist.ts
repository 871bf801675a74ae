import {sql} from 'drizzle-orm'
import type {Transaction} from '../database/connect'
import {notificationEntry} from '../database/schema'

/** What the journal of an alarm tells, in the order in which it happened. */
export interface JournalNews {
  entries: readonly {alarmId: string; occurrenceId: string | null; kind: string}[]
}

/**
 * Must be called in the transaction in which something happens to alarms: exactly what was committed is told. Whom it
 * concerns is found out afterwards, so that nothing waits for it.
 */
export async function enlist(
  transaction: Pick<Transaction, 'execute'>,
  changes: readonly JournalNews[],
): Promise<void> {
  const entries = changes.flatMap(({entries}) => entries.filter(({kind}) => TOLD.has(kind)))
  for (let from = 0; from < entries.length; from += TOGETHER) {
    const some = entries.slice(from, from + TOGETHER)
    const columns = [
      sql`${sql.param(some.map(({alarmId}) => alarmId))}::uuid[]`,
      sql`${sql.param(some.map(({occurrenceId}) => occurrenceId))}::uuid[]`,
      sql`${sql.param(some.map(({kind}) => kind))}::text[]`,
    ]
    await transaction.execute(
      sql`insert into ${notificationEntry} (alarm_ids, occurrence_ids, kinds) values (${sql.join(columns, sql`, `)})`,
    )
  }
}

/** A row for each would cost the one who writes much more. */
const TOGETHER = 500

/** Must be called in the transaction that removes alarms: those who were told of them are told that they have ended. */
export async function enlistRemoved(transaction: Pick<Transaction, 'execute'>, alarmIds: readonly string[]) {
  await enlist(transaction, [{entries: alarmIds.map(alarmId => ({alarmId, occurrenceId: null, kind: 'closed'}))}])
}

/** What hides an alarm, and who acknowledges it, is looked at when something is told. */
const TOLD: ReadonlySet<string> = new Set([
  ...['raised', 'severityChanged', 'cleared', 'closed', 'unshelved', 'shelfEnded', 'backInService'],
  ...['flappingBegan', 'flappingEnded'],
])
