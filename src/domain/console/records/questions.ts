import type {ConsoleRecord, Description} from './description'
import type {Values} from './draft'
import type {ListView} from './list'

/** Asks for a record, or for its deletion. */
export interface RecordQuestion {
  description: Description
  id: string
}

/** `organisationId`: to which it will belong; empty for an organisation itself. */
export interface CreationQuestion {
  description: Description
  organisationId: string
  values: Values
}

/** `record`: what the changes were made on. */
export interface SaveQuestion {
  description: Description
  record: ConsoleRecord
  changes: Values
}

/** Asks for the rows behind `cursor`, or for the first ones where it is null. */
export interface PageQuestion {
  description: Description
  organisationId: string
  view: ListView
  cursor: string | null
  /** Whether the server can search, sort and page. */
  isPaging: boolean
}

/** An answer of the server. One that does not page answers with the whole list, whatever was searched for. */
export interface RecordPage {
  records: readonly ConsoleRecord[]
  /** The cursor of the next page; null when this is the last one. */
  next: string | null
  total: number
  isWhole: boolean
}
