import type {Milliseconds} from '../../contract/wire/common'
import type {LiveAttribute} from '../../contract/wire/live'
import {tooManyRequests} from '../http/errors'
import {type AttributeUpdates, updatesByDevice} from './attributes'

/** Why a device that waits for news of its attributes is answered. */
export type PollOutcome = {kind: 'updated'; updates: AttributeUpdates} | {kind: 'timedOut'} | {kind: 'deviceDeleted'}

export interface AttributePolls {
  /**
   * Resolves at the first news of a shared attribute of the device. Throws 429 when the device waits too often already.
   * `signal` ends it when nobody waits any more.
   */
  wait(deviceId: string, timeout: Milliseconds, signal: AbortSignal): Promise<PollOutcome>
  tell(batch: readonly LiveAttribute[]): void
  endDeleted(deviceIds: readonly string[]): void
  /** Answers all who wait as if the time had passed, so that they ask again. */
  close(): void
}

/** A device needs one. Those that it has given up without ending the connection must not stand in the way. */
const POLLS_PER_DEVICE = 5

export function createAttributePolls(): AttributePolls {
  const waiting = new Map<string, Set<(outcome: PollOutcome) => void>>()
  let isClosed = false

  const answer = (deviceId: string, outcome: PollOutcome) => {
    for (const end of waiting.get(deviceId) ?? []) end(outcome)
  }

  return {
    async wait(deviceId, timeout, signal) {
      if (isClosed || signal.aborted) return {kind: 'timedOut'}
      const polls = waiting.get(deviceId) ?? new Set()
      if (polls.size >= POLLS_PER_DEVICE) throw tooManyRequests(timeout)
      waiting.set(deviceId, polls)
      return new Promise(resolve => {
        const expire = () => end({kind: 'timedOut'})
        const timer = setTimeout(expire, timeout)
        function end(outcome: PollOutcome) {
          clearTimeout(timer)
          signal.removeEventListener('abort', expire)
          if (polls.delete(end) && polls.size === 0) waiting.delete(deviceId)
          resolve(outcome)
        }
        polls.add(end)
        signal.addEventListener('abort', expire)
      })
    },
    tell(batch) {
      if (waiting.size === 0) return
      for (const [deviceId, updates] of updatesByDevice(batch)) answer(deviceId, {kind: 'updated', updates})
    },
    endDeleted(deviceIds) {
      for (const id of deviceIds) answer(id, {kind: 'deviceDeleted'})
    },
    close() {
      isClosed = true
      for (const deviceId of waiting.keys()) answer(deviceId, {kind: 'timedOut'})
    },
  }
}
