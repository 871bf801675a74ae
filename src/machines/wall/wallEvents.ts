import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import type {MaintenanceReceived} from '../../domain/maintenance'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import type {AlarmsReceived} from '../../domain/telemetry/devices/marks'
import type {UnusualReceived} from '../../domain/telemetry/usual'
import type {CurrentUser} from '../../domain/user'
import type {Board} from '../../domain/wall/board'
import type {FoundHistory, Histories} from '../../domain/wall/histories'
import type {Box} from '../../domain/wall/page'
import type {WallView} from '../../domain/wall/view'
import type {WallIntent} from '../../domain/wall/walls'
import type {DevicesNotification} from '../telemetry/devicesEvents'
import type {WallDrafted} from './compose'
import type {WallForm} from './wallEditor'
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
  offer: Offer | null
}

export interface FactsQuestion {
  devices: readonly DeviceEntry[]
  mayReadCustomers: boolean
}

export interface ShownInUrl {
  view: WallView
  /** Tells whether Back leads to the former view. */
  history: 'push' | 'replace'
}

/** The actor `sparklines` sends these, for one small chart or for many. */
export type HistoriesEvent =
  | {type: 'histories.received'; found: readonly FoundHistory[]}
  | {type: 'histories.missed'; error: unknown}

export type WallEvent =
  | DevicesNotification
  | HistoriesEvent
  | WallsChanged
  /** The user has chosen the wall to see first. */
  | {type: 'firstWall.chosen'; first: string | null}
  | AlarmsReceived
  | MaintenanceReceived
  | UnusualReceived
  | {type: 'address.changed'; view: WallView}
  /** A user wants to see something else. */
  | {type: 'view.changed'; change: Partial<WallView>; history: ShownInUrl['history']}
  /** The box of the wall, or of a panel of tiles. */
  | {type: 'box.measured'; box: Box; panel?: string}
  | {type: 'watching.changed'; isWatched: boolean}
  | {type: 'turn.due'}
  | {type: 'turn.requested'; step: 1 | -1}
  | {type: 'nextWall.requested'}
  | {type: 'pause.toggled'}
  | {type: 'editor.opened'; form: WallForm}
  | {type: 'editor.closed'}
  /** The panels of the wall that is shown are composed. */
  | {type: 'composing.began'}
  | WallDrafted
  /** The links by which screens show walls. */
  | {type: 'links.opened'}
  | {type: 'links.closed'}
  /** The earlier versions of walls. */
  | {type: 'versions.opened'}
  | {type: 'versions.closed'}
  | {type: 'version.chosen'; intent: WallIntent}
