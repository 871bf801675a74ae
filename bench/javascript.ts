import type {BrowserContext, Response} from 'playwright-core'
import {openDashboard, probedContext, signedInContext, withBrowser} from './support/browser'
import {openMediaDashboard} from './support/media'
import {type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {sum} from './support/statistics'
import {wallContext} from './support/wall'
import {createOrganisation, storePoints} from './support/world'

const LOGIN_LIMIT = 160_000
const DASHBOARD_LIMIT = 330_000
const MEDIA_LIMIT = 335_000
/** The limit of a wall of tiles, which does without the code of panels. */
const WALL_LIMIT = 292_000
const PLAYER_LIMIT = 90_000

/** Measures the scripts that Chromium really loads on a route, as they are sent to it. A kB is 1,000 bytes. */
export async function javascript(): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Size', 3)
      await storePoints(database, {
        devices: organisation.devices,
        keys: ['temperature'],
        firstTs: Date.now() - 3_600_000,
        step: 60_000,
        count: 60,
      })
      return organisation
    },
    (server, organisation) =>
      withBrowser(async browser => {
        const login = await scriptsOf(await probedContext(browser), async context => {
          const page = await context.newPage()
          await page.goto(`${server.origin}/login`)
          await page.getByRole('textbox').first().waitFor()
          await page.waitForLoadState('networkidle')
        })
        const dashboard = await scriptsOf(await signedInContext(browser, server, organisation), async context => {
          const page = await openDashboard(context, server)
          await page.waitForLoadState('networkidle')
        })
        const player = await scriptsOf(await probedContext(browser), async context => {
          const page = await context.newPage()
          await page.goto(`${server.origin}/player`)
          await page.getByText(PAIRING_CODE).waitFor()
        })
        const media = await scriptsOf(await signedInContext(browser, server, organisation), async context => {
          await openMediaDashboard(context, server, organisation)
        })
        const wall = await scriptsOf(await wallContext(browser, server, organisation), async context => {
          const page = await context.newPage()
          await page.goto(`${server.origin}/dashboard?kiosk=1`)
          await page.locator('[data-tile]').first().waitFor()
          await page.waitForLoadState('networkidle')
        })
        return [
          ...[...lines(login, dashboard), mediaLine(media), wallLine(wall)],
          ...playerLines(player, await workerSize(server)),
        ]
      }),
  )
}

interface Script {
  bytes: number
  holds: 'chart' | 'socket' | 'other'
}

/** The page shows this of the player when all of it is loaded; it never stops to ask its server. */
const PAIRING_CODE = /^[A-Z0-9]{6}$/

async function scriptsOf(context: BrowserContext, open: (context: BrowserContext) => Promise<void>): Promise<Script[]> {
  const scripts: Promise<Script>[] = []
  context.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    scripts.push(scriptOf(response))
  })
  await open(context)
  const loaded = await Promise.all(scripts)
  await context.close()
  return loaded
}

async function scriptOf(response: Response): Promise<Script> {
  const [source, {responseBodySize}] = await Promise.all([response.text(), response.request().sizes()])
  return {bytes: responseBodySize, holds: contentOf(source)}
}

function contentOf(source: string): Script['holds'] {
  if (source.includes('highcharts-container')) return 'chart'
  return source.includes('EIO') && source.includes('websocket') ? 'socket' : 'other'
}

function lines(login: readonly Script[], dashboard: readonly Script[]): Line[] {
  const loginSize = sum(login.map(({bytes}) => bytes))
  const dashboardSize = sum(dashboard.map(({bytes}) => bytes))
  const isLazy = (part: Script['holds']) =>
    !login.some(({holds}) => holds === part) && dashboard.some(({holds}) => holds === part)
  return [
    {
      what: 'JavaScript for /login, as served',
      measured: kilobytes(loginSize),
      limit: `≤ ${LOGIN_LIMIT / 1000} kB`,
      verdict: verdict(loginSize <= LOGIN_LIMIT),
    },
    {
      what: 'JavaScript for the dashboard with chart in all, as served',
      measured: kilobytes(dashboardSize),
      limit: `≤ ${DASHBOARD_LIMIT / 1000} kB`,
      verdict: verdict(dashboardSize <= DASHBOARD_LIMIT),
      cause: 'Highcharts is 83 kB of it, what the first page loads 159 kB',
    },
    {
      what: 'chart and socket load lazily',
      measured: `chart ${isLazy('chart') ? 'lazy' : 'at once'}, socket ${isLazy('socket') ? 'lazy' : 'at once'}`,
      limit: 'both lazy',
      verdict: verdict(isLazy('chart') && isLazy('socket')),
    },
  ]
}

function mediaLine(media: readonly Script[]): Line {
  const size = sum(media.map(({bytes}) => bytes))
  const hasChart = media.some(({holds}) => holds === 'chart')
  return {
    what: 'JavaScript for the media dashboard in all, as served',
    measured: `${kilobytes(size)}, ${hasChart ? 'with' : 'without'} the chart`,
    limit: `≤ ${MEDIA_LIMIT / 1000} kB, without the chart`,
    verdict: verdict(size <= MEDIA_LIMIT && !hasChart),
  }
}

/** Measures a wall of tiles. The code of a composed wall is loaded with the first panel. */
function wallLine(wall: readonly Script[]): Line {
  const size = sum(wall.map(({bytes}) => bytes))
  return {
    what: 'JavaScript for a wall of tiles in all, as served',
    measured: kilobytes(size),
    limit: `≤ ${kilobytes(WALL_LIMIT)}`,
    verdict: verdict(size <= WALL_LIMIT),
  }
}

/** The service worker is loaded beside the page. */
async function workerSize({origin}: RunningServer): Promise<number> {
  const {headers} = await fetch(`${origin}/playerWorker.js`, {method: 'HEAD', headers: {'accept-encoding': 'br'}})
  return Number(headers.get('content-length'))
}

function playerLines(player: readonly Script[], worker: number): Line[] {
  const size = worker + sum(player.map(({bytes}) => bytes))
  return [
    {
      what: 'JavaScript for /player with its service worker, as served',
      measured: kilobytes(size),
      limit: '≤ 90 kB',
      verdict: verdict(size <= PLAYER_LIMIT),
    },
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
