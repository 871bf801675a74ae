import {gzipSync} from 'node:zlib'
import type {BrowserContext} from 'playwright-core'
import {openDashboard, probedContext, signedInContext, withBrowser} from './support/browser'
import {openMediaDashboard} from './support/media'
import {information, type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {sum} from './support/statistics'
import {createOrganisation, storePoints} from './support/world'

const LOGIN_LIMIT = 175_000
const DASHBOARD_LIMIT = 360_000
const PLAYER_LIMIT = 90_000

/** Measures the scripts that Chromium really loads on a route. A kB is 1,000 bytes of gzip. */
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
        return [...lines(login, dashboard), mediaLine(media), ...playerLines(player, await workerSize(server))]
      }),
  )
}

interface Script {
  name: string
  gzip: number
  holds: 'chart' | 'socket' | 'other'
}

/** What the page shows of the player when all of it is loaded; it never stops to ask its server. */
const PAIRING_CODE = /^[A-Z0-9]{6}$/

async function scriptsOf(context: BrowserContext, open: (context: BrowserContext) => Promise<void>): Promise<Script[]> {
  const scripts: Promise<Script>[] = []
  context.on('response', response => {
    if (response.request().resourceType() !== 'script') return
    const name = new URL(response.url()).pathname.replace('/assets/', '')
    scripts.push(response.body().then(body => ({name, gzip: gzipSync(body).length, holds: contentOf(body.toString())})))
  })
  await open(context)
  const loaded = await Promise.all(scripts)
  await context.close()
  return loaded
}

function contentOf(source: string): Script['holds'] {
  if (source.includes('highcharts-container')) return 'chart'
  return source.includes('EIO') && source.includes('websocket') ? 'socket' : 'other'
}

function lines(login: readonly Script[], dashboard: readonly Script[]): Line[] {
  const loginSize = sum(login.map(({gzip}) => gzip))
  const dashboardSize = sum(dashboard.map(({gzip}) => gzip))
  const isLazy = (part: Script['holds']) =>
    !login.some(({holds}) => holds === part) && dashboard.some(({holds}) => holds === part)
  const later = dashboard.filter(({name}) => !login.some(early => early.name === name))
  return [
    {
      what: 'JavaScript for /login, gzip',
      measured: kilobytes(loginSize),
      limit: '≤ 175 kB',
      verdict: verdict(loginSize <= LOGIN_LIMIT),
    },
    {
      what: 'JavaScript for the dashboard with chart in all, gzip',
      measured: kilobytes(dashboardSize),
      limit: '≤ 360 kB',
      verdict: verdict(dashboardSize <= DASHBOARD_LIMIT),
      cause: 'Highcharts is 83 kB of it, what the first page loads 159 kB',
    },
    {
      what: 'chart and socket load lazily',
      measured: `chart ${isLazy('chart') ? 'lazy' : 'at once'}, socket ${isLazy('socket') ? 'lazy' : 'at once'}`,
      limit: 'both lazy',
      verdict: verdict(isLazy('chart') && isLazy('socket')),
    },
    information('loaded after /login', later.map(({name, gzip}) => `${name} ${kilobytes(gzip)}`).join(', ')),
  ]
}

function mediaLine(media: readonly Script[]): Line {
  const size = sum(media.map(({gzip}) => gzip))
  const hasChart = media.some(({holds}) => holds === 'chart')
  return {
    what: 'JavaScript for the media dashboard in all, gzip',
    measured: `${kilobytes(size)}, ${hasChart ? 'with' : 'without'} the chart`,
    limit: '≤ 360 kB, without the chart',
    verdict: verdict(size <= DASHBOARD_LIMIT && !hasChart),
  }
}

/** The service worker is loaded beside the page. */
async function workerSize({origin}: RunningServer): Promise<number> {
  const answer = await fetch(`${origin}/playerWorker.js`)
  return gzipSync(await answer.text()).length
}

function playerLines(player: readonly Script[], worker: number): Line[] {
  const size = worker + sum(player.map(({gzip}) => gzip))
  return [
    {
      what: 'JavaScript for /player with its service worker, gzip',
      measured: kilobytes(size),
      limit: '≤ 90 kB',
      verdict: verdict(size <= PLAYER_LIMIT),
    },
  ]
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
