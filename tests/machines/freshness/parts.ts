import {NEVER, type Observable, Subject} from 'rxjs'
import type {Offer} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'
import {createServerClock} from '../../../src/api/serverClock'
import type {ReadingsByDevice} from '../../../src/domain/telemetry/readings/reading'
import type {TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
import type {LinkChanged} from '../../../src/machines/connectivity'
import type {ClockEvent} from '../../../src/machines/telemetry/devicesEvents'
import {createClock} from '../../../src/streams/clock'
import type {NetworkChanged} from '../../../src/streams/session/network'
import type {ServerMissed} from '../../../src/streams/session/serverMisses'
import type {SocketEvent} from '../../../src/streams/telemetry/live'
import {device} from '../../support/device'
import {PULSEWALL} from '../../support/offer'
import {createPastParts} from './past'
import {createPending} from './pending'
import {SECOND, START} from './times'

export const DEVICES = [device('a', ['k']), device('b', ['k'])]
export const ADDITIONS: Offer = PULSEWALL
export const PLAIN: Offer = 'specified'

/** Creates the parts that are new in each world. */
export function createParts() {
  const parts = {
    /** The change of this machine's clock, and the time for which its timers stopped. */
    stepped: 0,
    frozen: 0,
    offer: ADDITIONS,
    isReachable: true,
    stored: new Map(DEVICES.map(({id}) => [id, new Map([['k', stamped(START - SECOND)]])])),
    network: new Subject<NetworkChanged>(),
    misses: new Subject<ServerMissed>(),
    telemetry: new Subject<readonly TelemetryUpdate[]>(),
    calls: createPending(),
    questions: createPending(),
    socket: null as Subject<SocketEvent> | null,
    isOpen: false,
    past: createPastParts(START),
  }
  const monotonic = () => performance.now() + parts.frozen
  const serverClock = createServerClock(monotonic)
  const clock = createClock({monotonic})
  const {telemetry} = parts
  const live: Told = {
    now: serverClock.now,
    ticks: () => clock.ticks(serverClock.now),
    links: NEVER,
    telemetry,
    known: () => new Map(parts.stored),
  }
  return Object.assign(parts, {
    monotonic,
    serverClock,
    clock,
    live,
    told: live,
    serverNow: (): EpochMs => Date.now() - parts.stepped,
  })
}

/** The sources of the open screen: the present, or the past. */
export interface Told {
  now(): EpochMs
  ticks(): Observable<ClockEvent>
  links: Observable<LinkChanged>
  telemetry: Observable<readonly TelemetryUpdate[]>
  /** The latest values, as the server answers. */
  known(): ReadingsByDevice
}

export const stamped = (receivedAt: EpochMs, ts: EpochMs = receivedAt) => ({value: 1, ts, receivedAt})
