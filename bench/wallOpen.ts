import type {BrowserContext} from 'playwright-core'
import {withBrowser} from './support/browser'
import {type Line, timesLine, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createWallWorld, WALL_KEY, wallContext} from './support/wall'

const DEVICES = 10_000
const ON_PAGE = 1000
const TIME_LIMIT = 1500
const CALLS_LIMIT = 3

/**
 * Opens the wall of ten thousand devices: its first page is painted when each of its tiles shows the state of its device.
 */
export async function wallOpen(settings: Settings): Promise<Line[]> {
  return withServer(
    database => createWallWorld(database, DEVICES, {[WALL_KEY]: {critical: {above: 30}}}),
    (server, organisation) =>
      withBrowser(async browser => {
        const context = await wallContext(browser, server, organisation)
        // The first one fills the caches of browser and database.
        await opened(context, server)
        const rounds: Opened[] = []
        for (let round = 0; round < byLength(settings, {quick: 3, usual: 9}); round++) {
          rounds.push(await opened(context, server))
        }
        const times = rounds.map(({milliseconds}) => milliseconds)
        const calls = Math.max(...rounds.map(round => round.calls.length))
        return [
          timesLine('wall of 10,000 devices: opened → first full page painted', times, TIME_LIMIT),
          {
            what: '  calls for devices and their values until then',
            measured: `${calls}: ${rounds.at(-1)?.calls.join(', ')}`,
            limit: `≤ ${CALLS_LIMIT}`,
            verdict: verdict(calls <= CALLS_LIMIT),
          },
        ]
      }),
  )
}

interface Opened {
  milliseconds: number
  calls: string[]
}

async function opened(context: BrowserContext, {origin}: RunningServer): Promise<Opened> {
  const page = await context.newPage()
  const calls: string[] = []
  page.on('request', request => {
    const {pathname} = new URL(request.url())
    if (/^\/api\/v0\/(device|telemetry|attribute|alarm)/.test(pathname)) calls.push(pathname.replace('/api/v0', ''))
  })
  await page.goto(`${origin}/dashboard?kiosk=1`)
  const milliseconds = await page.evaluate(
    least =>
      new Promise<number>(resolve => {
        const {port1, port2} = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        const look = () => {
          const tiles = document.querySelectorAll('li[data-status]:not([data-status="notRead"])').length
          requestAnimationFrame(tiles < least ? look : () => port2.postMessage(null))
        }
        look()
      }),
    ON_PAGE,
  )
  const until = [...calls]
  await page.close()
  return {milliseconds, calls: until}
}
