import type {Description} from '../../domain/console/records/description'
import type {StoredDraft} from '../../domain/console/records/draft'
import type {DraftValue, Problems} from '../../domain/console/records/field'

export interface RecordInput {
  /** The user who owns the draft. */
  userId: string
  description: Description
  /** Null for a record that is to be created. */
  id: string | null
  /** The organisation of a new record; it is empty for an organisation, and when `id` is set. */
  organisationId: string
  /** Whether the page opens with the form. */
  isEditing: boolean
  /** The draft of a form that was left involuntarily, such as by a sign-out. */
  kept: StoredDraft | null
}

/** Tells one form from all others. */
export type RecordPlace = Pick<RecordInput, 'userId' | 'description' | 'id' | 'organisationId'>

export interface RecordContext extends RecordInput, StoredDraft {
  problems: Problems
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

export type RecordEvent =
  | {type: 'field.changed'; name: string; value: DraftValue}
  | {type: 'save.requested'}
  | {type: 'discard.requested'}
  | {type: 'retry.requested'}
  | {type: 'delete.requested'}
