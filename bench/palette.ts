import type {Page} from 'playwright-core'
import {signedInContext, withBrowser} from './support/browser'
import {type Line, verdict} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {median, percentile, spread} from './support/statistics'
import {typed} from './support/typing'
import {createOrganisation, settle} from './support/world'

const DEVICES = 10_000
const LIMIT = 50
const FIELD = '[role=dialog] [role=combobox]'

/** Measures the palette of an admin with many devices: from each letter to the frame with the results. */
export async function palette(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Palette', DEVICES)
      await settle(database)
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const context = await signedInContext(browser, server, organisation)
        const page = await context.newPage()
        await page.goto(`${server.origin}/profile`)
        await page.getByRole('button', {name: 'Find anything'}).click()
        await page.locator(FIELD).fill('palette 9999')
        await page.getByRole('option').filter({hasText: 'Palette 9999'}).first().waitFor()
        return [line(await lettersPainted(page, byLength(settings, {quick: 3, usual: 15})))]
      }),
  )
}

async function lettersPainted(page: Page, runs: number): Promise<number[]> {
  const painted: number[] = []
  for (let run = 0; run < runs; run++)
    for (const text of ['', 'p', 'pa', 'pal', 'pal 7', 'pal 77', 'pal 771'])
      painted.push(...(await typed(page, FIELD, text)))
  return painted
}

const line = (painted: readonly number[]): Line => ({
  what: `palette over ${DEVICES.toLocaleString('en')} devices: letter typed → results painted`,
  measured: `${spread(painted, 'ms', 0)}, p95 ${percentile(painted, 0.95).toFixed(0)} ms`,
  limit: `≤ ${LIMIT} ms`,
  verdict: verdict(median(painted) <= LIMIT),
})
