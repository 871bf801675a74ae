import {setTimeout as delay} from 'node:timers/promises'
import type {CDPSession} from 'playwright-core'
import {usedHeap, withBrowser} from './support/browser'
import {
  BARE_PAGE,
  bareHighcharts,
  CHART_KEYS,
  type ChartPage,
  createChartWorld,
  openBare,
  openOurs,
} from './support/chartPages'
import {connectDevice} from './support/deviceConnection'
import {information, type Line, timesOver, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {growthPerMinute, type Sample} from './support/statistics'

export const UPDATES_PER_SECOND = 10
export const SLICE_SECONDS = 10
/** A chart grows from 1,000 to 2,000 points and is then thinned again. */
const SLICES_UNTIL_THINNED = 1000 / (UPDATES_PER_SECOND * SLICE_SECONDS)
const LONG_TASK = 50
const CPU_LIMIT = 1.15
const HEAP_LIMIT = 1

/** Our page and the bare page take turns in slices, so that both hold as many points and meet the same load. */
export async function liveChart(settings: Settings): Promise<Line[]> {
  const seconds = byLength(settings, {quick: 120, usual: 180, full: 600})
  return withServer(createChartWorld, (server, world) =>
    withBrowser(async browser => {
      const ours = await openOurs(browser, server, world)
      const bare = await openBare(browser, server, world, ours.page)
      const [watchOurs, watchBare] = [await watch(ours), await watch(bare)]
      await update(ours, server.port)
      await update(bare, server.port)
      for (const {page} of [ours, bare]) {
        await page.evaluate(() => {
          window.probe.longTasks.length = 0
        })
      }
      const cpu: Run['cpu'] = {ours: [], bare: []}
      const heap: Sample[] = []
      for (let slice = 0; slice * SLICE_SECONDS < seconds; slice++) {
        // Our page is thinned to a thousand points at this time, but the bare page would grow without end.
        if (slice > 0 && slice % SLICES_UNTIL_THINNED === 0) await bare.reload(slice)
        cpu.ours.push(await cpuPerUpdate(watchOurs, () => update(ours, server.port)))
        cpu.bare.push(await cpuPerUpdate(watchBare, () => update(bare, server.port)))
        // A page is slower for a while after its garbage was collected, so that must happen to both.
        await usedHeap(watchBare)
        heap.push({at: Date.now(), value: (await usedHeap(watchOurs)) / 1e6})
      }
      const [longTasks = [], bareLongTasks = []] = await Promise.all([ours, bare].map(longTasksOf))
      return lines({seconds, cpu, heap, longTasks, bareLongTasks})
    }),
  )
}

export async function watch({context, page}: Pick<ChartPage, 'context' | 'page'>): Promise<CDPSession> {
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', {timeDomain: 'threadTicks'})
  return session
}

/** Posts one slice of updates. */
export async function update({token}: Pick<ChartPage, 'token'>, port: number, keys = CHART_KEYS.slice(0, 1)) {
  const device = connectDevice(port, token)
  const startedAt = performance.now()
  for (let index = 0; index < UPDATES_PER_SECOND * SLICE_SECONDS; index++) {
    const wait = startedAt + (index * 1000) / UPDATES_PER_SECOND - performance.now()
    if (wait > 0) await delay(wait)
    const status = await device.post(JSON.stringify(Object.fromEntries(keys.map(key => [key, 20 + (index % 10)]))))
    if (status !== 200) throw new Error(`A post was answered with ${status}`)
  }
  await delay(100)
  device.close()
}

/** The time of the page's main thread per update, ms. */
export async function cpuPerUpdate(session: CDPSession, run: () => Promise<void>): Promise<number> {
  const before = await taskSeconds(session)
  await run()
  return ((await taskSeconds(session)) - before) * (1000 / (UPDATES_PER_SECOND * SLICE_SECONDS))
}

export async function taskSeconds(session: CDPSession): Promise<number> {
  const {metrics} = await session.send('Performance.getMetrics')
  return metrics.find(({name}) => name === 'TaskDuration')?.value ?? Number.NaN
}

export async function longTasksOf({page}: Pick<ChartPage, 'page'>): Promise<number[]> {
  return (await page.evaluate(() => window.probe.longTasks)).filter(duration => duration > LONG_TASK)
}

interface Run {
  seconds: number
  cpu: {ours: number[]; bare: number[]}
  heap: Sample[]
  longTasks: readonly number[]
  bareLongTasks: readonly number[]
}

function lines({seconds, cpu, heap, longTasks, bareLongTasks}: Run): Line[] {
  const slope = growthPerMinute(heap, SLICES_UNTIL_THINNED)
  const sizes = heap.map(({value}) => value)
  return [
    {
      what: `live chart, 10 updates/s for ${seconds} s: heap after collection`,
      measured:
        `${slope >= 0 ? '+' : ''}${slope.toFixed(2)} MB/min; ` +
        `${Math.min(...sizes).toFixed(1)}–${Math.max(...sizes).toFixed(1)} MB`,
      limit: `flat: ≤ ${HEAP_LIMIT} MB/min`,
      verdict: verdict(slope <= HEAP_LIMIT),
    },
    {
      what: '  tasks longer than 50 ms',
      measured: `${counted(longTasks)}; bare ${counted(bareLongTasks)}`,
      limit: 'none',
      verdict: verdict(longTasks.length === 0),
      cause:
        'the bare page has such tasks, too, at this rate: two pages, the server and its database share the two cores.',
    },
    {
      ...timesOver('  main thread per update', cpu.ours, bareHighcharts(cpu.bare), CPU_LIMIT),
      cause:
        'beside the chart, each update passes the check of its shape and the machines, ' +
        'and changes the value in the list; once a second all ages tick.',
    },
    information('  the bare page', BARE_PAGE),
  ]
}

export const counted = (tasks: readonly number[]) =>
  tasks.length === 0 ? 'none' : `${tasks.length}, the longest ${Math.max(...tasks).toFixed(0)} ms`
