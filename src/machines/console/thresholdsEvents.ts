import type {Attribute} from '../../domain/console/attribute'
import type {Change, Side} from '../../domain/console/change'
import type {ThresholdDraft, ThresholdProblems} from '../../domain/console/thresholds/draft'
import type {ThresholdLevels, ThresholdOwner, ThresholdRow} from '../../domain/console/thresholds/levels'

export interface ThresholdsContext {
  owner: ThresholdOwner
  levels: ThresholdLevels | null
  /** The key whose form is opened first; null for none. */
  asked: string | null
  /** What the server had of the owner when the dialog was opened. */
  opened: Attribute | null
  /** The key that is edited or removed; null while one is added. */
  chosen: string | null
  draft: ThresholdDraft
  problems: ThresholdProblems
  /** Whose threshold is kept where another user has changed the same one, and who that was. */
  side: Side
  change: Change | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

export type ThresholdsEvent =
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; row: ThresholdRow}
  | {type: 'delete.requested'; key: string}
  | {type: 'draft.changed'; change: Partial<ThresholdDraft>}
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}
