import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import * as z from 'zod'
import {startEmbeddedDatabase} from '../../server/cluster/start'
import {connectDatabase, type Database} from '../../server/database/connect'
import {migrateDatabase} from '../../server/database/migrate'
import {steadyPort} from '../../tests/support/steadyPort'
import {unpackAll} from '../../tests/support/unpackAll'
import {hasExited, startPlainNode} from './processes'
import {unlimited} from './unlimited'
import {PASSWORD} from './world'

export interface RunningServer {
  origin: string
  port: number
  pid: number
  /** The time from the start of the process to its first healthy answer. */
  startMilliseconds: number
  /** Stops the server as an operator would, and waits for its end. */
  stop(): Promise<void>
  /** Ends the server by SIGKILL. */
  kill(): Promise<void>
}

/** Opens the database of the data folder without the server, also after the server was killed. */
type InDatabase = <T>(use: (database: Database) => Promise<T>) => Promise<T>

/**
 * Runs the real server in its own process, on a new database that `prepare` has filled. Both are removed afterwards.
 */
export async function withServer<World, T>(
  prepare: (database: Database) => Promise<World>,
  use: (server: RunningServer, world: World, inDatabase: InDatabase) => Promise<T>,
  start: Start = {},
): Promise<T> {
  return withDataFolder(async dataDir => {
    const world = await inDatabaseOf(dataDir, prepare)
    const server = await startServer(dataDir, start)
    try {
      return await use(server, world, inside => inDatabaseOf(dataDir, inside))
    } finally {
      await server.stop()
    }
  })
}

export async function withDataFolder<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-bench-'))
  try {
    return await use(dataDir)
  } finally {
    await rm(dataDir, {recursive: true, force: true})
  }
}

export async function inDatabaseOf<T>(dataDir: string, use: (database: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedDatabase({dataDir, log: () => {}})
  try {
    const database = await connectDatabase(embedded.url, {answerWithinMilliseconds: 0})
    try {
      await migrateDatabase(database)
      return await use(database)
    } finally {
      await database.close()
    }
  } finally {
    await embedded.stop()
  }
}

interface Start {
  port?: number
  environment?: Readonly<Record<string, string>>
}

const SERVER = join(import.meta.dirname, '../../dist/server/main.js')

export async function startServer(dataDir: string, {port, environment = {}}: Start = {}): Promise<RunningServer> {
  const ownPort = port ?? (await steadyPort())
  const startedAt = performance.now()
  const child = startPlainNode(SERVER, {
    environment: {
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: String(ownPort),
      DATABASE_URL: '',
      DEMO: 'off',
      MQTT: 'off',
      ...environment,
    },
  })
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  const origin = `http://127.0.0.1:${ownPort}`
  while (!(await isWell(`${origin}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    await delay(10)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await hasExited(child)
  }
  return {
    origin,
    port: ownPort,
    pid: child.pid ?? 0,
    startMilliseconds: performance.now() - startedAt,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Whether an address is answered, and well. */
export const isWell = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ok}) => ok,
    () => false,
  )

/** Signs in and returns the cookies of the new session. */
export async function cookiesOf(
  {origin}: Pick<RunningServer, 'origin'>,
  email: string,
  password = PASSWORD,
): Promise<string> {
  const answer = await fetch(`${origin}/api/v0/auth/login`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({email, password}),
  })
  if (!answer.ok) throw new Error(`Sign in: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0])
    .join('; ')
}

/** Returns the cookies of enough sessions for so many sockets: each session may have fifty. */
export async function cookiesFor(server: RunningServer, email: string, sockets: number): Promise<string[]> {
  const cookies: string[] = []
  while (cookies.length * SOCKETS_OF_SESSION < sockets) cookies.push(await cookiesOf(server, email))
  return cookies
}

const SOCKETS_OF_SESSION = 40

/** Signs in and returns a function that gets JSON in this session. */
export async function signIn(server: RunningServer, email: string) {
  const cookie = await cookiesOf(server, email)
  return async (path: string): Promise<unknown> => {
    const answer = await fetch(`${server.origin}${path}`, {headers: {cookie}})
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
}

/** Counts the stored points from `firstTs` on, for each device number. */
export async function countPoints(database: Database, firstTs: number): Promise<ReadonlyMap<number, number>> {
  return unlimited(database, async client => {
    await unpackAll(client)
    const {rows} = await client.query(
      'select device_number as number, count(*)::int as count from telemetry where ts >= $1 group by 1',
      [firstTs],
    )
    const counts = z.array(z.object({number: z.number(), count: z.number()})).parse(rows)
    return new Map(counts.map(({number, count}) => [number, count]))
  })
}
