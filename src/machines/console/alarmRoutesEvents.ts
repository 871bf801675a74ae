import type {RouteDraft, RouteProblems} from '../../domain/console/alarmRoutes/draft'
import type {RouteRow} from '../../domain/console/alarmRoutes/rows'
import type {Attribute} from '../../domain/console/attribute'
import type {Change, Side} from '../../domain/console/change'

export interface AlarmRoutesInput {
  organisationId: string
  /** The zone of the hours of a new route. */
  zone: string
}

export interface AlarmRoutesContext extends AlarmRoutesInput {
  attribute: Attribute | null
  /** The route that is edited, removed or tested; null while one is added. */
  chosen: RouteRow | null
  draft: RouteDraft
  problems: RouteProblems
  /** Whose route is kept, where another user has changed the same one. */
  side: Side
  /** Who made their version, once that is known. */
  change: Change | null
  /** Counts failures, so that the same message is announced again. */
  attempts: number
  message: string | null
  hint: string | null
}

export interface RouteTest {
  organisationId: string
  route: string
}

export type AlarmRoutesEvent =
  | {type: 'retry.requested'}
  | {type: 'add.requested'}
  | {type: 'edit.requested'; row: RouteRow}
  | {type: 'delete.requested'; row: RouteRow}
  | {type: 'test.requested'; row: RouteRow}
  | {type: 'draft.changed'; change: Partial<RouteDraft>}
  | {type: 'save.requested'}
  | {type: 'side.chosen'; side: Side}
  | {type: 'side.confirmed'}
  | {type: 'deletion.confirmed'}
  | {type: 'dialog.closed'}
