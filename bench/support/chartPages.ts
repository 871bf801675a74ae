import type {Browser, BrowserContext, Page} from 'playwright-core'
import type {Database} from '../../server/database/connect'
import {dashboardOn} from '../../tests/journeys/support/dashboard'
import {serveBarePage} from './barePage'
import {openDashboard, signedInContext} from './browser'
import type {RunningServer} from './server'
import {createOrganisation, type Organisation, storePoints} from './world'

/** In the order of the list, whose first key the dashboard selects by itself. */
export const CHART_KEYS = ['flow', 'level', 'speed']
const POINTS = 1000
const STEP = 60_000
const CHART_HEIGHT = 290

/** Describes the page that our dashboard is compared with. */
export const BARE_PAGE =
  'the same Highcharts with the same options and one line: ' +
  'parses the answer, draws it; parses each message, appends, redraws'

/** The reference for times of our page. */
export const bareHighcharts = (times: readonly number[]) => ({of: 'bare Highcharts', times, decimals: 1})

export interface ChartWorld {
  /** Our dashboard watches this organisation. */
  ours: Organisation
  /** The bare page watches this organisation, so that neither page gets the values that the other draws. */
  bare: Organisation
}

/** Creates two organisations with the same data: one device each, with 1,000 points for each of its keys. */
export async function createChartWorld(database: Database): Promise<ChartWorld> {
  const [ours, bare] = [await createOrganisation(database, 'Ours', 1), await createOrganisation(database, 'Bare', 1)]
  const devices = [...ours.devices, ...bare.devices]
  await storePoints(database, {
    devices,
    keys: CHART_KEYS,
    firstTs: Date.now() - POINTS * STEP,
    step: STEP,
    count: POINTS,
  })
  return {ours, bare}
}

export interface ChartPage {
  context: BrowserContext
  page: Page
  token: string
  /** Makes the page fetch and draw a series again. */
  reload(run: number): Promise<void>
}

export async function openOurs(browser: Browser, server: RunningServer, {ours}: ChartWorld): Promise<ChartPage> {
  const context = await signedInContext(browser, server, ours)
  const page = await openDashboard(context, server)
  const [device] = ours.devices
  if (device === undefined) throw new Error('Our page has no device')
  await page.waitForLoadState('networkidle')
  return {
    context,
    page,
    token: device.token,
    reload: run =>
      dashboardOn(page)
        .key(CHART_KEYS[run % CHART_KEYS.length] ?? '', device.name)
        .click(),
  }
}

/** Opens the bare page with the width of our page, which must be open already. */
export async function openBare(
  browser: Browser,
  server: RunningServer,
  {bare}: ChartWorld,
  ours: Page,
): Promise<ChartPage> {
  const context = await signedInContext(browser, server, bare)
  const [device] = bare.devices
  if (device === undefined) throw new Error('The bare page has no device')
  const box = await ours.locator('.highcharts-container').boundingBox()
  const day = 86_400_000
  const address = await serveBarePage(context, server.origin, {
    deviceId: device.id,
    keys: CHART_KEYS,
    startTs: Date.now() - 3 * day,
    endTs: Date.now() + day,
    width: Math.round(box?.width ?? 0),
    height: CHART_HEIGHT,
  })
  const page = await context.newPage()
  await page.goto(address)
  await page.getByRole('button', {name: 'Load'}).click()
  await page.waitForFunction(() => window.probe.drawings.length > 0)
  return {context, page, token: device.token, reload: () => page.getByRole('button', {name: 'Load'}).click()}
}
