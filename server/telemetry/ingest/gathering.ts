import {setImmediate as nextTurn} from 'node:timers/promises'
import type {Milliseconds} from '../../../contract/wire/common'
import type {Scheduler} from '../../scheduler'

/** Decides when waiting messages are committed together. */
export interface Gathering {
  /** A message of a device waits. */
  add(deviceId: string): void
  /** Nobody must wait any longer for others. */
  hurry(): void
  /** Resolves when it is time. */
  untilTime(): Promise<void>
  /** The messages of these devices are being committed. */
  begin(deviceIds: Iterable<string>): void
}

/**
 * A commit costs about the same for one message as for ten. So it begins `pace` after the one before at the earliest. A
 * device that sends again right after that commit may wait for each answer, so its message doesn't wait for the pace.
 */
export function createGathering(pace: Milliseconds, {elapsed, after}: Pick<Scheduler, 'elapsed' | 'after'>): Gathering {
  let before: ReadonlySet<string> = new Set()
  let begunAt = Number.NEGATIVE_INFINITY
  let isUrgent = false
  let end = () => {}

  function hurry() {
    isUrgent = true
    end()
  }

  return {
    hurry,
    add(deviceId) {
      if (before.has(deviceId)) hurry()
    },
    async untilTime() {
      const pause = begunAt + pace - elapsed()
      if (pause > 0 && !isUrgent) {
        await new Promise<void>(resolve => {
          const cancel = after(pause, resolve)
          end = () => {
            cancel()
            resolve()
          }
        })
      }
      await nextTurn()
    },
    begin(deviceIds) {
      before = new Set(deviceIds)
      begunAt = elapsed()
      isUrgent = false
    },
  }
}
