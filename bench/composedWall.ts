import type {BrowserContext} from 'playwright-core'
import type {Database} from '../server/database/connect'
import {attribute} from '../server/database/schema/attribute'
import {withBrowser} from './support/browser'
import {busyLines} from './support/busyWall'
import {type Line, timesOver} from './support/report'
import {withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {createWallWorld, tilesOf, WALL_KEY, wallContext} from './support/wall'
import type {BenchDevice} from './support/world'

const DEVICES = 200
const WALL = 'Composed'
const OPENED = 'Opened'
const PANELS = 16
const OPENED_LIMIT = 12

/** A wall of sixteen panels that is opened, and one of twelve whose devices get a thousand values a second. */
export async function composedWall(settings: Settings): Promise<Line[]> {
  return withServer(inWorld, (server, organisation) =>
    withBrowser(async browser => {
      const context = await wallContext(browser, server, organisation)
      const path = `${server.origin}/api/v0/attribute/organisation/${organisation.id}/2/walls`
      const kept = await context.request.put(path, {
        data: {
          json_v: [
            {name: WALL, panels: panelsOf(organisation.devices)},
            {name: OPENED, panels: [...panelsOf(organisation.devices), ...READ_PANELS]},
          ],
        },
      })
      if (!kept.ok()) throw new Error(`The wall: ${kept.status()} ${await kept.text()}`)
      const addressOf = (wall: string) => `${server.origin}/dashboard?kiosk=1&wall=${wall}`
      const openings = await timesToOpen(context, addressOf(OPENED), settings)
      const page = await context.newPage()
      await page.goto(addressOf(WALL))
      await tilesOf(page, DEVICES)
      await page.waitForLoadState('networkidle')
      const what = 'wall of 12 panels: 200 tiles, 4 charts, a map of 200 devices'
      return [openings, ...(await busyLines(what, {context, page}, {server, organisation, perDevice: 5}, settings))]
    }),
  )
}

/** The first opening fills the caches of browser and database. */
async function timesToOpen(context: BrowserContext, address: string, settings: Settings): Promise<Line> {
  const count = byLength(settings, {quick: 3, usual: 9, full: 15})
  await timeToPaint(context, address)
  const [times, blank]: [number[], number[]] = [[], []]
  for (let round = 0; round < count; round++) {
    times.push(await timeToPaint(context, address))
    blank.push(await timeToPaint(context, 'data:text/html,<p data-kind>One line', 1))
  }
  return timesOver(
    `wall of ${PANELS} panels: opened → all painted`,
    times,
    {of: 'a page of one line', times: blank},
    OPENED_LIMIT,
  )
}

/** Returns the time until each panel has more than the word that it is loading, and is painted. */
async function timeToPaint(context: BrowserContext, address: string, panels = PANELS): Promise<number> {
  const page = await context.newPage()
  await page.goto(address)
  const milliseconds = await page.evaluate(
    least =>
      new Promise<number>(resolve => {
        const {port1, port2} = new MessageChannel()
        port1.onmessage = () => resolve(performance.now())
        const isPainted = (panel: Element) =>
          (panel.textContent !== '' || panel.querySelector('canvas') !== null) &&
          !panel.textContent.includes('Loading…') &&
          panel.querySelector('[data-status="notRead"]') === null
        const look = () => {
          const painted = [...document.querySelectorAll('[data-kind]')].filter(isPainted)
          requestAnimationFrame(painted.length < least ? look : () => port2.postMessage(null))
        }
        look()
      }),
    panels,
  )
  await page.close()
  return milliseconds
}

async function inWorld(database: Database) {
  const organisation = await createWallWorld(database, DEVICES, {
    [WALL_KEY]: {warning: {above: 31}, critical: {above: 31.8}},
  })
  const owner = {entityType: 'device', organisationId: organisation.id, scope: 2, lastUpdateTs: Date.now()} as const
  await database.db.insert(attribute).values(
    organisation.devices.flatMap(({id}, at) => [
      {...owner, entityId: id, key: 'latitude', dblV: 40 + ((at * 7) % 20)},
      {...owner, entityId: id, key: 'longitude', dblV: (at * 13) % 40},
    ]),
  )
  return organisation
}

function panelsOf(devices: readonly BenchDevice[]): object[] {
  const series = devices.map(({id}) => ({deviceId: id, key: WALL_KEY}))
  const charts = [0, 1, 2, 3].map(at => ({
    kind: 'chart',
    x: 6 * at,
    y: 6,
    w: 6,
    h: 3,
    span: '1h',
    series: series.slice(3 * at, 3 * at + 3),
  }))
  return [
    {kind: 'tiles', x: 0, y: 0, w: 12, h: 6, tiles: 'device'},
    {kind: 'map', x: 12, y: 0, w: 8, h: 6},
    {kind: 'alarms', x: 20, y: 0, w: 4, h: 6},
    ...charts,
    {kind: 'number', x: 0, y: 9, w: 4, h: 3, series: series[0]},
    {kind: 'number', x: 4, y: 9, w: 4, h: 3, series: series[1]},
    {kind: 'top', x: 8, y: 9, w: 8, h: 3, key: WALL_KEY, count: 5},
    {kind: 'text', x: 16, y: 9, w: 4, h: 3, text: 'Call the plant before you stop a line.'},
    {kind: 'clock', x: 20, y: 9, w: 4, h: 3},
  ]
}

const READ_PANELS = [
  {kind: 'late', x: 0, y: 12, w: 6, h: 3, count: 5},
  {kind: 'unusual', x: 6, y: 12, w: 6, h: 3, count: 5},
  {kind: 'comparison', x: 12, y: 12, w: 6, h: 3, key: WALL_KEY, count: 5},
  {kind: 'indicators', x: 18, y: 12, w: 6, h: 3, key: WALL_KEY},
]
