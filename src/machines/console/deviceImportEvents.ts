import type {CheckedRow, Existing} from '../../domain/console/deviceImport/check'
import type {ImportColumn, Mapping} from '../../domain/console/deviceImport/columns'
import type {ResultFilter, RowFilter} from '../../domain/console/deviceImport/filter'
import type {QueuedRow, Results} from '../../domain/console/deviceImport/outcome'
import type {RunCommand, RunEvent} from '../../domain/console/deviceImport/run'
import type {Sheet} from '../../domain/console/deviceImport/sheet'

export interface DeviceImportInput {
  /** The organisation that the devices will belong to. */
  organisationId: string
}

export interface DeviceImportContext extends DeviceImportInput, Results {
  fileName: string
  sheet: Sheet
  mapping: Mapping
  existing: Existing
  rows: readonly CheckedRow[]
  /** Which of the checked rows are shown. */
  filter: RowFilter
  message: string | null
  /** The rows of the current run. */
  queue: readonly QueuedRow[]
  /** The average number of rows per second since the run began. */
  perSecond: number | null
  /** Which of the rows are shown when the import has ended. */
  resultFilter: ResultFilter
}

export type ReadFile = {sheet: Sheet} | {refusal: string}

export type CheckInput = Pick<DeviceImportContext, 'sheet' | 'mapping' | 'existing'>

export type DeviceImportEvent =
  | RunEvent
  | RunCommand
  | {type: 'template.requested'}
  | {type: 'file.chosen'; file: File}
  | {type: 'file.discarded'}
  | {type: 'column.mapped'; column: ImportColumn; at: number | null}
  | {type: 'check.requested'}
  | {type: 'mapping.requested'}
  | {type: 'filter.changed'; filter: RowFilter}
  | {type: 'import.requested'}
  | {type: 'retry.requested'}
  | {type: 'result.requested'}
  | {type: 'result.filtered'; filter: ResultFilter}
