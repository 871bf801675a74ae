import {NEVER, type Observable, Subject} from 'rxjs'
import {createActor, fromEventObservable, fromPromise} from 'xstate'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {ReplayFacts} from '../../../src/domain/moment'
import type {ReadingsByDevice} from '../../../src/domain/telemetry/readings/reading'
import type {TelemetryUpdate} from '../../../src/domain/telemetry/readings/update'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {
  type PlaybackEvent,
  type ReplayAddressChanged,
  type ReplayEvent,
  replayMachine,
} from '../../../src/machines/replay/replay'
import {createReplayTime, pastLinks} from '../../../src/wiring/replay/replay'
import {SECOND} from './times'

/** The past begins this long before the world, and this much of it is known. */
const LONG_AGO: Milliseconds = 60 * SECOND
const KNOWN: Milliseconds = 4 * SECOND

/** Creates the parts that are new in each world. */
export function createPastParts(start: EpochMs) {
  const from = start - LONG_AGO
  return {
    from,
    /** Both devices have sent a value, and then one of them alone. */
    history: [sent('a', from), sent('b', from), sent('a', from + 2 * SECOND)],
    time: createReplayTime(start),
    links: NEVER as Observable<LinkChanged>,
    addresses: new Subject<ReplayAddressChanged>(),
    playback: new Subject<PlaybackEvent>(),
  }
}

export type PastParts = ReturnType<typeof createPastParts>

/** The past of a world: the machine, its time and its link are the real ones; the test sends the past events. */
export function createPasts(parts: () => PastParts) {
  const logic = replayMachine.provide({
    actors: {
      linkChanges: fromEventObservable(() => parts().links),
      presents: fromEventObservable<Extract<ReplayEvent, {type: 'present.ticked'}>, void>(() => NEVER),
      addressChanges: fromEventObservable(() => parts().addresses),
      playback: fromEventObservable(() => parts().playback),
      loadFacts: fromPromise<ReplayFacts, {range: TimeRange}>(() => new Promise(() => {})),
    },
    actions: {
      publishTime: (_, passed) => parts().time.pass(passed),
      catchUp: () => parts().time.catchUps.next(),
      pushToUrl: () => {},
      warn: () => {},
    },
  })

  return function begin(now: EpochMs) {
    const {from, history, time, links, addresses, playback} = parts()
    const replay = createActor(logic, {input: {now}}).start()
    const is = (state: 'off' | {on: 'shown'}) => replay.getSnapshot().matches(state)
    return {
      isLive: () => is('off'),
      isShown: () => is({on: 'shown'}),
      told: {
        now: time.now,
        ticks: () => time.clock.ticks(),
        telemetry: time.telemetry,
        links: pastLinks(links, time.catchUps),
        /** Returns the answer of the server, which knows the past. */
        known: () => readingsOf(history.filter(({receivedAt}) => receivedAt <= time.now())),
      },
      /** Calls back whenever screens have to start again, or to make way for a message. */
      onTurn(listener: () => void) {
        let last: unknown = 'off'
        replay.subscribe(snapshot => {
          const shown = snapshot.matches('off')
            ? 'off'
            : snapshot.matches({on: 'shown'})
              ? snapshot.context.jumps
              : null
          if (shown === last) return
          last = shown
          listener()
        })
      },
      lookBack() {
        if (is({on: 'shown'})) return replay.send({type: 'moment.chosen', at: from})
        addresses.next({type: 'address.changed', asked: {at: from, rate: null}, isFollowed: false, isReplayable: true})
      },
      goLive: () => replay.send({type: 'live.requested'}),
      play: () => replay.send({type: 'play.toggled'}),
      /** A second is played, if it is known. */
      pass() {
        const before = time.now()
        const at = before + SECOND
        if (at > from + KNOWN) return
        const updates = history.filter(({receivedAt}) => receivedAt > before && receivedAt <= at)
        playback.next({type: 'time.passed', at, updates})
      },
      state() {
        const {
          value,
          context: {asked},
        } = replay.getSnapshot()
        const wanted = typeof asked === 'string' ? asked : asked && [asked.at - from, asked.rate]
        return [value, wanted, is({on: 'shown'}) ? time.now() - from : null]
      },
      stop: () => replay.stop(),
    }
  }
}

const sent = (deviceId: string, at: EpochMs): TelemetryUpdate => ({
  deviceId,
  receivedAt: at,
  points: [{key: 'k', ts: at, value: 1}],
})

const readingsOf = (updates: readonly TelemetryUpdate[]): ReadingsByDevice =>
  new Map(updates.map(({deviceId, receivedAt}) => [deviceId, new Map([['k', {value: 1, ts: receivedAt, receivedAt}]])]))
