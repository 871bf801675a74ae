import type {EpochMs} from '../../contract/wire/common'
import type {Transaction} from '../database/connect'
import type {alarm, alarmJournal, alarmOccurrence} from '../database/schema'
import type {AlarmEvent} from './lifeCycle'

export type AlarmRow = typeof alarm.$inferSelect
export type AlarmOccurrence = typeof alarmOccurrence.$inferSelect
export type JournalEntry = typeof alarmJournal.$inferSelect

/** An alarm with its newest occurrence that stands or asks for attention. */
export interface KeptAlarm {
  alarm: AlarmRow
  occurrence: AlarmOccurrence | null
}

/** What has become of an alarm in a transaction, and what its journal tells of that, in order. */
export interface AlarmChange extends KeptAlarm {
  entries: readonly JournalEntry[]
}

/** Drizzle's transaction, or Drizzle on a client that is in one. */
export type Executor = Pick<Transaction, 'execute' | 'select' | 'insert' | 'update' | 'delete'>

/** Called in the transaction of every change, whatever caused it: what is written here is told exactly if it happened. */
export type Enlist = (executor: Executor, changes: readonly AlarmChange[]) => Promise<void>

/** The events that people cause. */
export type AlarmCommand = Extract<AlarmEvent, {type: `alarm.${string}` | `service.${string}`}>

/** Alone writes alarms, occurrences and the journal. */
export interface AlarmStore {
  /** Locks an alarm until the transaction ends; undefined when there is none. */
  lock(executor: Executor, id: string): Promise<KeptAlarm | undefined>
  /**
   * Lets somebody do something to a locked alarm. Undefined when it makes no sense as the alarm is now; then nothing was
   * written. After the commit the change must be published.
   */
  command(executor: Executor, kept: KeptAlarm, event: AlarmCommand): Promise<AlarmChange | undefined>
  comment(executor: Executor, kept: KeptAlarm, comment: {by: string; note: string; at: EpochMs}): Promise<AlarmChange>
}
