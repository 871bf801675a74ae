import type {Browser, BrowserContext, BrowserContextOptions, CDPSession, Page} from 'playwright-core'
import {launchChromium} from '../../tests/journeys/support/chromium'
import {installProbe} from './probe'
import type {RunningServer} from './server'
import {type Organisation, PASSWORD} from './world'

const VIEWPORT = {width: 1280, height: 900}

export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchChromium()
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/** Creates a browser profile in which the first admin is signed in, with the probe in every page. */
export async function signedInContext(browser: Browser, server: RunningServer, {emails}: Pick<Organisation, 'emails'>) {
  const context = await probedContext(browser)
  const answer = await context.request.post(`${server.origin}/api/v0/auth/login`, {
    data: {email: emails[0], password: PASSWORD},
  })
  if (!answer.ok()) throw new Error(`Sign in: ${answer.status()} ${await answer.text()}`)
  return context
}

/** Raises the timeouts: a slow machine is measured, and gives up only when a page seems to hang. */
export async function patientContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(10 * 60_000)
  return context
}

export async function probedContext(browser: Browser): Promise<BrowserContext> {
  const context = await patientContext(browser, {viewport: VIEWPORT})
  // Functions compiled by tsx call `__name`, which a page does not have.
  await context.addInitScript('globalThis.__name = value => value')
  await context.addInitScript(installProbe)
  return context
}

/** 400 kbit/s with a round trip of 400 ms. */
export const SLOW = {offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000}

export async function emulate(page: Page, network: typeof SLOW) {
  await (await page.context().newCDPSession(page)).send('Network.emulateNetworkConditions', network)
}

/** The used heap in bytes, after a garbage collection. */
export async function usedHeap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** Resolves when the line of the chart is drawn. */
export async function openDashboard(context: BrowserContext, {origin}: RunningServer, search = ''): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${origin}/dashboard${search}`)
  await page.waitForFunction(() => window.probe.drawings.length > 0)
  return page
}
