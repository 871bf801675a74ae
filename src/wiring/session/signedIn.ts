import {fromEvent, map, merge, type Observable} from 'rxjs'
import type {ClientConfig} from '../../../contract/wire/config'
import type {Http} from '../../api/http'
import type {ServerClock} from '../../api/serverClock'
import {findServer} from '../../api/session/capabilities'
import {createLiveSockets} from '../../api/telemetry/liveSocket'
import {createFormats} from '../../domain/format/formats'
import type {SessionRef} from '../../machines/session/session'
import {backOff} from '../../streams/backOff'
import {clock} from '../../streams/clock'
import {networkChanges} from '../../streams/session/network'
import {serverMisses} from '../../streams/session/serverMisses'
import {createLiveFeed} from '../../streams/telemetry/live'
import type {Connections} from '../connections'
import {linkChanges} from './links'

export interface SignedInOptions {
  config: ClientConfig
  http: Http
  serverClock: ServerClock
  /** Dispatches `reached` or `missed` after each call, which says whether it was answered. */
  calls: EventTarget
  session: SessionRef
}

/** What only signed-in users need: the live feed, the streams of the link, and what actors of screens are made of. */
export interface SignedIn {
  connections: Connections
  createFormats: typeof createFormats
  networkChanges: ReturnType<typeof networkChanges>
  clock: ReturnType<typeof clock>
  serverMisses: ReturnType<typeof serverMisses>
  backOff(tries: number): ReturnType<typeof backOff>
}

export function createSignedIn({config, http, serverClock, calls, session}: SignedInOptions): SignedIn {
  const feed = createLiveFeed(createLiveSockets({apiBase: config.apiBase}))
  return {
    connections: {config, http, serverClock, feed, links: linkChanges(session)},
    createFormats,
    networkChanges: networkChanges(window),
    clock: clock({monotonic: () => performance.now()}),
    serverMisses: serverMisses(outcomesOf(calls), () => findServer(http)),
    backOff: tries => backOff(tries, Math.random),
  }
}

function outcomesOf(calls: EventTarget): Observable<'reached' | 'missed'> {
  return merge(...(['reached', 'missed'] as const).map(outcome => fromEvent(calls, outcome).pipe(map(() => outcome))))
}
