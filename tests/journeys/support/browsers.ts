import type {Browser, BrowserContext, BrowserContextOptions, Clock, Page} from 'playwright-core'
import {afterEach, beforeAll, expect} from 'vitest'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {LONGEST_WAIT} from '../../support/limits'
import {chromiumOfAll} from './chromium'
import {createConsoleWatch} from './console'
import {watchPresses} from './presses'
import type {Account} from './seed'

export interface OpenOptions extends BrowserContextOptions {
  /** True: the test sets the page's clock. From the start, since timers of before could neither be moved nor ended. */
  hasOwnClock?: boolean
}

export interface Browsers {
  /** A browser of its own: nobody is signed in. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  signIn(context: BrowserContext, account: Account): Promise<void>
  /** A page at `path` in a browser where `account` is signed in. */
  openAs(account: Account, path: string, options?: OpenOptions): Promise<Page>
  /** Lets time pass on all pages with a clock of their own. */
  runClocks(by: Milliseconds): Promise<void>
  expectComplaint(complaint: RegExp): void
}

/**
 * Browsers for the tests of the enclosing block. They end with each test, and their complaints fail it. `now` is the own
 * time of the test, at which all pages begin; undefined for the present.
 */
export function useBrowsers(origin: () => string, now: () => EpochMs | undefined = () => undefined): Browsers {
  const complaints = createConsoleWatch()
  const contexts: BrowserContext[] = []
  const clocks: Clock[] = []
  let browser: Browser

  beforeAll(async () => {
    browser = await chromiumOfAll()
  })

  afterEach(async () => {
    clocks.length = 0
    await Promise.all(contexts.splice(0).map(context => context.close()))
    expect(complaints.take()).toEqual([])
  })

  const made: Browsers = {
    async newContext(options) {
      const context = await browser.newContext({
        baseURL: origin(),
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        viewport: {width: 1280, height: 800},
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(LONGEST_WAIT)
      const time = now()
      if (time !== undefined) {
        await context.clock.install({time})
        clocks.push(context.clock)
      }
      await context.addInitScript(watchPresses)
      complaints.watch(context)
      contexts.push(context)
      return context
    },
    async signIn(context, {email, password}) {
      const answer = await context.request.post('/api/v0/auth/login', {data: {email, password}})
      expect(answer.status()).toBe(200)
    },
    async openAs(account, path, {hasOwnClock = false, ...options} = {}) {
      const context = await made.newContext(options)
      await made.signIn(context, account)
      const page = await context.newPage()
      if (hasOwnClock && now() === undefined) {
        await page.clock.install()
        clocks.push(page.clock)
      }
      await page.goto(path)
      return page
    },
    async runClocks(by) {
      for (const clock of clocks) await clock.runFor(by)
    },
    expectComplaint: complaints.expect,
  }
  return made
}
