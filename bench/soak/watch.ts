import {setTimeout as delay} from 'node:timers/promises'
import type {Sample} from '../support/statistics'
import type {Fleet} from './fleet'
import {type Painted, type Wrong, wrongsOf} from './judge'
import type {Look, Screen} from './screens'

/** The known state of the way between a screen and its server. */
export interface Ways {
  /** The time since which nothing gets through; null while it does. */
  cutSince: number | null
  /** Screens that are hidden and stopped, which nobody can look at. */
  frozen: Set<Screen>
}

export interface Finding {
  at: number
  screen: string
  wrong: Wrong
  painted: Painted
}

/** The observations of one screen. */
export interface Seen {
  looks: number
  judged: number
  findings: Finding[]
  /** For each look, how many frames a second there were since the last one. */
  frames: number[]
  heap: Sample[]
  /** The newest look; null before the first one. */
  last: Look | null
}

interface Watched {
  screens: readonly Screen[]
  fleet: Fleet
  ways: Ways
  lateAfter: number
}

export interface Watch {
  seenOf(screen: Screen): Seen
  stop(): Promise<void>
}

const LOOK_PERIOD = 500
const HEAP_PERIOD = 10_000

/** Looks at all screens all the time, and judges each look. */
export function startWatch({screens, ...watched}: Watched): Watch {
  let isStopped = false
  const seen = new Map<Screen, Seen>(
    screens.map(screen => [screen, {looks: 0, judged: 0, findings: [], frames: [], heap: [], last: null}]),
  )
  const seenOf = (screen: Screen) => {
    const known = seen.get(screen)
    if (known === undefined) throw new Error(`${screen.name} is not watched`)
    return known
  }
  const watching = screens.map(screen => watchScreen(screen, seenOf(screen), watched, () => isStopped))
  return {
    seenOf,
    async stop() {
      isStopped = true
      await Promise.all(watching)
    },
  }
}

async function watchScreen(
  screen: Screen,
  seen: Seen,
  {fleet, ways, lateAfter}: Omit<Watched, 'screens'>,
  isStopped: () => boolean,
): Promise<void> {
  let linkedSince: number | null = null
  let heapDueAt = 0
  let before: Look | null = null
  while (!isStopped()) {
    await delay(LOOK_PERIOD)
    if (ways.frozen.has(screen)) {
      linkedSince = null
      before = null
      continue
    }
    if (Date.now() >= heapDueAt) {
      heapDueAt = Date.now() + HEAP_PERIOD
      const value = await screen.heap().catch(() => null)
      if (value !== null) seen.heap.push({at: Date.now(), value: value / 1e6})
      // The collection takes frames that a viewer would have had.
      before = null
    }
    const look = await screen.look().catch(() => null)
    // A look that began before the page was frozen ends after it.
    if (look === null || ways.frozen.has(screen)) continue
    seen.looks++
    if (before !== null && look.now > before.now) {
      seen.frames.push(((look.frames - before.frames) * 1000) / (look.now - before.now))
    }
    before = look
    seen.last = look
    const isLinked = look.painted.length > 0 && look.painted.every(({freshness}) => freshness !== 'linkDown')
    linkedSince = isLinked ? (linkedSince ?? look.at) : null
    const circumstances = {at: look.at, lateAfter, cutSince: ways.cutSince, linkedSince}
    for (const painted of look.painted) {
      seen.judged++
      for (const wrong of wrongsOf(painted, fleet.messagesOf(painted.id), circumstances)) {
        seen.findings.push({at: look.at, screen: screen.name, wrong, painted})
      }
    }
  }
}
