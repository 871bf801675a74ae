import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Browser, BrowserContext, BrowserContextOptions, Page} from 'playwright-core'
import {afterAll, afterEach, beforeAll, expect} from 'vitest'
import type {Database} from '../../../server/database/connect'
import {createTestDatabase} from '../../support/database'
import {chromiumOfAll} from './chromium'
import {createConsoleWatch} from './console'
import {postTelemetry} from './device'
import {type JourneyServer, type ServerOptions, startServer} from './host'
import {type Account, seedWorld, type World} from './seed'
import {createServerProcess, type ServerProcess} from './server'

/** The two kinds of server that the client must work with. */
export const SERVERS = [
  {kind: 'a server with every addition', additions: true},
  {kind: 'a server with the specified calls alone', additions: false},
] as const

export interface Journey<Server extends JourneyServer = JourneyServer> {
  readonly origin: string
  readonly server: Server
  readonly database: Database
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
export const useJourney = (options: JourneyOptions): Journey => useJourneyOn(startServer, options)

/** As `useJourney`, with a server that can be killed and started again. */
export const useKillableJourney = (options: JourneyOptions): Journey<ServerProcess> =>
  useJourneyOn(startServerProcess, options)

function useJourneyOn<Server extends JourneyServer>(
  start: (options: ServerOptions) => Promise<Server>,
  {additions, isEmpty = false}: JourneyOptions,
): Journey<Server> {
  const complaints = createConsoleWatch()
  const contexts: BrowserContext[] = []
  let dataDir: string
  let browser: Browser
  let database: Database
  let server: Server
  let world: World | undefined

  beforeAll(async () => {
    const launched = chromiumOfAll()
    dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-journey-'))
    database = await createTestDatabase()
    if (!isEmpty) world = await seedWorld(database)
    server = await start({dataDir, database, additions})
    browser = await launched
  })

  afterEach(async () => {
    await Promise.all(contexts.splice(0).map(context => context.close()))
    expect(complaints.take()).toEqual([])
  })

  afterAll(async () => {
    await server?.stop()
    await database?.close()
    await rm(dataDir, {recursive: true, force: true})
  })

  const journey: Journey<Server> = {
    get origin() {
      return server.origin
    },
    get server() {
      return server
    },
    get database() {
      return database
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

async function startServerProcess({dataDir, database, additions}: ServerOptions): Promise<ServerProcess> {
  const databaseUrl = database.pool.options.connectionString
  const server = await createServerProcess({dataDir, additions, ...(databaseUrl && {databaseUrl})})
  await server.start()
  return server
}
