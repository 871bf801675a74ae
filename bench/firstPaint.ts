import type {BrowserContext, Page} from 'playwright-core'
import {emulate, probedContext, SLOW, signedInContext, withBrowser} from './support/browser'
import {installPaint, type Paint} from './support/paint'
import {information, type Line, timesLine, timesOver, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {sum} from './support/statistics'
import {
  createCustomerUser,
  createOrganisation,
  createSystemAdmin,
  type Organisation,
  storePoints,
} from './support/world'

const PUBLIC = [
  '/login',
  '/register',
  '/passwordReset',
  '/newPassword?token=x',
  '/verification?token=x',
  '/firstAdmin?token=x',
]
const SCRIPT_LIMITS: Readonly<Record<string, number>> = {'/login': 160_000, '/dashboard': 330_000}
const FONT_LIMIT = 120_000
const STYLE_LIMIT = 20_000
const SHIFT_LIMIT = 0.02

/** Measures when pages are drawn, on loopback and over a slow network, how much they load, and what moves in them. */
export async function firstPaint(settings: Settings): Promise<Line[]> {
  return withServer(
    async database => {
      const organisation = await createOrganisation(database, 'Paint', 20)
      const firstTs = Date.now() - 3_600_000
      const {devices} = organisation
      await storePoints(database, {devices, keys: ['temperature'], firstTs, step: 60_000, count: 60})
      const [admin, resident] = [await createSystemAdmin(database), await createCustomerUser(database, organisation)]
      return {organisation, admin, resident}
    },
    (server, {organisation, admin, resident}) =>
      withBrowser(async browser => {
        const visitor = () => probedContext(browser)
        const signedIn = (as: Pick<Organisation, 'emails'>) => () => signedInContext(browser, server, as)
        const pages: [string, NewContext][] = [
          ...PUBLIC.map((path): [string, NewContext] => [path, visitor]),
          ['/dashboard', signedIn(organisation)],
          ['/profile', signedIn(organisation)],
          ['/myhome', signedIn(resident)],
          ['/sys_admin', signedIn(admin)],
        ]
        const perPage: Line[] = []
        for (const [path, newContext] of pages) perPage.push(...(await loaded(newContext, server, path)))
        return [
          ...(await nearby(settings, server, visitor, signedIn(organisation))),
          ...(await faraway(settings, server, visitor)),
          ...perPage,
        ]
      }),
  )
}

type NewContext = () => Promise<BrowserContext>

async function nearby(settings: Settings, server: RunningServer, visitor: NewContext, user: NewContext) {
  const count = byLength(settings, {quick: 5, usual: 15, full: 31})
  const login = await paints(visitor, `${server.origin}/login`, emailOf, count)
  const blank = await paints(visitor, 'data:text/html,<p>One line', page => page.getByText('One line'), count)
  const dashboard = await paints(user, `${server.origin}/dashboard`, deviceOf, count)
  const over = (what: string, times: readonly Paint[], kind: keyof Paint, limit?: number) =>
    timesOver(
      what,
      times.map(paint => paint[kind]),
      {of: 'a page of one line', times: blank.map(({first}) => first)},
      limit,
    )
  return [
    over('first paint of /login', login, 'first', 2),
    over('largest paint of /login', login, 'largest'),
    over('first paint of the dashboard', dashboard, 'first', 2.5),
    over('largest paint of the dashboard, with its values', dashboard, 'largest', 9),
  ]
}

/** Each time with a new profile, so that nothing is in a cache. */
async function paints(newContext: NewContext, url: string, whenReady: Ready, count: number): Promise<Paint[]> {
  const measured: Paint[] = []
  for (let index = 0; index < count; index++) {
    const context = await newContext()
    const page = await observedPage(context)
    await page.goto(url)
    await whenReady(page).waitFor()
    await page.waitForLoadState('networkidle')
    measured.push(await page.evaluate(() => window.paint))
    await context.close()
  }
  return measured
}

async function faraway(settings: Settings, server: RunningServer, visitor: NewContext): Promise<Line[]> {
  const count = byLength(settings, {quick: 1, usual: 3, full: 5})
  const firsts: number[] = []
  const usables: number[] = []
  for (let index = 0; index < count; index++) {
    const context = await visitor()
    const page = await observedPage(context)
    await emulate(page, SLOW)
    const startedAt = performance.now()
    await page.goto(`${server.origin}/login`, {waitUntil: 'commit'})
    await emailOf(page).fill('somebody@bench.test', {timeout: 60_000})
    usables.push(performance.now() - startedAt)
    firsts.push(await page.evaluate(() => window.paint.first))
    await context.close()
  }
  return [
    timesLine('400 kbit/s, 400 ms: first paint of /login', firsts, 800),
    {
      ...timesLine('400 kbit/s, 400 ms: an email can be typed', usables, 3500),
      cause: 'the scripts alone are under way for 2.7 s; React, the router and Mantine are three quarters of them',
    },
  ]
}

async function loaded(newContext: NewContext, {origin}: RunningServer, path: string): Promise<Line[]> {
  const context = await newContext()
  const page = await observedPage(context)
  const sizes: Promise<{type: string; size: number}>[] = []
  page.on('response', response => {
    const type = response.request().resourceType()
    if (['script', 'stylesheet', 'font'].includes(type))
      sizes.push(
        response
          .request()
          .sizes()
          .then(({responseBodySize: size}) => ({type, size})),
      )
  })
  await page.goto(`${origin}${path}`)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  const {shift} = await page.evaluate(() => window.paint)
  const files = await Promise.all(sizes)
  await context.close()
  const bytes = (wanted: string) => sum(files.filter(({type}) => type === wanted).map(({size}) => size))
  const name = path.split('?')[0] ?? path
  return [
    weight(`${name}: scripts, as served`, bytes('script'), SCRIPT_LIMITS[name]),
    weight(`${name}: styles, as served`, bytes('stylesheet'), STYLE_LIMIT),
    weight(`${name}: fonts`, bytes('font'), FONT_LIMIT),
    {
      what: `${name}: layout shift`,
      measured: shift.toFixed(3),
      limit: `≤ ${SHIFT_LIMIT}`,
      verdict: verdict(shift <= SHIFT_LIMIT),
    },
  ]
}

async function observedPage(context: BrowserContext): Promise<Page> {
  await context.addInitScript(installPaint)
  return context.newPage()
}

type Ready = (page: Page) => ReturnType<Page['locator']>

const emailOf: Ready = page => page.locator('input[name=email]')
const deviceOf: Ready = page => page.getByText('Paint 0001').first()

function weight(what: string, bytes: number, limit?: number): Line {
  if (limit === undefined) return information(what, kilobytes(bytes))
  return {what, measured: kilobytes(bytes), limit: `≤ ${limit / 1000} kB`, verdict: verdict(bytes <= limit)}
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
