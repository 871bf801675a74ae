import type {CellWorld} from '../../domain/console/records/cell'
import type {Column} from '../../domain/console/records/columns'
import type {Description} from '../../domain/console/records/description'
import type {ListView} from '../../domain/console/records/list'
import type {Rows} from '../../domain/console/records/rows'
import type {OpenedView, ViewNotes} from '../../domain/console/records/savedView'
import type {KnownLink} from '../../domain/telemetry/link'
import type {LinkChanged} from '../connectivity'
import type {BulkAction} from './bulk'

/** Where a list keeps its view: in the parameters of the address that begin with `prefix`. */
export interface ViewPlace {
  description: Description
  prefix: string
}

export interface RecordListInput extends ViewPlace {
  /** The list of organisations, and the list of users without an organisation, have an empty text. */
  organisationId: string
  /** The view in the address. */
  opened: OpenedView
}

export interface RecordListContext extends ViewPlace, KnownLink, Rows {
  organisationId: string
  view: ListView
  /** What of the view in the address, or of a saved view, means nothing here. */
  notes: ViewNotes
  message: string | null
  /** The file that is saved when all rows are loaded. */
  file: ListFile | null
}

/** How the shown rows are saved: the columns are those that are shown, in their order. */
export interface ListFile {
  name: string
  columns: readonly Column[]
  world: CellWorld
}

export type AddressChanged = {type: 'address.changed'; opened: OpenedView}

export type ViewChanged = {type: 'view.changed'; view: Partial<ListView>; history?: 'replace' | 'push'}

/** `push` lets Back lead to the view before. */
export interface ShownView extends ViewPlace {
  view: ListView
  history: 'replace' | 'push'
}

export type RecordListEvent =
  | LinkChanged
  | AddressChanged
  | {type: 'search.changed'; q: string}
  | ViewChanged
  | {type: 'view.chosen'; opened: OpenedView}
  | {type: 'view.settled'}
  | {type: 'notes.dismissed'}
  | {type: 'rows.shown'; lastInView: number}
  | {type: 'retry.requested'}
  | {type: 'refresh.requested'}
  | {type: 'row.selected'; id: string; isSelected: boolean}
  | {type: 'shown.selected'; isSelected: boolean}
  | {type: 'all.selected'}
  | {type: 'selection.cleared'}
  | {type: 'bulk.requested'; action: BulkAction}
  | {type: 'export.requested'; file: ListFile}
  | {type: 'cancel.requested'}
