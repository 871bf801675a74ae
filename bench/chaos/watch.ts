import {setTimeout as delay} from 'node:timers/promises'
import pg from 'pg'
import {addressOf} from '../../tests/support/postgres'
import type {DatabaseLook, ReadinessLook} from './judge'
import type {Supervised} from './supervisor'

/** The server's readiness, and the real state of its database. */
export interface Watch {
  readiness: readonly ReadinessLook[]
  database: readonly DatabaseLook[]
  isReady(): boolean
  stop(): Promise<void>
}

interface Watched {
  origin: string
  dataDir: string
  server: Supervised
}

const PERIOD = 100
const ANSWER_WITHIN = 5000
const DATABASE_WITHIN = 500

export function startWatch({origin, dataDir, server}: Watched): Watch {
  const readiness: ReadinessLook[] = []
  const database: DatabaseLook[] = []
  let client: pg.Client | undefined
  let isStopped = false

  async function askServer() {
    const askedAt = Date.now()
    const listeningSince = server.listeningSince() ?? null
    const answer = await fetch(`${origin}/readyz`, {signal: AbortSignal.timeout(ANSWER_WITHIN)}).catch(() => undefined)
    const body = await answer?.text().catch(() => '')
    const isSame = listeningSince === (server.listeningSince() ?? null)
    readiness.push({
      askedAt,
      answeredAt: Date.now(),
      listeningSince: isSame ? listeningSince : null,
      status: answer?.status === 200 || answer?.status === 503 ? answer.status : null,
      said: body ?? '',
    })
  }

  /** Asks over a connection of its own, which it reopens when it breaks. */
  async function askDatabase() {
    const askedAt = Date.now()
    try {
      client ??= await connect(dataDir)
      const {rows} = await client.query<{isReadOnly: boolean}>(IS_READ_ONLY)
      database.push({at: askedAt, isStoring: rows[0]?.isReadOnly === false})
    } catch {
      void client?.end().catch(() => {})
      client = undefined
      database.push({at: askedAt, isStoring: false})
    }
  }

  async function repeat(look: () => Promise<void>) {
    while (!isStopped) {
      await look()
      await delay(PERIOD)
    }
  }

  const running = [repeat(askServer), repeat(askDatabase)]
  return {
    readiness,
    database,
    isReady: () => readiness.at(-1)?.status === 200,
    async stop() {
      isStopped = true
      await Promise.all(running)
      await client?.end().catch(() => {})
    },
  }
}

const IS_READ_ONLY = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...addressOf(dataDir),
    user: 'pulsewall',
    database: 'pulsewall',
    application_name: 'chaos',
    connectionTimeoutMillis: DATABASE_WITHIN,
    query_timeout: DATABASE_WITHIN,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
