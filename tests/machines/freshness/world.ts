import {NEVER, Observable, Subject} from 'rxjs'
import {vi} from 'vitest'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {createServerClock, type ServerClock} from '../../../src/api/serverClock'
import type {CurrentUser} from '../../../src/domain/session/user'
import type {DeviceEntry} from '../../../src/domain/telemetry/device'
import type {Arrival, Freshness} from '../../../src/domain/telemetry/freshness'
import {linkMachine} from '../../../src/machines/session/link'
import {devicesMachine} from '../../../src/machines/telemetry/devices'
import type {LinkChanged, TelemetryReceived} from '../../../src/machines/telemetry/devicesEvents'
import type {
  KeySettingsQuestion,
  KeySettingsReceived,
  ReadingsCommand,
  ReadingsEvent,
  ReadingsInput,
} from '../../../src/machines/telemetry/readings'
import type {RetryEvent} from '../../../src/streams/backOff'
import {createClock} from '../../../src/streams/clock'
import type {NetworkChanged} from '../../../src/streams/session/network'
import type {ServerMissed} from '../../../src/streams/session/serverMisses'
import type {SocketEvent} from '../../../src/streams/telemetry/live'
import {afterTick, changesOf} from '../../../src/wiring/session/links'
import {device} from '../../support/device'
import {settled} from '../calls'
import {createPending} from './pending'

export const LATE_AFTER: Milliseconds = 1000
export const DEVICES = [device('a', ['k']), device('b', ['k'])]
const SECOND: Milliseconds = 1000
const HOUR = 3600 * SECOND
const LONG = 120 * SECOND
const START: EpochMs = Date.parse('2026-01-14T12:00:00Z')
const ADDITIONS: Capabilities = {live: true, aggregation: true, latest: true, statistics: true}
const PLAIN: Capabilities = {latest: true}

/** What a screen shows of a value or a device, and what it shows it of. */
export interface Painted {
  what: string
  freshness: Freshness
  arrival: Arrival | null | undefined
}

/** A screen in this world: what it paints, and what of it decides what it will paint. */
export interface Screen {
  painted(): Painted[]
  state(): unknown
  /** Another device is chosen, where the screen has such a choice. */
  switchDevice?(): void
  stop(): void
}

export type Step =
  | 'connect'
  | 'drop'
  | 'resume'
  | 'tick'
  | 'value'
  | 'lateValue'
  | 'expire'
  | 'hide'
  | 'sleep'
  | 'stepForward'
  | 'stepBack'
  | 'switch'
  | 'replace'
  | 'loseNetwork'
  | 'findNetwork'

/** Opens a screen, as often as it is called. */
export type OpenScreen = () => Screen

/** What is new in each world. */
function createParts() {
  const parts = {
    /** How much the clock of this machine was set, and how long its timers stood still. */
    stepped: 0,
    frozen: 0,
    offer: ADDITIONS,
    isReachable: true,
    stored: new Map(DEVICES.map(({id}) => [id, new Map([['k', stamped(START - SECOND)]])])),
    network: new Subject<NetworkChanged>(),
    misses: new Subject<ServerMissed>(),
    telemetry: new Subject<TelemetryReceived>(),
    calls: createPending(),
    questions: createPending(),
    socket: null as Subject<SocketEvent> | null,
    isOpen: false,
    links: NEVER as Observable<LinkChanged>,
  }
  const monotonic = () => performance.now() + parts.frozen
  return Object.assign(parts, {
    ...{monotonic, serverClock: createServerClock(monotonic), clock: createClock({monotonic})},
    serverNow: (): EpochMs => Date.now() - parts.stepped,
  })
}

/**
 * A browser and its server, in which one thing happens after the other. The machines, the clock and the server's clock are
 * the real ones; the time and what comes from the network are told by hand. Returns what begins such a world.
 */
export function createWorlds(screenOf: (devices: typeof devicesMachine) => OpenScreen) {
  // Machines cost more than what they do here, so all worlds share them; only one of them is there at a time.
  let parts = createParts()

  function answered<T>(answer: () => T): T {
    if (!parts.isReachable) throw new Error('away')
    parts.serverClock.asking()(new Date(parts.serverNow()).toUTCString())
    return answer()
  }

  const linkLogic = linkMachine.provide({
    actors: {
      networkChanges: fromEventObservable(() => parts.network),
      clock: fromEventObservable(() => parts.clock.ticks()),
      probeCapabilities: fromPromise(({signal}) => parts.calls.add(() => answered(() => parts.offer), signal)),
      findServer: fromPromise(({signal}) => parts.calls.add(() => answered(() => undefined), signal)),
      renewAccess: fromPromise(({signal}) => parts.calls.add(() => answered(() => undefined), signal)),
      liveConnection: fromEventObservable(() => {
        const opened = new Subject<SocketEvent>()
        return new Observable<SocketEvent>(subscriber => {
          parts.socket = opened
          const subscription = opened.subscribe(subscriber)
          return () => {
            subscription.unsubscribe()
            if (parts.socket === opened) parts.socket = null
            parts.isOpen = false
          }
        })
      }),
      serverMisses: fromEventObservable(() => parts.misses),
      backOff: fromEventObservable<RetryEvent, {tries: number}>(() => NEVER),
    },
  })

  const openScreen = screenOf(
    devicesMachine.provide({
      actors: {
        clock: fromEventObservable(() => parts.clock.ticks(parts.serverClock.now)),
        linkChanges: fromEventObservable(() => parts.links),
        loadDevices: fromPromise<readonly DeviceEntry[], {user: CurrentUser}>(({signal}) =>
          parts.questions.add(() => answered(() => DEVICES), signal),
        ),
        liveTelemetry: fromEventObservable(() => parts.telemetry),
        subscribeTelemetry: fromPromise(({signal}) => parts.questions.add(() => answered(() => undefined), signal)),
        keySettings: fromEventObservable<KeySettingsReceived, KeySettingsQuestion>(() => NEVER),
        readings: fromCallback<ReadingsCommand, ReadingsInput>(({sendBack, receive}) => {
          const read = () => {
            // The answer tells what was so when it was asked for, however late it comes.
            const readings = new Map(parts.stored)
            parts.questions.replace(readings, () => {
              const event: ReadingsEvent = {
                ...{type: 'readings.received', at: parts.serverClock.now(), readings},
                keys: new Map(DEVICES.map(({id, keys}) => [id, keys])),
              }
              sendBack(event)
            })
          }
          receive(command => command.type === 'refresh.requested' && read())
          read()
        }),
      },
      actions: {warn: () => {}, logFailure: () => {}},
    }),
  )

  return function begin() {
    vi.setSystemTime(START)
    parts = createParts()
    const {serverNow, monotonic, clock, calls, questions} = parts
    /** What the clock will find at its next tick: by how much this machine's was set, or how long it stood still. */
    let seen = {clientAt: Date.now(), monotonic: monotonic()}
    const pulses = clock.ticks().subscribe(() => {
      seen = {clientAt: Date.now(), monotonic: monotonic()}
    })
    const unseen = () => [Date.now() - seen.clientAt, monotonic() - seen.monotonic] as const
    const link = createActor(linkLogic).start()
    parts.links = afterTick(changesOf(link), clock)
    const screen = openScreen()

    function receive(deviceIds: readonly string[], receivedAt: EpochMs, ts: EpochMs) {
      for (const id of deviceIds) {
        const known = parts.stored.get(id)?.get('k')
        if (!known || known.ts <= ts) parts.stored.set(id, new Map([['k', stamped(receivedAt, ts)]]))
      }
      if (!parts.isOpen) return
      const points = [{key: 'k', ts, value: 1}]
      const updates = deviceIds.map(deviceId => ({deviceId, receivedAt, points}))
      parts.telemetry.next({type: 'telemetry.received', updates})
    }

    function drop() {
      parts.isReachable = false
      parts.misses.next({type: 'server.missed'})
      parts.socket?.next({type: 'socket.closed'})
    }

    function setClock(by: Milliseconds) {
      parts.stepped += by
      vi.setSystemTime(Date.now() + by)
    }

    const steps: Record<Step, () => void> = {
      /** The next thing happens that leads to a link. */
      connect() {
        parts.isReachable = true
        if (link.getSnapshot().matches('waiting')) return link.send({type: 'retry.requested'})
        if (calls.answerOne()) return
        if (parts.socket === null || parts.isOpen) return
        parts.isOpen = true
        parts.socket.next({type: 'socket.opened'})
      },
      drop,
      resume: () => void questions.answerOne(),
      tick: () => void vi.advanceTimersByTime(SECOND),
      value: () => receive(['a', 'b'], serverNow(), serverNow()),
      lateValue: () => receive(['a'], serverNow() - LATE_AFTER - SECOND, serverNow() - 2 * LATE_AFTER),
      expire: () => parts.socket?.next({type: 'socket.rejected'}),
      /** The timers of a hidden page stand still; when it is shown, the first thing that runs is its clock. */
      hide() {
        parts.frozen += LONG
        steps.sleep()
      },
      /** While the machine sleeps, time that is not set stands still, too. */
      sleep() {
        vi.setSystemTime(Date.now() + LONG)
        vi.advanceTimersByTime(SECOND)
      },
      stepForward: () => setClock(Math.min(HOUR, HOUR - parts.stepped)),
      stepBack: () => setClock(Math.max(-HOUR, -HOUR - parts.stepped)),
      switch: () => screen.switchDevice?.(),
      replace() {
        parts.offer = parts.offer === ADDITIONS ? PLAIN : ADDITIONS
        drop()
      },
      loseNetwork: () => parts.network.next({type: 'network.lost'}),
      findNetwork: () => parts.network.next({type: 'network.found'}),
    }

    return {
      async take(step: Step) {
        steps[step]()
        await settled()
      },
      /** What is painted as fresh though it is too old, or nothing could tell that it is not. */
      wrong: (): string[] =>
        screen.painted().flatMap(({what, freshness, arrival}) => {
          if (freshness !== 'fresh') return []
          if (!(parts.isOpen || link.getSnapshot().matches('polling'))) return [`${what} is fresh without a link`]
          const age = serverNow() - (arrival?.receivedAt ?? 0)
          return age > LATE_AFTER + SECOND ? [`${what} is fresh after ${age} ms`] : []
        }),
      isAnyFresh: () => screen.painted().some(({freshness}) => freshness === 'fresh'),
      /** Equal for two worlds that go on alike. */
      key() {
        const {value, context} = link.getSnapshot()
        const {network, link: shown, capabilities} = context
        const pending = [calls.waiting().length, questions.waiting()]
        const {stepped, offer, isReachable, isOpen, socket, stored, serverClock} = parts
        const ahead = boundsOf(serverClock).map(bound => bound && bound - serverNow())
        const clocks = [...ahead, ...unseen()].map(time => time && Math.round(time / SECOND))
        const world = [stepped / HOUR, clocks, offer === PLAIN, isReachable, isOpen, socket !== null]
        return JSON.stringify(
          [world, pending, stored, value, network, shown.kind, capabilities, screen.state()],
          relativeTo(serverNow()),
        )
      },
      stop() {
        screen.stop()
        link.stop()
        pulses.unsubscribe()
      },
    }
  }
}

const stamped = (receivedAt: EpochMs, ts: EpochMs = receivedAt) => ({value: 1, ts, receivedAt})

/** The earliest and the latest time that it may be at the server; null as long as nothing is known of it. */
function boundsOf({now}: ServerClock): (EpochMs | null)[] {
  const clientAt = Date.now()
  const bounds = [0, 2 * START].map(at => {
    vi.setSystemTime(at)
    const bound = now()
    return bound === at ? null : bound
  })
  vi.setSystemTime(clientAt)
  return bounds
}

/** Moments become ages in seconds, of which those past all limits are alike. */
function relativeTo(now: EpochMs) {
  return (_key: string, value: unknown) => {
    if (typeof value === 'number' && value > START / 2) return ageClass(now - value)
    if (value instanceof Map || value instanceof Set) return [...value]
    return value
  }
}

function ageClass(age: Milliseconds): string {
  if (Math.abs(age) <= LATE_AFTER + SECOND) return `${Math.round(age / SECOND)} s`
  return age < 0 ? 'ahead' : 'behind'
}
