import type {Browser, BrowserContext, CDPSession, Page} from 'playwright-core'
import * as z from 'zod'
import {issuedWallLink} from '../../contract/wire/entities/wallLink'
import {usedHeap} from '../support/browser'
import {type Organisation, PASSWORD} from '../support/world'
import {SOAK_KEY} from './fleet'
import type {Painted} from './judge'

/** A page that stays open for the whole run. */
export interface Screen {
  name: string
  page: Page
  /** Returns the painted state of one moment. */
  look(): Promise<Look>
  /** The used heap in bytes, after a garbage collection. */
  heap(): Promise<number>
  /** Hides and stops the page, as a browser does with one that nobody looks at, or lets it go on. */
  freeze(isFrozen: boolean): Promise<void>
  /** Removes its access token, as if it had expired. */
  expire(): Promise<void>
}

export interface Look {
  /** Epoch ms. */
  at: number
  /** Counted since the page was loaded, at `now` of its own clock. */
  frames: number
  now: number
  painted: Painted[]
}

declare global {
  interface Window {
    soakFrames: number
  }
}

const SIZE = {width: 1920, height: 1080}
const WALL = 'Soak'

/** The dashboard of an admin, who issues a link to a wall, and the wall as the kiosk that opens the link. */
export async function openScreens(
  browser: Browser,
  origin: string,
  {id, emails: [email], devices}: Organisation,
): Promise<{wall: Screen; dashboard: Screen}> {
  const desk = await newContext(browser)
  const signedIn = await desk.request.post(`${origin}/api/v0/auth/login`, {data: {email, password: PASSWORD}})
  if (!signedIn.ok()) throw new Error(`Sign in: ${signedIn.status()}`)
  const walls = `${origin}/api/v0/attribute/organisation/${id}/2/walls`
  await desk.request.put(walls, {data: {json_v: [{name: WALL, keys: [SOAK_KEY], tiles: 'device'}]}})
  const link = `${origin}/api/v0/wall-link/by-org/${id}`
  const answer = await desk.request.post(link, {data: {wall: WALL, name: 'Control room'}})
  const {token} = issuedWallLink.parse(await answer.json())

  const hall = await newContext(browser)
  const wall = await screenAt(hall, 'wall', `${origin}/wall#token=${token}`, lookAtWall)
  await wall.page.waitForFunction(least => document.querySelectorAll('[data-tile]').length === least, devices.length)
  const chart = new URLSearchParams({device: devices[0]?.id ?? '', key: SOAK_KEY, agg: 'none'})
  const dashboard = await screenAt(desk, 'dashboard', `${origin}/dashboard?${chart}`, lookAtDashboard)
  await dashboard.page.locator('.highcharts-graph').first().waitFor()
  return {wall, dashboard}
}

async function newContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({viewport: SIZE, screen: SIZE, locale: 'en-GB', acceptDownloads: true})
  // Functions compiled by tsx call `__name`, which a page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await context.addInitScript(countFrames)
  return context
}

async function screenAt(
  context: BrowserContext,
  name: string,
  address: string,
  look: (key: string) => Look,
): Promise<Screen> {
  const page = await context.newPage()
  const session: CDPSession = await context.newCDPSession(page)
  await page.goto(address)
  return {
    name,
    page,
    look: async () => seen.parse(await page.evaluate(look, SOAK_KEY)),
    heap: () => usedHeap(session),
    async freeze(isFrozen) {
      await session.send('Page.setWebLifecycleState', {state: isFrozen ? 'frozen' : 'active'})
    },
    expire: () => context.clearCookies({name: 'accessToken'}),
  }
}

const seen = z.object({
  at: z.number(),
  frames: z.number(),
  now: z.number(),
  painted: z.array(
    z.object({id: z.string(), freshness: z.string(), age: z.string(), value: z.union([z.number(), z.nan()])}),
  ),
})

/** Runs in the page, like all below. */
function countFrames() {
  window.soakFrames = 0
  const count = () => {
    window.soakFrames++
    requestAnimationFrame(count)
  }
  requestAnimationFrame(count)
}

function lookAtWall(): Look {
  const painted = [...document.querySelectorAll<HTMLElement>('li[data-status]')].map(tile => {
    const text = (selector: string) => tile.querySelector(selector)?.textContent ?? ''
    return {
      id: tile.querySelector<HTMLElement>('[data-tile]')?.dataset.tile ?? '',
      freshness: tile.dataset.freshness ?? '',
      age: text('[data-part="age"]'),
      value: Number.parseInt(text('[data-part="value"]').replaceAll(',', ''), 10),
    }
  })
  return {at: Date.now(), frames: window.soakFrames, now: performance.now(), painted}
}

/** Reads the rendered lines of the dashboard's list. */
function lookAtDashboard(key: string): Look {
  const painted = [...document.querySelectorAll<HTMLElement>(`[data-line$=" ${key}"]`)].map(line => {
    const mark = line.querySelector<HTMLElement>('[data-freshness]')
    return {
      id: line.dataset.line?.split(' ')[0] ?? '',
      freshness: mark?.dataset.freshness ?? '',
      age: mark?.textContent ?? '',
      value: Number.parseInt(line.querySelector('[data-number]')?.textContent?.replaceAll(',', '') ?? '', 10),
    }
  })
  return {at: Date.now(), frames: window.soakFrames, now: performance.now(), painted}
}
