import {setTimeout as delay} from 'node:timers/promises'
import type {CDPSession, Page} from 'playwright-core'
import * as z from 'zod'
import type {Database} from '../server/database/connect'
import {withBrowser} from './support/browser'
import {startLoad} from './support/load'
import {type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'
import type {Organisation} from './support/world'

const DEVICES = 1000
const BUSY_LIMIT = 15
const LONG_TASK = 50
const FRAMES_LIMIT = 58

/** A wall of a thousand tiles with small charts, ages and thresholds, each of which gets a value a second. */
export async function wall(settings: Settings): Promise<Line[]> {
  return withServer(inWorld, (server, organisation) =>
    withBrowser(async browser => {
      const context = await wallContext(browser, server, organisation)
      const page = await context.newPage()
      const fetched = allCharts(page)
      await page.goto(`${server.origin}/dashboard?kiosk=1&tiles=device`)
      await tilesOf(page, DEVICES)
      await fetched
      const seconds = byLength(settings, {quick: 20, usual: 60, full: 600})
      const load = loadOn(server, organisation, seconds + 5)
      await delay(5000)
      const watch = await context.newCDPSession(page)
      await watch.send('Performance.enable', {timeDomain: 'threadTicks'})
      const before = await taskSeconds(watch)
      const startedAt = performance.now()
      const {frames, longest} = await page.evaluate(watchFrames, seconds * 1000)
      const busy = (100 * (await taskSeconds(watch)) - 100 * before) / ((performance.now() - startedAt) / 1000)
      const {acknowledged} = await load.result
      const rate = acknowledged.reduce((sum, count) => sum + count, 0) / (seconds + 5)
      return lines({busy, frames, longest, rate})
    }),
  )
}

/** Resolves when the small charts of all devices have been fetched. */
const allCharts = (page: Page): Promise<void> =>
  new Promise(resolve => {
    let charts = 0
    page.on('response', response => {
      if (!response.url().endsWith('/telemetry/device/sparklines')) return
      charts += asked.parse(response.request().postDataJSON()).series.length
      if (charts >= DEVICES) resolve()
    })
  })

const asked = z.object({series: z.array(z.unknown())})

const inWorld = (database: Database) =>
  createWallWorld(database, DEVICES, {[WALL_KEY]: {warning: {above: 31}, critical: {above: 31.8}}})

const loadOn = ({port}: RunningServer, {devices}: Organisation, seconds: number) =>
  startLoad({
    ...{port, tokens: devices.map(({token}) => token), valuesPerMessage: 1},
    ...{messagesPerSecond: DEVICES, seconds, firstTs: Date.now()},
  })

/** The processor's time that the main thread has taken. Other processes that hold it up don't count. */
async function taskSeconds(watch: CDPSession): Promise<number> {
  const {metrics} = await watch.send('Performance.getMetrics')
  return metrics.find(({name}) => name === 'TaskDuration')?.value ?? Number.NaN
}

/** Runs in the page: counts its frames, and finds its longest task. */
function watchFrames(milliseconds: number): Promise<{frames: number; longest: number}> {
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

interface Measured {
  busy: number
  frames: number
  longest: number
  rate: number
}

const lines = ({busy, frames, longest, rate}: Measured): Line[] => [
  {
    what: `wall of 1,000 tiles with charts, ages and thresholds, ${rate.toFixed(0)} values/s: main thread busy`,
    measured: `${busy.toFixed(1)} %`,
    limit: `≤ ${BUSY_LIMIT} %`,
    verdict: verdict(busy <= BUSY_LIMIT),
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
