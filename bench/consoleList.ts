import type {BrowserContext, Page} from 'playwright-core'
import type {Database} from '../server/database/connect'
import {signedInContext, withBrowser} from './support/browser'
import {information, type Line, timesLine, verdict} from './support/report'
import {frameRatesWhileScrolling, scrollingLine} from './support/scrolling'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile, spread} from './support/statistics'
import {createOrganisation, createSystemAdmin, settle} from './support/world'

const DEVICES = 10_000
const PAINT_LIMIT = 400
const TYPING_LIMIT = 50
const TYPED = 'Console 42'

type World = Awaited<ReturnType<typeof createWorld>>

/** Measures the console's list of many devices, with a server that pages lists and with one that does not. */
export async function consoleList(settings: Settings): Promise<Line[]> {
  return withServer(createWorld, (server, world) =>
    withBrowser(async browser => {
      const paged = await signedInContext(browser, server, world.admin)
      const whole = await signedInContext(browser, server, world.admin)
      await withoutPages(whole)
      const runs = byLength(settings, {quick: 3, usual: 10})
      return [
        ...lines('whole list', await measure(whole, server, world, runs), true),
        ...lines('paged by the server', await measure(paged, server, world, runs), false),
      ]
    }),
  )
}

async function createWorld(database: Database) {
  const {id: organisationId} = await createOrganisation(database, 'Console', DEVICES)
  const admin = await createSystemAdmin(database)
  await settle(database)
  return {admin, organisationId}
}

async function withoutPages(context: BrowserContext): Promise<void> {
  await context.route('**/api/v0/capabilities', route => route.fulfill({status: 404}))
}

interface Figures {
  /** Milliseconds since the end of the response with the devices. */
  painted: number[]
  /** Milliseconds since each press of a key. */
  typed: number[]
  frameRates: number[]
}

async function measure(context: BrowserContext, server: RunningServer, world: World, runs: number): Promise<Figures> {
  const painted: number[] = []
  const typed: number[] = []
  for (let run = 0; run <= runs; run++) {
    const opened = await open(context, server, world)
    if (run > 0) painted.push(opened.painted)
    if (run > 0) typed.push(...(await repaintsWhileTyping(opened.page)))
    await opened.page.close()
  }
  const {page} = await open(context, server, world)
  const table = page.getByRole('region', {name: 'Devices'})
  const frameRates = await frameRatesWhileScrolling(page, table, table.getByRole('rowheader'))
  await page.close()
  return {painted, typed, frameRates}
}

async function open(context: BrowserContext, {origin}: RunningServer, {organisationId}: World) {
  const page = await context.newPage()
  await page.addInitScript(() => window.probe.awaitText('Console 0001'))
  await page.goto(`${origin}/sys_admin/organisation/${organisationId}?tab=devices`)
  await page.waitForFunction(() => 'Console 0001' in window.probe.awaited)
  const painted = await page.evaluate(() => {
    const ends = performance
      .getEntriesByType('resource')
      .flatMap(entry =>
        entry instanceof PerformanceResourceTiming && /\/api\/v0\/device\?/.test(entry.name) ? [entry.responseEnd] : [],
      )
    return (window.probe.awaited['Console 0001'] ?? Number.NaN) - performance.timeOrigin - Math.min(...ends)
  })
  return {page, painted}
}

/** Measures from each keyboard event to the task after the frame that shows its effect. */
async function repaintsWhileTyping(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const repaints: number[] = []
    Object.assign(window, {repaints})
    const {port1, port2} = new MessageChannel()
    const pressedAt: number[] = []
    port1.onmessage = () => {
      for (const at of pressedAt.splice(0)) repaints.push(performance.now() - at)
    }
    document.addEventListener(
      'keydown',
      ({timeStamp}) => {
        pressedAt.push(timeStamp)
        requestAnimationFrame(() => port2.postMessage(null))
      },
      true,
    )
  })
  const search = page.getByRole('searchbox', {name: 'Search devices'})
  await search.focus()
  await search.pressSequentially(TYPED, {delay: 100})
  await page.getByRole('rowheader', {name: 'Console 4200'}).waitFor()
  return page.evaluate(() => {
    const repaints: unknown = Reflect.get(window, 'repaints')
    return Array.isArray(repaints) ? repaints.map(Number) : []
  })
}

function lines(name: string, {painted, typed, frameRates}: Figures, isSearchedHere: boolean): Line[] {
  const typing = `${spread(typed, 'ms', 0)}, p95 ${percentile(typed, 0.95).toFixed(0)} ms`
  return [
    timesLine(
      `console, ${DEVICES.toLocaleString('en')} devices, ${name}: response → first rows painted`,
      painted,
      PAINT_LIMIT,
    ),
    isSearchedHere
      ? {
          what: '  key pressed in the search → list painted',
          measured: typing,
          limit: '≤ 50 ms',
          verdict: verdict(percentile(typed, 0.95) <= TYPING_LIMIT),
        }
      : information('  key pressed in the search → field painted', typing),
    scrollingLine(frameRates),
  ]
}
