import type {Page} from 'playwright-core'
import * as z from 'zod'
import type {Database} from '../server/database/connect'
import {withBrowser} from './support/browser'
import {busyLines} from './support/busyWall'
import type {Line} from './support/report'
import {withServer} from './support/server'
import type {Settings} from './support/settings'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'

const DEVICES = 1000

/** Measures a wall of a thousand tiles with small charts, ages and thresholds. Each gets a value a second. */
export async function wall(settings: Settings): Promise<Line[]> {
  return withServer(inWorld, (server, organisation) =>
    withBrowser(async browser => {
      const context = await wallContext(browser, server, organisation)
      const page = await context.newPage()
      const fetched = allCharts(page)
      await page.goto(`${server.origin}/dashboard?kiosk=1&tiles=device&order=worst&group=none`)
      await tilesOf(page, DEVICES)
      await fetched
      const what = 'wall of 1,000 tiles with charts, ages and thresholds'
      return busyLines(what, {context, page}, {server, organisation, perDevice: 1}, settings)
    }),
  )
}

/** Resolves when the small charts of all devices have been fetched. */
const allCharts = (page: Page): Promise<void> =>
  new Promise(resolve => {
    let charts = 0
    page.on('response', response => {
      if (!response.url().endsWith('/telemetry/device/sparklines')) return
      charts += asked.parse(response.request().postDataJSON()).series.length
      if (charts >= DEVICES) resolve()
    })
  })

const asked = z.object({series: z.array(z.unknown())})

const inWorld = (database: Database) =>
  createWallWorld(database, DEVICES, {[WALL_KEY]: {warning: {above: 31}, critical: {above: 31.8}}})
