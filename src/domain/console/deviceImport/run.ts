import type {CheckedRow} from './check'
import type {Lost, QueuedRow, RowOutcome} from './outcome'
import type {Result} from './result'

export interface RunInput {
  organisationId: string
  /** The same in every run of an import: what was sent by one way is not known by the other. */
  takesBatches: boolean
  rows: readonly QueuedRow[]
  lost: Lost
}

export interface SavedResult {
  /** Of the file that was imported. */
  fileName: string
  rows: readonly CheckedRow[]
  result: Result
}

export interface RunCommand {
  type: 'cancel.requested'
}

export type RunEvent =
  | {type: 'rows.finished'; outcomes: readonly RowOutcome[]; perSecond: number}
  /** Whether anything of `rows` was made is not known, unless the server refused the whole. */
  | {type: 'rows.lost'; rows: readonly QueuedRow[]; error: unknown}
  | {type: 'run.ended'}
