import type {ConsoleRecord, Description} from './description'
import type {Values} from './draft'

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
