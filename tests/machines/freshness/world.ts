import {defer, EMPTY, map, NEVER, Observable, of, Subject} from 'rxjs'
import {vi} from 'vitest'
import {createActor, fromCallback, fromEventObservable, fromPromise} from 'xstate'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {ServerClock} from '../../../src/api/serverClock'
import type {DeviceEntry} from '../../../src/domain/telemetry/devices/device'
import {type Arrival, type Freshness, isInTime} from '../../../src/domain/telemetry/readings/freshness'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import type {Overview} from '../../../src/domain/telemetry/readings/overview'
import type {CurrentUser} from '../../../src/domain/user'
import {linkMachine} from '../../../src/machines/link'
import {devicesMachine} from '../../../src/machines/telemetry/devices'
import type {DevicesChanged, OverviewOfPage} from '../../../src/machines/telemetry/devicesEvents'
import type {
  KeySettingsQuestion,
  KeySettingsReceived,
  ReadingsCommand,
  ReadingsEvent,
  ReadingsInput,
} from '../../../src/machines/telemetry/readings'
import type {RetryEvent} from '../../../src/streams/backOff'
import type {SocketEvent} from '../../../src/streams/telemetry/live'
import {afterTick, changesOf} from '../../../src/wiring/links'
import {settled} from '../calls'
import {ADDITIONS, createParts, DEVICES, PLAIN, stamped, type Told} from './parts'
import {createPasts} from './past'
import {LATE_AFTER, relativeTo, SECOND, START} from './times'

const HOUR = 3600 * SECOND
const LONG = 120 * SECOND

/** The painted state of a value or a device, and its source. */
export interface Painted {
  what: string
  freshness: Freshness
  arrival: Arrival | null | undefined
}

/** A screen in this world: its painting, and the part of its state that decides the next one. */
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
  | 'oldValue'
  | 'expire'
  | 'hide'
  | 'sleep'
  | 'stepForward'
  | 'stepBack'
  | 'switch'
  | 'replace'
  | 'loseNetwork'
  | 'findNetwork'
  | 'lookBack'
  | 'play'
  | 'pass'
  | 'goLive'

/** Opens a screen, as often as it is called. */
export type OpenScreen = () => Screen
export type ScreenOf = (devices: typeof devicesMachine) => OpenScreen

/**
 * A browser and its server, in which one thing happens after the other. The machines, the clock and the server's clock
 * are the real ones; the test sets the time and sends the events of the network. Returns a function that begins such a
 * world; `isOfPage` says whether the devices came with the page.
 */
export function createWorlds(screenOf: ScreenOf, {isOfPage = false} = {}) {
  // Machines cost more than their work here, so all worlds share them; only one of them is there at a time.
  let parts = createParts()

  function answered<T>(answer: () => T): T {
    if (!parts.isReachable) throw new Error('away')
    parts.serverClock.asking()(new Date(parts.serverNow()).toUTCString())
    return answer()
  }

  /** Its answer has sent the time, too. */
  function overviewOfPage() {
    const readings = answered(() => parts.stored)
    const overview = {
      devices: DEVICES,
      readings: new Map(readings),
      settings: NO_KEY_SETTINGS,
      at: parts.serverClock.now(),
    }
    return of({type: 'overview.came' as const, overview})
  }

  const linkLogic = linkMachine.provide({
    actors: {
      networkChanges: fromEventObservable(() => parts.network),
      clock: fromEventObservable(() => parts.clock.ticks()),
      probeOffer: fromPromise(({signal}) => parts.calls.add(() => answered(() => parts.offer), signal)),
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
        clock: fromEventObservable(() => parts.told.ticks()),
        linkChanges: fromEventObservable(() => parts.told.links),
        loadDevices: fromPromise<readonly DeviceEntry[], {user: CurrentUser}>(({signal}) =>
          parts.questions.add(() => answered(() => DEVICES), signal),
        ),
        loadOverview: fromPromise<Overview, {user: CurrentUser}>(({signal}) => {
          const {questions, told, offer} = parts
          const readings = told.known()
          const overview = () => {
            if (offer === PLAIN) throw new Error('not found')
            return {devices: DEVICES, readings, settings: NO_KEY_SETTINGS, at: told.now()}
          }
          return questions.add(() => answered(overview), signal, [offer, readings])
        }),
        liveTelemetry: fromEventObservable(() =>
          parts.told.telemetry.pipe(map(updates => ({type: 'telemetry.received' as const, updates}))),
        ),
        overviewOfPage: fromEventObservable<OverviewOfPage, void>(() => (isOfPage ? defer(overviewOfPage) : EMPTY)),
        deviceChanges: fromEventObservable<DevicesChanged, {user: CurrentUser}>(() => NEVER),
        subscribeTelemetry: fromPromise(({signal}) => parts.questions.add(() => answered(() => undefined), signal)),
        keySettings: fromEventObservable<KeySettingsReceived, KeySettingsQuestion>(() => NEVER),
        readings: fromCallback<ReadingsCommand, ReadingsInput>(({sendBack, receive}) => {
          const {questions, told} = parts
          const read = () => {
            // The answer has the state of the time of the question, however late it comes.
            const readings = told.known()
            questions.replace(readings, () => {
              const event: ReadingsEvent = {
                type: 'readings.received',
                at: told.now(),
                readings,
                keys: new Map(DEVICES.map(({id, keys}) => [id, keys])),
              }
              sendBack(event)
            })
          }
          receive(command => command.type === 'refresh.requested' && read())
          read()
          return () => questions.forget()
        }),
      },
      actions: {warn: () => {}, logFailure: () => {}},
    }),
  )

  const beginPast = createPasts(() => parts.past)

  return function begin() {
    vi.setSystemTime(START)
    parts = createParts()
    const {serverNow, monotonic, clock, calls, questions} = parts
    /**
     * The differences that the clock will find at its next tick: the change of this machine's clock, or the length of a
     * stop.
     */
    let seen = {clientAt: Date.now(), monotonic: monotonic()}
    const pulses = clock.ticks().subscribe(() => {
      seen = {clientAt: Date.now(), monotonic: monotonic()}
    })
    const unseen = () => [Date.now() - seen.clientAt, monotonic() - seen.monotonic] as const
    const link = createActor(linkLogic).start()
    parts.live.links = parts.past.links = afterTick(changesOf(link), clock)
    const past = beginPast(START)
    const pastTold: Told = {
      ...past.told,
      known: () => (parts.offer === ADDITIONS ? past.told.known() : parts.live.known()),
    }
    let screen: Screen | null = openScreen()
    past.onTurn(() => {
      screen?.stop()
      parts.told = past.isShown() ? pastTold : parts.live
      screen = past.isLive() || past.isShown() ? openScreen() : null
    })

    function receive(deviceIds: readonly string[], receivedAt: EpochMs, ts: EpochMs) {
      for (const id of deviceIds) {
        const known = parts.stored.get(id)?.get('k')
        if (!known || known.ts <= ts) parts.stored.set(id, new Map([['k', stamped(receivedAt, ts)]]))
      }
      if (!parts.isOpen) return
      const points = [{key: 'k', ts, value: 1}]
      const updates = deviceIds.map(deviceId => ({deviceId, receivedAt, points}))
      parts.telemetry.next(updates)
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
      /** It was measured while the device had no connection, and has just arrived. */
      oldValue: () => receive(['a'], serverNow(), serverNow() - 2 * LATE_AFTER),
      expire: () => parts.socket?.next({type: 'socket.rejected'}),
      /** The timers of a hidden page stop; when it is shown, its clock runs first. */
      hide() {
        parts.frozen += LONG
        steps.sleep()
      },
      /** While the machine sleeps, monotonic time stops, too. */
      sleep() {
        vi.setSystemTime(Date.now() + LONG)
        vi.advanceTimersByTime(SECOND)
      },
      stepForward: () => setClock(Math.min(HOUR, HOUR - parts.stepped)),
      stepBack: () => setClock(Math.max(-HOUR, -HOUR - parts.stepped)),
      switch: () => screen?.switchDevice?.(),
      replace() {
        parts.offer = parts.offer === ADDITIONS ? PLAIN : ADDITIONS
        drop()
      },
      loseNetwork: () => parts.network.next({type: 'network.lost'}),
      findNetwork: () => parts.network.next({type: 'network.found'}),
      lookBack: past.lookBack,
      play: past.play,
      pass: past.pass,
      goLive: past.goLive,
    }

    const painted = () => screen?.painted() ?? []

    /** Returns the reasons why something must not be shown as in time: it is too old, or its state is unknown. */
    function wrongIn({what, freshness, arrival}: Painted): string[] {
      if (!(parts.isOpen || link.getSnapshot().matches('polling'))) return [`${what} is ${freshness} without a link`]
      if (past.isShown() !== (freshness === 'replay')) return [`${what} is ${freshness} at another time`]
      const now = past.isShown() ? past.told.now() : serverNow()
      // It is as old as the older of its measurement and its arrival.
      const age = now - Math.min(arrival?.receivedAt ?? 0, arrival?.ts ?? 0)
      if (past.isShown() && age < 0) return [`${what} is of the time that comes`]
      return age > LATE_AFTER + SECOND ? [`${what} is ${freshness} after ${age} ms`] : []
    }

    return {
      async take(step: Step) {
        steps[step]()
        await settled()
      },
      wrong: () =>
        painted()
          .filter(({freshness}) => isInTime(freshness))
          .flatMap(wrongIn),
      isAny: (freshness: Freshness) => painted().some(each => each.freshness === freshness),
      /** Equal for two worlds that go on alike. */
      key() {
        const {value, context} = link.getSnapshot()
        const {network, link: shown, offer: known} = context
        const {stepped, offer, isReachable, isOpen, socket, stored, serverClock} = parts
        const ahead = boundsOf(serverClock).map(bound => bound && bound - serverNow())
        const clocks = [...ahead, ...unseen()].map(time => time && Math.round(time / SECOND))
        const world = [stepped / HOUR, clocks, offer === PLAIN, isReachable, isOpen, socket !== null]
        return [
          relativeTo(serverNow(), [world, calls.waiting().length, stored, value, network, shown.kind, known]),
          relativeTo(past.isShown() ? past.told.now() : serverNow(), [
            past.state(),
            questions.waiting(),
            screen?.state(),
          ]),
        ].join()
      },
      stop() {
        screen?.stop()
        past.stop()
        link.stop()
        pulses.unsubscribe()
      },
    }
  }
}

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
