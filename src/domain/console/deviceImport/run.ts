import type {CheckedRow} from './check'
import type {Lost, QueuedRow, RowOutcome} from './outcome'
import type {Result} from './result'

export interface RunInput {
  organisationId: string
  /**
   * Must not change during an import, because a batch call doesn't recognise devices made by single calls, and the
   * reverse.
   */
  takesBatches: boolean
  rows: readonly QueuedRow[]
  lost: Lost
}

export interface SavedResult {
  /** The name of the imported file. */
  fileName: string
  rows: readonly CheckedRow[]
  result: Result
}

export interface RunCommand {
  type: 'cancel.requested'
}

export type RunEvent =
  | {type: 'rows.finished'; outcomes: readonly RowOutcome[]; perSecond: number}
  /**
   * The answer for `rows` was lost, so their devices may exist; if the server refused the whole call, nothing was made.
   */
  | {type: 'rows.lost'; rows: readonly QueuedRow[]; error: unknown}
  | {type: 'run.ended'}
