import type {Milliseconds} from '../../contract/wire/common'

const FIRST_PAUSE: Milliseconds = 1000
const LONGEST_PAUSE: Milliseconds = 60_000
const GOLDEN = (Math.sqrt(5) - 1) / 2

/**
 * Returns the wait after so many failures in a row: twice as long each time, less up to a half by chance (from 0 to 1).
 */
export function pauseAfter(failures: number, chance: number): Milliseconds {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (failures - 1)) * (1 - chance / 2)
}

/** When in its period a device sends, from 0 to 1: any number of them are spread evenly. */
export const phaseOf = (place: number): number => (place * GOLDEN) % 1

/** Returns the next time of a device that was due at `dueAt`. Missed periods are left out. */
export function nextDue(dueAt: number, period: Milliseconds, now: number): number {
  return dueAt + period * Math.max(1, Math.ceil((now - dueAt) / period))
}

/** Whether it is one of the `share` of all devices that connect by MQTT, which are spread evenly among the others. */
export function isByMqtt(place: number, devices: number, share: number): boolean {
  const chosen = Math.round(devices * share)
  return Math.floor(((place + 1) * chosen) / devices) > Math.floor((place * chosen) / devices)
}

/** Pauses of any number of devices that can all be ended at once. */
export interface Pauses {
  isOver(): boolean
  over: Promise<void>
  pause(milliseconds: Milliseconds): Promise<void>
  end(): void
}

export function createPauses(): Pauses {
  const underway = new Map<NodeJS.Timeout, () => void>()
  let isOver = false
  let tellOver = () => {}
  const over = new Promise<void>(resolve => {
    tellOver = resolve
  })
  return {
    isOver: () => isOver,
    over,
    pause(milliseconds) {
      if (isOver || milliseconds <= 0) return Promise.resolve()
      return new Promise(resolve => {
        const timer = setTimeout(() => {
          underway.delete(timer)
          resolve()
        }, milliseconds)
        underway.set(timer, resolve)
      })
    },
    end() {
      isOver = true
      for (const [timer, resolve] of underway) {
        clearTimeout(timer)
        resolve()
      }
      underway.clear()
      tellOver()
    },
  }
}

/** Gives this many turns a second: each call returns the wait until the next one. */
export function createTurns(perSecond: number, now = () => performance.now()): () => Milliseconds {
  let next = Number.NEGATIVE_INFINITY
  return () => {
    const at = now()
    const turn = Math.max(at, next)
    next = turn + 1000 / perSecond
    return turn - at
  }
}

/** Lets this many at a time do something, and the others when it is done. */
export function createSlots(most: number): <T>(use: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = most
  return async use => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await use()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
