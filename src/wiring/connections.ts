import type {Observable} from 'rxjs'
import type {Milliseconds} from '../../contract/wire/common'
import type {ClientConfig} from '../../contract/wire/config'
import type {Http} from '../api/http'
import type {ServerClock} from '../api/serverClock'
import type {MinuteTicked} from '../domain/timeRange/timeRange'
import type {BellRef} from '../machines/alarms/bell'
import type {LinkChanged, retries} from '../machines/connectivity'
import type {UploadsRef} from '../machines/media/uploads'
import type {ToastsRef} from '../machines/shell/toasts'
import type {SharedClock} from '../streams/clock'
import type {LiveFeed} from '../streams/telemetry/live'

/** What the actors of screens are made of. */
export interface Connections {
  config: ClientConfig
  http: Http
  /** Ticks for all at the same moment; the link has subscribed to it first. */
  clock: SharedClock
  serverClock: ServerClock
  feed: LiveFeed
  /** Ticks each `period` while the page is shown: parts that receive no events ask then. */
  polls(period: Milliseconds): Observable<MinuteTicked>
  /** Whether the screens receive the past. */
  isReplay: boolean
  /** Emits the link at once and at each change, together with what the server offers. */
  links: Observable<LinkChanged>
  /** Asks again for what could not be read when the link is back. */
  retries: typeof retries
  /** Tells outcomes on whatever screen is open. */
  toasts: ToastsRef
  uploads: UploadsSource
  /** Loads and starts what tells of alarms on all screens, unless it is running. It ends with the session. */
  bell(): Promise<BellRef>
}

/** The uploads of the signed-in user, which go on while other screens are open. */
export interface UploadsSource {
  /** Loads their code and starts them, unless they are running. They end with the session. */
  open(): Promise<UploadsRef>
}
