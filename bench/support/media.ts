import type {BrowserContext, Page} from 'playwright-core'
import {DASHBOARD_COOKIE} from '../../contract/wire/config'
import type {RunningServer} from './server'
import type {Organisation} from './world'

/** Opens the dashboard of a media organisation in a browser that has opened it before. */
export async function openMediaDashboard(
  context: BrowserContext,
  {origin}: Pick<RunningServer, 'origin'>,
  {id}: Pick<Organisation, 'id'>,
): Promise<Page> {
  await context.addCookies([{name: DASHBOARD_COOKIE, value: 'media', url: origin}])
  await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [id], wall: []}}}))
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard`)
  await page.getByRole('heading', {name: 'Server Videos'}).waitFor()
  await page.waitForLoadState('networkidle')
  return page
}
