import {Observable} from 'rxjs'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {TelemetryUpdate} from '../../domain/telemetry/readings/update'

/** A piece of the past: what came after `from`, until `to`, of each key the newest value of each `step`. */
export interface PieceQuestion {
  from: EpochMs
  to: EpochMs
  step: Milliseconds
}

/** The updates, oldest first. Nothing is known of the time after `until`. */
export interface Piece {
  updates: readonly TelemetryUpdate[]
  until: EpochMs
}

export interface PlaybackOptions {
  at: EpochMs
  rate: number
  /** The present, which the playback can't pass. */
  now(): EpochMs
  /** In milliseconds; it is never set. */
  monotonic(): Milliseconds
  load(question: PieceQuestion, signal: AbortSignal): Promise<Piece>
}

export type PlaybackEvent =
  | {type: 'time.passed'; at: EpochMs; updates: readonly TelemetryUpdate[]}
  | {type: 'history.awaited'}
  | {type: 'history.missed'; error: unknown}
  | {type: 'present.reached'}

const LONGEST_TICK: Milliseconds = 250
/** Small charts keep one value of each minute, so that no more passes at once. */
const MAX_PASSED: Milliseconds = 60_000
/** A page that was hidden goes on where it stopped. */
const LONGEST_PAUSE: Milliseconds = 1000
/** The length of a piece. The next one is requested one length ahead; at most two are held. */
const PIECE_LENGTH: Milliseconds = 4000
/** Nearer to the present there is nothing left to play: it goes on in the meantime. */
const CAUGHT_UP: Milliseconds = 1000
const RETRY_PATIENCE: Milliseconds = 5000

const tickOf = (rate: number): Milliseconds => Math.min(LONGEST_TICK, MAX_PASSED / rate)

/**
 * Plays the past from a moment on. The time stops while the next piece is not there yet, so that nothing is shown as of a
 * time whose values are unknown.
 */
export function playback({at: start, rate, now, monotonic, load}: PlaybackOptions): Observable<PlaybackEvent> {
  return new Observable(subscriber => {
    const aborter = new AbortController()
    const tick = tickOf(rate)
    const step = Math.max(1, Math.floor(tick * rate))
    let at = start
    let held: TelemetryUpdate[] = []
    let knownUntil = start
    let isLoading = false
    let isAwaited = false
    let retryAt = 0
    let passedAt = monotonic()

    function fetchAhead() {
      const from = knownUntil
      const to = Math.floor(Math.min(from + PIECE_LENGTH * rate, now()))
      if (isLoading || monotonic() < retryAt || from - at > PIECE_LENGTH * rate || to <= from) return
      isLoading = true
      load({from, to, step}, aborter.signal).then(
        ({updates, until}) => {
          held = [...held, ...updates]
          knownUntil = until
          isLoading = false
        },
        (error: unknown) => {
          isLoading = false
          retryAt = monotonic() + RETRY_PATIENCE
          subscriber.next({type: 'history.missed', error})
        },
      )
    }

    /** Passes as much of the time as is known. */
    function pass(time: Milliseconds): boolean {
      const next = Math.floor(Math.min(at + time, knownUntil))
      if (next <= at) return false
      at = next
      isAwaited = false
      const come = held.filter(({receivedAt}) => receivedAt <= at)
      held = held.slice(come.length)
      subscriber.next({type: 'time.passed', at, updates: come})
      return true
    }

    function onTick() {
      const elapsed = Math.min(monotonic() - passedAt, LONGEST_PAUSE)
      passedAt = monotonic()
      if (now() - at <= CAUGHT_UP) {
        subscriber.next({type: 'present.reached'})
        subscriber.complete()
        return
      }
      let isStill = true
      for (let left = elapsed * rate; left > 0 && pass(Math.min(left, MAX_PASSED)); left -= MAX_PASSED) isStill = false
      if (isStill && !isAwaited && monotonic() >= retryAt) {
        isAwaited = true
        subscriber.next({type: 'history.awaited'})
      }
      fetchAhead()
    }

    fetchAhead()
    const timer = setInterval(onTick, tick)
    return () => {
      clearInterval(timer)
      aborter.abort()
    }
  })
}
