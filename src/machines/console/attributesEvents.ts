import type {AttributeScope} from '../../../contract/wire/attribute'
import type {EpochMs} from '../../../contract/wire/common'
import type {Attribute, AttributesInput, AttributeType} from '../../domain/console/attribute'
import type {AttributeDraft, AttributeProblems} from '../../domain/console/attributeDraft'

/** The attributes of an entity, and when their list is opened. */
export interface AttributesOpened extends AttributesInput {
  now: EpochMs
}

export interface AttributesContext extends AttributesOpened {
  scope: AttributeScope
  /** The attributes of all scopes. */
  attributes: readonly Attribute[]
  /** The attribute that is edited or deleted; null while a new one is added. */
  chosen: Attribute | null
  draft: AttributeDraft
  problems: AttributeProblems
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

export type AttributesEvent =
  | {type: 'clock.ticked'; at: EpochMs}
  | {type: 'clock.jumped'; at: EpochMs}
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'scope.chosen'; scope: AttributeScope}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; attribute: Attribute}
  | {type: 'delete.requested'; attribute: Attribute}
  | {type: 'draft.changed'; change: Partial<Pick<AttributeDraft, 'key' | 'text'>>}
  | {type: 'type.chosen'; valueType: AttributeType}
  | {type: 'save.requested'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}
