import type {Page} from 'playwright-core'
import type {Database} from '../server/database/connect'
import {withBrowser} from './support/browser'
import {busyLines, watchFrames} from './support/busyWall'
import {type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import type {Settings} from './support/settings'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'
import type {BenchDevice} from './support/world'

const DEVICES = 1000
const RAISED = 500
const BUSY_LIMIT = 10
const STORM_LIMIT = 100
const STORM_SECONDS = 12
const LIMIT = 1000

/** A wall of a thousand devices by importance: while all is well, and while half of them fail within a second. */
export async function wallImportance(settings: Settings): Promise<Line[]> {
  return withServer(inWorld, (server, organisation) =>
    withBrowser(async browser => {
      const context = await wallContext(browser, server, organisation)
      const page = await context.newPage()
      await page.goto(`${server.origin}/dashboard?kiosk=1&order=importance`)
      await tilesOf(page, DEVICES)
      await page.waitForLoadState('networkidle')
      const load = {server, organisation, perDevice: 1, busyLimit: BUSY_LIMIT}
      const busy = await busyLines('wall of 1,000 devices by importance', {context, page}, load, settings)
      return [...busy, await storm(page, server, organisation.devices)]
    }),
  )
}

/** The order of the wall changes at the same time, and cards take the place of other tiles. */
async function storm(page: Page, server: RunningServer, devices: readonly BenchDevice[]): Promise<Line> {
  const watched = page.evaluate(watchFrames, STORM_SECONDS * 1000)
  await Promise.all(
    devices.slice(0, RAISED).map(async ({token}, at) => {
      await new Promise(resolve => setTimeout(resolve, (1000 * at) / RAISED))
      await fetch(`${server.origin}/api/v1/${token}/telemetry`, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body: JSON.stringify({[WALL_KEY]: 2 * LIMIT}),
      })
    }),
  )
  const {longest} = await watched
  const critical = await page.locator('li[data-severity="critical"]').count()
  return {
    what: `  ${RAISED} alarms raised in a second: longest task; critical tiles after it`,
    measured: `${longest.toFixed(0)} ms; ${critical}`,
    limit: `≤ ${STORM_LIMIT} ms; ${RAISED}`,
    verdict: verdict(longest <= STORM_LIMIT && critical === RAISED),
  }
}

const inWorld = (database: Database) => createWallWorld(database, DEVICES, {[WALL_KEY]: {critical: {above: LIMIT}}})
