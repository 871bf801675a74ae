import type {Browser, BrowserContext, Page, Request} from 'playwright-core'
import type {Milliseconds} from '../contract/wire/common'
import {DASHBOARD_COOKIE} from '../contract/wire/config'
import {emulate, SLOW, signedInContext, withBrowser} from './support/browser'
import {type Line, timesLine, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createWallWorld} from './support/wall'
import type {Organisation} from './support/world'

const SCREENS = 20
const CHAIN_LIMIT = 4
const QUIET: Milliseconds = 1500
/** A round trip, so that requests which don't wait for each other overlap. */
const NEAR = {offline: false, latency: 100, downloadThroughput: -1, uploadThroughput: -1}

interface Screen {
  what: string
  limit: number
  cookie?: 'media' | 'wall'
  /** The organisations with a media dashboard or a wall; without any, the telemetry dashboard opens. */
  dashboards?: (organisation: Organisation) => {media: string[]; wall: string[]}
  /** Resolves when the values are there. */
  ready: (page: Page) => Promise<unknown>
}

const TELEMETRY: Screen = {
  what: 'the telemetry dashboard with its chart',
  limit: 14,
  ready: page => page.waitForFunction(() => window.probe.drawings.length > 0, undefined, {timeout: 120_000}),
}
const MEDIA: Screen = {
  what: 'the media dashboard',
  limit: 16,
  cookie: 'media',
  dashboards: ({id}) => ({media: [id], wall: []}),
  ready: page => page.locator('[data-device]').first().waitFor({timeout: 120_000}),
}
const FURTHER: Screen[] = [
  MEDIA,
  {
    what: 'a wall',
    limit: 12,
    cookie: 'wall',
    dashboards: ({id}) => ({media: [], wall: [id]}),
    ready: page => page.locator('[data-tile]').first().waitFor(),
  },
]

/** Measures the requests of a page until none is under way, and the time of its values over a slow network. */
export async function opening(settings: Settings): Promise<Line[]> {
  return withServer(
    database => createWallWorld(database, SCREENS, {}),
    (server, organisation) =>
      withBrowser(async browser => {
        const lines: Line[] = []
        for (const screen of [TELEMETRY, ...FURTHER])
          lines.push(...(await requestsOf(browser, server, organisation, screen)))
        return [...lines, ...(await slowly(settings, browser, server, organisation))]
      }),
  )
}

async function requestsOf(browser: Browser, server: RunningServer, organisation: Organisation, screen: Screen) {
  const context = await contextOf(browser, server, organisation, screen)
  const page = await context.newPage()
  await emulate(page, NEAR)
  const requests: Request[] = []
  page.on('requestfinished', request => requests.push(request))
  await page.goto(`${server.origin}/dashboard`)
  await screen.ready(page)
  await quiet(page, requests)
  const chain = longestChain(requests.map(spanOf))
  await context.close()
  const files = requests.filter(request => new URL(request.url()).pathname.startsWith('/assets/')).length
  return [
    {
      what: `requests to open ${screen.what}`,
      measured: `${requests.length}, ${files} of them for files`,
      limit: `≤ ${screen.limit}`,
      verdict: verdict(requests.length <= screen.limit),
    },
    {
      what: '  the longest chain of requests that begin when the one before has ended',
      measured: `${chain}`,
      limit: `≤ ${CHAIN_LIMIT}`,
      verdict: verdict(chain <= CHAIN_LIMIT),
    },
  ]
}

/** While the scripts start nothing is asked for, so that "networkidle" comes before the calls. */
async function quiet(page: Page, finished: readonly Request[]): Promise<void> {
  let before = -1
  while (before < finished.length) {
    before = finished.length
    await page.waitForTimeout(QUIET)
  }
}

async function slowly(settings: Settings, browser: Browser, server: RunningServer, organisation: Organisation) {
  const [cold, warm, media]: [number[], number[], number[]] = [[], [], []]
  for (let index = 0; index < byLength(settings, {quick: 1, usual: 3, full: 5}); index++) {
    const context = await contextOf(browser, server, organisation, TELEMETRY)
    cold.push(await shownAfter(context, server))
    warm.push(await shownAfter(context, server))
    await context.close()
    const mediaContext = await contextOf(browser, server, organisation, MEDIA)
    media.push(await shownAfter(mediaContext, server, MEDIA))
    await mediaContext.close()
  }
  const what = '400 kbit/s, 400 ms: dashboard with its values and chart'
  return [
    timesLine(`${what}, cold`, cold, 8000),
    timesLine(`${what}, warm`, warm, 2500),
    timesLine('400 kbit/s, 400 ms: media dashboard with its list of screens, cold', media, 8000),
  ]
}

async function shownAfter(context: BrowserContext, {origin}: RunningServer, {ready} = TELEMETRY): Promise<number> {
  const page = await context.newPage()
  await emulate(page, SLOW)
  const startedAt = performance.now()
  await page.goto(`${origin}/dashboard`, {waitUntil: 'commit', timeout: 120_000})
  await ready(page)
  const passed = performance.now() - startedAt
  await page.close()
  return passed
}

async function contextOf(browser: Browser, server: RunningServer, organisation: Organisation, screen: Screen) {
  const context = await signedInContext(browser, server, organisation)
  const {cookie, dashboards} = screen
  if (cookie) await context.addCookies([{name: DASHBOARD_COOKIE, value: cookie, url: server.origin}])
  // Without this the cache of the browser works.
  if (dashboards)
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: dashboards(organisation)}}))
  return context
}

/** When it began and ended, epoch ms. */
function spanOf(request: Request) {
  const {startTime, responseEnd} = request.timing()
  return {from: startTime, to: startTime + responseEnd}
}

function longestChain(spans: readonly {from: number; to: number}[]): number {
  let [links, end] = [0, 0]
  for (const {from, to} of spans.toSorted((a, b) => a.to - b.to)) {
    if (from < end) continue
    links++
    end = to
  }
  return links
}
