import {setTimeout as delay} from 'node:timers/promises'
import type {BrowserContext, CDPSession, Page} from 'playwright-core'
import {startLoad} from './load'
import {type Line, verdict} from './report'
import type {RunningServer} from './server'
import {byLength, type Settings} from './settings'
import {sum} from './statistics'
import type {Organisation} from './world'

const BUSY_LIMIT = 15
const LONG_TASK = 50
const FRAMES_LIMIT = 58

/** Measures the work of a page with a wall of these devices. Each sends `perDevice` values a second. */
export async function busyLines(
  what: string,
  {context, page}: {context: BrowserContext; page: Page},
  {
    server,
    organisation,
    perDevice,
    busyLimit = BUSY_LIMIT,
  }: {server: RunningServer; organisation: Organisation; perDevice: number; busyLimit?: number},
  settings: Settings,
): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 20, usual: 60, full: 600})
  const load = startLoad({
    port: server.port,
    tokens: organisation.devices.map(({token}) => token),
    valuesPerMessage: 1,
    messagesPerSecond: perDevice * organisation.devices.length,
    seconds: seconds + 5,
    firstTs: Date.now(),
  })
  await delay(5000)
  const watch = await context.newCDPSession(page)
  await watch.send('Performance.enable', {timeDomain: 'threadTicks'})
  const before = await taskSeconds(watch)
  const startedAt = performance.now()
  const {frames, longest} = await page.evaluate(watchFrames, seconds * 1000)
  const busy = (100 * (await taskSeconds(watch)) - 100 * before) / ((performance.now() - startedAt) / 1000)
  const {acknowledged} = await load.result
  const rate = sum(acknowledged) / (seconds + 5)
  return [
    {
      what: `${what}, ${rate.toFixed(0)} values/s: main thread busy`,
      measured: `${busy.toFixed(1)} %`,
      limit: `≤ ${busyLimit} %`,
      verdict: verdict(busy <= busyLimit),
    },
    {
      what: '  longest task',
      measured: longest === 0 ? `none over ${LONG_TASK} ms` : `${longest.toFixed(0)} ms`,
      limit: `≤ ${LONG_TASK} ms`,
      verdict: verdict(longest <= LONG_TASK),
    },
    {
      what: '  frames',
      measured: `${frames.toFixed(1)} /s`,
      limit: `≥ ${FRAMES_LIMIT} /s`,
      verdict: verdict(frames >= FRAMES_LIMIT),
      cause: 'server, load generator and Chromium share two cores, so that frames wait for the processor',
    },
  ]
}

/** The processor's time that the main thread has taken. Other processes that hold it up don't count. */
async function taskSeconds(watch: CDPSession): Promise<number> {
  const {metrics} = await watch.send('Performance.getMetrics')
  return metrics.find(({name}) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Runs in the page: counts its frames, and finds its longest task. */
export function watchFrames(milliseconds: number): Promise<{frames: number; longest: number}> {
  let longest = 0
  new PerformanceObserver(list => {
    for (const {duration} of list.getEntries()) longest = Math.max(longest, duration)
  }).observe({type: 'longtask'})
  return new Promise(resolve => {
    const startedAt = performance.now()
    let frames = 0
    const count = () => {
      frames++
      const passed = performance.now() - startedAt
      if (passed < milliseconds) requestAnimationFrame(count)
      else resolve({frames: (frames * 1000) / passed, longest})
    }
    requestAnimationFrame(count)
  })
}
