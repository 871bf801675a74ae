import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import type {BrowserContext, CDPSession, Page} from 'playwright-core'
import {buildApp} from '../server/app'
import {realTime} from '../server/scheduler'
import {usedHeap, withBrowser} from './support/browser'
import {connectDevice} from './support/deviceConnection'
import {openPatientLink} from './support/patientLink'
import {information, type Line, verdict} from './support/report'
import {inDatabaseOf, withDataFolder} from './support/server'
import {byLength, type Settings} from './support/settings'
import {type Sample, trendPerMinute} from './support/statistics'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'
import type {Organisation} from './support/world'

const DEVICES = 200
const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The clocks go on by this much at a time, in which a share of the devices send. */
const STEP = 10 * SECOND
const SHARE = MINUTE / STEP
const SAMPLE_PERIOD = 10 * MINUTE
const COLLECTIONS = 3
const PAUSE = 200
const THRESHOLDS = {[WALL_KEY]: {warning: {above: 31}, critical: {above: 31.8}}}
const CLIENT_DIR = join(import.meta.dirname, '../dist/client')

/**
 * The heap of a wall that is open for a day. The clocks of the page and of its server go on together, many times as fast as
 * they should; all else is real: the server, its database, the socket, and a value of each device a minute.
 */
export async function wallHeap(settings: Settings): Promise<Line[]> {
  // A kiosk reloads itself after a whole day, and a step is left for work under way at the end.
  const length = byLength(settings, {quick: 4, usual: 24}) * HOUR - 2 * STEP
  // As long as the browser goes on compiling code that runs often, the heap grows by that code.
  const settledAfter = byLength(settings, {quick: 1, usual: 6}) * HOUR
  return withDataFolder(dataDir =>
    inDatabaseOf(dataDir, async database => {
      const organisation = await createWallWorld(database, DEVICES, THRESHOLDS)
      let simulated: number | null = null
      const now = () => simulated ?? Date.now()
      const app = await buildApp({
        database,
        files: {folder: join(dataDir, 'assets')},
        scheduler: {...realTime, now},
        clientDir: CLIENT_DIR,
      })
      const port = Number(new URL(await app.listen({host: '127.0.0.1', port: 0})).port)
      const link = await openPatientLink(port)
      try {
        return await withBrowser(async browser => {
          const context = await wallContext(browser, link, organisation)
          const page = await openWall(context, link.origin)
          const startedAt = Date.now()
          simulated = startedAt
          await page.clock.pauseAt(startedAt)
          const watch = await context.newCDPSession(page)
          const heap: Sample[] = []
          const send = senders(port, organisation)
          for (let passed = 0; passed < length; passed += STEP) {
            await send(passed / STEP)
            simulated = startedAt + passed + STEP
            await page.clock.runFor(STEP)
            if (passed >= settledAfter && passed % SAMPLE_PERIOD === 0) {
              heap.push({at: simulated, value: (await leastHeap(watch)) / 1e3})
            }
          }
          await delay(SECOND)
          await page.clock.runFor(STEP)
          return lines(heap, {hours: length / HOUR, settledHours: settledAfter / HOUR, fresh: await freshTiles(page)})
        })
      } finally {
        link.close()
        await app.close()
      }
    }),
  )
}

async function openWall(context: BrowserContext, origin: string): Promise<Page> {
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${origin}/dashboard?kiosk=1&tiles=device&order=worst&group=none`)
  await tilesOf(page, DEVICES)
  await page.waitForLoadState('networkidle')
  return page
}

/** Each device sends once a minute, in one of its steps. */
function senders(port: number, {devices}: Organisation): (step: number) => Promise<void> {
  const connections = devices.map(({token}) => connectDevice(port, token))
  return async step => {
    const due = connections.filter((_, place) => place % SHARE === step % SHARE)
    const bodies = due.map((_, place) => JSON.stringify({[WALL_KEY]: 20 + ((step * 7 + place * 13) % 97) / 8}))
    const statuses = await Promise.all(due.map((connection, place) => connection.post(bodies[place] ?? '')))
    if (statuses.some(status => status !== 200)) throw new Error(`A post was answered with ${statuses.join()}`)
  }
}

/** Memory in use when the garbage is collected, such as an answer that is being read, is no growth. */
async function leastHeap(watch: CDPSession): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let collection = 0; collection < COLLECTIONS; collection++) {
    least = Math.min(least, await usedHeap(watch))
    await delay(PAUSE)
  }
  return least
}

const freshTiles = (page: Page) => page.locator('li[data-freshness="fresh"]').count()

interface Wall {
  hours: number
  settledHours: number
  fresh: number
}

function lines(heap: readonly Sample[], {hours, settledHours, fresh}: Wall): Line[] {
  const {slope, error} = trendPerMinute(heap)
  const [growth, noise] = [60 * slope, 60 * 2 * error]
  const sizes = heap.map(({value}) => value / 1e3)
  return [
    {
      what: `wall of ${DEVICES} tiles over ${hours.toFixed(0)} simulated hours, a value of each a minute: heap after collection`,
      measured:
        `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} ± ${noise.toFixed(1)} kB/h; ` +
        `${Math.min(...sizes).toFixed(2)}–${Math.max(...sizes).toFixed(2)} MB`,
      limit: 'slope ≤ twice its standard error',
      verdict: verdict(growth <= noise),
    },
    information(
      `  samples, after the first ${settledHours} h; tiles that were fresh at the end`,
      `${heap.length}; ${fresh}`,
    ),
  ]
}
