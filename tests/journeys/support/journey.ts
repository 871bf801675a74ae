import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Browser, BrowserContext, BrowserContextOptions, Page} from 'playwright-core'
import {afterAll, afterEach, beforeAll, expect} from 'vitest'
import {launchChromium} from './chromium'
import {createConsoleWatch} from './console'
import {postTelemetry} from './device'
import {type Account, seed, type World} from './seed'
import {createServerProcess, type ServerProcess} from './server'

/** The two kinds of server that the client must work with. */
export const SERVERS = [
  {kind: 'a server with every addition', additions: true},
  {kind: 'a server with the specified calls alone', additions: false},
] as const

export interface Journey {
  readonly origin: string
  readonly server: ServerProcess
  readonly dataDir: string
  readonly world: World
  /** A browser of its own: nobody is signed in. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
  signIn(context: BrowserContext, account: Account): Promise<void>
  /** A page at `path` in a browser where `account` (default: the plant's admin) is signed in. */
  open(path: string, options?: BrowserContextOptions & {account?: Account}): Promise<Page>
  post(accessToken: string, payload: unknown): Promise<void>
  expectComplaint(complaint: RegExp): void
}

export interface JourneyOptions {
  additions: boolean
  /** True: nothing is stored, and there is no `world`. */
  isEmpty?: boolean
}

/** One server with one seeded world for all tests of the enclosing block; a fresh browser context for each. */
export function useJourney({additions, isEmpty = false}: JourneyOptions): Journey {
  const complaints = createConsoleWatch()
  const contexts: BrowserContext[] = []
  let dataDir: string
  let browser: Browser
  let server: ServerProcess
  let world: World | undefined

  beforeAll(async () => {
    const launched = launchChromium()
    dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-journey-'))
    if (!isEmpty) world = await seed(dataDir)
    server = await createServerProcess({dataDir, additions})
    await server.start()
    browser = await launched
  })

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()))
    expect(complaints.take()).toEqual([])
  })

  afterAll(async () => {
    await Promise.allSettled([browser?.close(), server?.stop()])
    await rm(dataDir, {recursive: true, force: true})
  })

  const journey: Journey = {
    get origin() {
      return server.origin
    },
    get server() {
      return server
    },
    get dataDir() {
      return dataDir
    },
    get world() {
      if (world === undefined) throw new Error('Nobody and nothing was stored.')
      return world
    },
    async newContext(options) {
      const context = await browser.newContext({
        baseURL: server.origin,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        viewport: {width: 1280, height: 800},
        reducedMotion: 'reduce',
        ...options,
      })
      context.setDefaultTimeout(10_000)
      complaints.watch(context)
      contexts.push(context)
      return context
    },
    async signIn(context, {email, password}) {
      const answer = await context.request.post('/api/v0/auth/login', {data: {email, password}})
      expect(answer.status()).toBe(200)
    },
    async open(path, {account = journey.world.plantAdmin, ...options} = {}) {
      const context = await journey.newContext(options)
      await journey.signIn(context, account)
      const page = await context.newPage()
      await page.goto(path)
      return page
    },
    post: (accessToken, payload) => postTelemetry(server.origin, accessToken, payload),
    expectComplaint: complaints.expect,
  }
  return journey
}
