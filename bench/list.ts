import type {BrowserContext, Page} from 'playwright-core'
import {dashboardOn} from '../tests/journeys/support/dashboard'
import {signedInContext, withBrowser} from './support/browser'
import {type Line, timesLine, verdict} from './support/report'
import {frameRatesWhileScrolling, scrollingLine} from './support/scrolling'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createOrganisation, settle, storePoints} from './support/world'

const DEVICES = 1000
const KEYS = ['temperature', 'humidity', 'pressure', 'voltage', 'signal']
const PAINT_LIMIT = 300
const REQUEST_LIMIT = 2

export async function list(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'List', DEVICES)
      const {devices} = organisation
      await storePoints(database, {devices, keys: KEYS, firstTs: Date.now() - 600_000, step: 60_000, count: 10})
      // The probe looks for values of seven digits.
      await database.pool.query('update latest set value = 1000000 + device_number * 10 + key_id % 10')
      await settle(database)
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const opened: Opened[] = []
        for (let run = 0; run <= byLength(settings, {quick: 4, usual: 10}); run++) {
          const {page, ...figures} = await open(context, server)
          await page.close()
          if (run > 0) opened.push(figures)
        }
        const {page} = await open(context, server)
        const panel = dashboardOn(page).devices
        return lines(opened, await frameRatesWhileScrolling(page, panel, panel.getByText(/^List \d{4}$/)))
      }),
  )
}

interface Opened {
  /** Milliseconds since all had arrived that it takes: the page's own scripts, and the answer with the devices. */
  painted: number
  requests: string[]
}

async function open(context: BrowserContext, {origin}: RunningServer): Promise<Opened & {page: Page}> {
  const page = await context.newPage()
  const requests: string[] = []
  page.on('request', request => {
    const {pathname} = new URL(request.url())
    if (/\/api\/v0\/(opening|device|telemetry\/device\/(overview|latest|units|thresholds))$/.test(pathname))
      requests.push(pathname)
  })
  await page.goto(`${origin}/dashboard`)
  await page.waitForFunction(() => Object.keys(window.probe.numbers).length > 0)
  await page.waitForLoadState('networkidle')
  const figures = await page.evaluate(() => {
    const arrived = performance
      .getEntriesByType('resource')
      .flatMap(entry =>
        entry instanceof PerformanceResourceTiming &&
        /opening|assets\/(index|pages|common|dashboard).*js$/.test(entry.name)
          ? [entry.responseEnd]
          : [],
      )
    return {painted: Math.min(...Object.values(window.probe.numbers)) - Math.max(...arrived) - performance.timeOrigin}
  })
  return {page, requests, ...figures}
}

function lines(opened: readonly Opened[], rates: readonly number[]): Line[] {
  const painted = opened.map(figures => figures.painted)
  const requests = Math.max(...opened.map(figures => figures.requests.length))
  return [
    timesLine(
      'list of 1,000 devices × 5 keys: scripts and answer arrived → first rows with their values painted',
      painted,
      PAINT_LIMIT,
    ),
    {
      what: '  requests for it',
      measured: String(requests),
      limit: '≤ 2',
      verdict: verdict(requests <= REQUEST_LIMIT),
    },
    scrollingLine(rates),
  ]
}
