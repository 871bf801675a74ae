import {mkdtemp, rm, writeFile} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {Page} from 'playwright-core'
import {afterAll, beforeAll} from 'vitest'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import type {Database} from '../../../server/database/connect'
import {createTestDatabase} from '../../support/database'
import {createFlowingTime, type FlowingTime} from '../../support/flowingTime'
import {INSTANT} from '../../support/instant'
import {IS_QUICK} from '../../support/tier'
import {type Browsers, type OpenOptions, useBrowsers} from './browsers'
import {postTelemetry} from './device'
import {type JourneyServer, type ServerOptions, startServer} from './host'
import {type Account, seedWorld, type World} from './seed'
import {createServerProcess, type ServerProcess} from './server'

/**
 * The two kinds of server that the client must work with. In the quick tier the second is proven by the journeys on a server
 * that is not ours.
 */
export const SERVERS = [
  {kind: 'a server with every addition', additions: true},
  {kind: 'a server with the specified calls alone', additions: false},
].filter(({additions}) => additions || !IS_QUICK)

export interface Journey<Server extends JourneyServer = JourneyServer> extends Browsers {
  readonly origin: string
  readonly server: Server
  readonly database: Database
  readonly dataDir: string
  readonly world: World
  /** A page at `path` in a browser where `account` (default: the plant's admin) is signed in. */
  open(path: string, options?: OpenOptions & {account?: Account}): Promise<Page>
  post(accessToken: string, payload: unknown): Promise<void>
  /** The present time of the server and of its pages, which need not be that of this process. */
  now(): EpochMs
  /** With `hasOwnTime`: so much time goes by at the server, and then on its pages. */
  pass(by: Milliseconds): Promise<void>
}

export interface JourneyOptions {
  additions: boolean
  /** True: nothing is stored, and there is no `world`. */
  isEmpty?: boolean
  /** True: the plant's organisation has the media dashboard. */
  isMedia?: boolean
  /** True: the test can let time pass, for the server and all pages. */
  hasOwnTime?: boolean
  /** When the own time of the server and all pages begins: at the instant of the run, unless given. */
  startsAt?: EpochMs
  /** The hosts that the server's webhooks and pushes may reach: none on this machine by default. */
  reach?: () => ServerOptions['reach']
  /** The address of map tiles: none by default. */
  mapTiles?: () => ServerOptions['mapTiles']
}

/** One server with one seeded world for all tests of the enclosing block; a fresh browser context for each. */
export const useJourney = (options: JourneyOptions): Journey =>
  useJourneyOn(startServer, {...(INSTANT !== undefined && {startsAt: INSTANT}), ...options})

/** As `useJourney`, with a server that can be killed and started again. */
export const useKillableJourney = (options: Omit<JourneyOptions, 'hasOwnTime' | 'startsAt'>): Journey<ServerProcess> =>
  useJourneyOn(startServerProcess, options)

function useJourneyOn<Server extends JourneyServer>(
  start: (options: ServerOptions, browsers: Browsers) => Promise<Server>,
  {additions, isEmpty = false, isMedia = false, hasOwnTime = false, startsAt, reach, mapTiles}: JourneyOptions,
): Journey<Server> {
  const browsers = useBrowsers(
    () => server.origin,
    () => time?.now(),
  )
  let dataDir: string
  let database: Database
  let server: Server
  let world: World | undefined
  let time: FlowingTime | undefined

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-journey-'))
    database = await createTestDatabase()
    if (hasOwnTime || startsAt !== undefined) time = createFlowingTime(startsAt)
    if (!isEmpty) world = await seedWorld(database, journey.now())
    if (isMedia) await configureMedia(dataDir, world?.plantId ?? '')
    server = await start({dataDir, database, additions, time, reach: reach?.(), mapTiles: mapTiles?.()}, browsers)
  })

  afterAll(async () => {
    await server?.stop()
    time?.stop()
    await database?.close()
    await rm(dataDir, {recursive: true, force: true})
  })

  const journey: Journey<Server> = {
    ...browsers,
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
    open: (path, {account = journey.world.plantAdmin, ...options} = {}) => browsers.openAs(account, path, options),
    now: () => time?.now() ?? Date.now(),
    async pass(by) {
      if (time === undefined) throw new Error('This journey has no time of its own.')
      await time.move(by)
      await browsers.runClocks(by)
    },
    post: (accessToken, payload) => postTelemetry(server.origin, accessToken, payload),
  }
  return journey
}

async function startServerProcess(
  {dataDir, database, additions}: ServerOptions,
  {expectComplaint}: Browsers,
): Promise<ServerProcess> {
  const databaseUrl = database.pool.options.connectionString
  const server = await createServerProcess({dataDir, additions, ...(databaseUrl && {databaseUrl})})
  await server.start()
  return {
    ...server,
    start(environment) {
      expectComplaint(STARTING)
      return server.start(environment)
    },
  }
}

/** The answer of a server while it starts. */
const STARTING = /status of 503/

const configureMedia = (dataDir: string, organisationId: string) =>
  writeFile(join(dataDir, 'config.json'), JSON.stringify({dashboards: {media: [organisationId], wall: []}}))
