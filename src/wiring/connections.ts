import type {Observable} from 'rxjs'
import type {ClientConfig} from '../../contract/wire/config'
import type {Http} from '../api/http'
import type {ServerClock} from '../api/serverClock'
import type {ToastsRef} from '../machines/session/toasts'
import type {LinkChanged} from '../machines/telemetry/devices'
import type {LiveFeed} from '../streams/telemetry/live'

/** What the actors of screens are made of. */
export interface Connections {
  config: ClientConfig
  http: Http
  serverClock: ServerClock
  feed: LiveFeed
  /** Emits the link at once and at each change, together with what the server offers. */
  links: Observable<LinkChanged>
  /** Tells outcomes on whatever screen is open. */
  toasts: ToastsRef
}
