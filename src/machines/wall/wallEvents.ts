import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {CurrentUser} from '../../domain/session/user'
import type {DeviceEntry} from '../../domain/telemetry/device'
import type {AlarmsReceived} from '../../domain/telemetry/marks'
import type {Board, Box} from '../../domain/wall/board'
import type {FoundHistory, Histories} from '../../domain/wall/histories'
import type {WallView} from '../../domain/wall/view'
import type {DevicesNotification} from '../telemetry/devicesEvents'
import type {WallsChanged} from './walls'

export interface WallInput {
  user: CurrentUser
  view: WallView
  zone: string
  lateAfter: number
  /** On the server's clock. */
  now: EpochMs
  mayReadCustomers: boolean
  stored: Pick<Board, 'turn' | 'isPaused'>
}

export interface WallContext extends Omit<WallInput, 'view' | 'lateAfter' | 'now' | 'stored'> {
  board: Board
  histories: Histories
  capabilities: Capabilities
}

export interface FactsQuestion {
  devices: readonly DeviceEntry[]
  mayReadCustomers: boolean
}

export interface ShownInUrl {
  view: WallView
  /** Whether Back leads to what was there. */
  history: 'push' | 'replace'
}

/** What the actor `sparklines` sends: of one small chart or of many. */
export type HistoriesEvent =
  | {type: 'histories.received'; found: readonly FoundHistory[]}
  | {type: 'histories.missed'; error: unknown}

export type WallEvent =
  | DevicesNotification
  | HistoriesEvent
  | WallsChanged
  | AlarmsReceived
  | {type: 'address.changed'; view: WallView}
  /** A user wants to see something else. */
  | {type: 'view.changed'; change: Partial<WallView>; history: ShownInUrl['history']}
  | {type: 'box.measured'; box: Box}
  | {type: 'watching.changed'; isWatched: boolean}
  | {type: 'turn.due'}
  | {type: 'turn.requested'; step: 1 | -1}
  | {type: 'pause.toggled'}
  /** The form is opened for the wall that is shown, or for a new one. */
  | {type: 'editor.opened'; isNew: boolean}
  | {type: 'editor.closed'}
  /** The links by which screens show walls. */
  | {type: 'links.opened'}
  | {type: 'links.closed'}
