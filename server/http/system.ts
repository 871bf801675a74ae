import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {ADDITIONS_VERSION, type Pulsewall, readOffer} from '../../contract/wire/capabilities'
import {errorBody, type Milliseconds} from '../../contract/wire/common'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import {
  alive,
  listNotices,
  type Notice,
  readHealth,
  readVersion,
  ready,
  unready,
  type VersionWire,
} from '../../contract/wire/system'
import {type Database, openPool} from '../database/connect'
import {HttpError} from './failures/errors'
import type {Metrics} from './metrics/metrics'
import {addReadiness, createReadiness, type Findings, type Readiness, type ReadinessCheck} from './readiness'
import {serving} from './serve'

export interface SystemOptions {
  database: Database
  /** The conditions for being ready, besides a database that stores. */
  readinessChecks: readonly ReadinessCheck[]
  /** Undefined as long as calls are served. */
  stopping: () => string | undefined
  elapsed: () => Milliseconds
  metrics: Pick<Metrics, 'add' | 'addLabelled' | 'addInfo'>
  version: VersionWire
  notices: () => readonly Notice[]
  clientConfig: ClientConfig
  /** The build of the client that is served. */
  build: string | undefined
  /** The ports at which devices connect by MQTT. */
  mqttPorts: () => Pulsewall['mqtt']
}

export const systemRoutes: FastifyPluginAsyncZod<SystemOptions> = async (app, options) => {
  const schema = {tags: ['system']}
  const serve = serving(app, 'system')
  const refusals = {404: errorBody}

  app.get('/config.json', {schema: {...schema, response: {200: clientConfig}}}, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return options.clientConfig
  })

  serve({...readOffer, refusals}, () => {
    const mqtt = options.mqttPorts()
    return {
      pulsewall: ADDITIONS_VERSION,
      ...(options.build !== undefined && {build: options.build}),
      ...(mqtt && {mqtt}),
    }
  })

  serve({...readVersion, refusals}, () => options.version)

  serve({...listNotices, refusals}, () => [...options.notices()])

  const healthCheck = createHealthCheck(options.database)
  app.addHook('onClose', () => healthCheck.close())
  serve({...readHealth, refusals: {503: errorBody}}, async () => {
    if (!(await healthCheck.isHealthy())) throw new HttpError(503, 'The database does not answer.')
    return {status: 'ok' as const}
  })

  app.get('/livez', {schema: {...schema, response: {200: alive}}}, async () => ({status: 'alive' as const}))

  const check = createReadiness([healthCheck.findings, ...options.readinessChecks], options.elapsed)
  const look = async (): Promise<Readiness> => {
    const stopping = options.stopping()
    return stopping === undefined ? check() : {reasons: [stopping], warnings: []}
  }
  app.get('/readyz', {schema: {...schema, response: {200: ready, 503: unready}}}, async (_request, reply) => {
    const {reasons, warnings} = await look()
    if (reasons.length === 0) return {status: 'ready' as const, warnings: [...warnings]}
    return reply.code(503).send({message: NOT_READY, reasons: [...reasons], warnings: [...warnings]})
  })

  addReadiness(options.metrics, look)
  options.metrics.addInfo('build_info', 'What runs here', {
    version: options.version.version,
    commit: options.version.commit ?? '',
  })
}

const NOT_READY = 'The server is not ready.'

interface HealthCheck {
  isHealthy(): Promise<boolean>
  /** Whether the database answers, and stores. */
  findings(): Promise<Findings>
  close(): Promise<void>
}

/** A second, unless the server is to be more patient. */
const SHARE_OF_CONNECTING = 1 / 5

export const AWAY = {reasons: ['The database does not answer.']}
export const READS_ONLY = {reasons: ['The database stores nothing: it is read-only, or its disk is almost full.']}

/** Uses its own connection, so that slow queries which occupy the whole pool do not make the server look dead. */
function createHealthCheck({pool}: Database): HealthCheck {
  const patience: Milliseconds = (pool.options.connectionTimeoutMillis ?? 5000) * SHARE_OF_CONNECTING
  const ownPool = openPool({
    ...pool.options,
    max: 1,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    allowExitOnIdle: true,
  })
  return {
    isHealthy: () =>
      ownPool.query('select 1').then(
        () => true,
        () => false,
      ),
    findings: () =>
      ownPool.query<{isReadOnly: boolean}>(IS_READ_ONLY).then(
        ({rows}) => (rows[0]?.isReadOnly ? READS_ONLY : {}),
        () => AWAY,
      ),
    close: () => ownPool.end(),
  }
}

/** Whether writes are refused; also true on a standby. */
const IS_READ_ONLY = `select current_setting('transaction_read_only')::boolean as "isReadOnly"`
