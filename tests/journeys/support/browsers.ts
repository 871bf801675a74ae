import type {Browser, BrowserContext, BrowserContextOptions} from 'playwright-core'
import {afterEach, beforeAll, expect} from 'vitest'
import {chromiumOfAll} from './chromium'
import {createConsoleWatch} from './console'
import type {Account} from './seed'

export interface Browsers {
  /** A browser of its own: nobody is signed in. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  signIn(context: BrowserContext, account: Account): Promise<void>
  expectComplaint(complaint: RegExp): void
}

/** Browsers for the tests of the enclosing block. They end with each test, which fails by what they complained of. */
export function useBrowsers(origin: () => string): Browsers {
  const complaints = createConsoleWatch()
  const contexts: BrowserContext[] = []
  let browser: Browser

  beforeAll(async () => {
    browser = await chromiumOfAll()
  })

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()))
    expect(complaints.take()).toEqual([])
  })

  return {
    async newContext(options) {
      const context = await browser.newContext({
        baseURL: origin(),
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        viewport: {width: 1280, height: 800},
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(30_000)
      complaints.watch(context)
      contexts.push(context)
      return context
    },
    async signIn(context, {email, password}) {
      const answer = await context.request.post('/api/v0/auth/login', {data: {email, password}})
      expect(answer.status()).toBe(200)
    },
    expectComplaint: complaints.expect,
  }
}
