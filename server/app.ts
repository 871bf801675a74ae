import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, {type FastifyInstance} from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import type {EpochMs, Milliseconds} from '../contract/common'
import {type ClientConfig, clientConfig} from '../contract/config'
import {createIsVisibleEntity} from './attribute/entities'
import {createAttributeRepository} from './attribute/repository'
import {attributeRoutes} from './attribute/routes'
import {createSessionRepository} from './auth/repository'
import {authRoutes} from './auth/routes'
import type {Database} from './database/connect'
import {createDeviceRepository} from './device/repository'
import {deviceRoutes} from './device/routes'
import {deviceApiRoutes} from './deviceApi/routes'
import {createDeviceTokens} from './deviceApi/tokens'
import {serveClient} from './http/client'
import {COMPRESSION} from './http/compression'
import {createTokenCookies, type TokenLifetimes} from './http/cookies'
import {shareWith} from './http/cors'
import {describeApi} from './http/docs'
import {answerError} from './http/errorHandler'
import {sendSecurityHeaders} from './http/headers'
import {readJsonBodies} from './http/json'
import type {LogOptions} from './http/logging'
import {refuseForeignOrigins} from './http/origin'
import {DEFAULT_RATE_LIMITS, type RateLimits} from './http/rateLimits'
import {serverOptions} from './http/serverOptions'
import {systemRoutes} from './http/system'
import {limitUsers, requireSession} from './http/viewer'
import {joinPeers, noPeers} from './live/peers'
import {createLiveServer, noLiveServer} from './live/server'
import {createIngest} from './telemetry/ingest'
import {createTelemetryRepository} from './telemetry/repository'
import {telemetryRoutes} from './telemetry/routes'
import {createUserRepository} from './user/repository'
import {userRoutes} from './user/routes'

export interface AppOptions {
  database: Database
  now?: () => EpochMs
  /** The built client; without it the API alone is served. */
  clientDir?: string
  /** Served as /config.json. */
  clientConfig?: ClientConfig
  /** False: the calls of the specification and nothing else. */
  additions?: boolean
  tokenLifetimes?: TokenLifetimes
  rateLimits?: Partial<RateLimits>
  /** Undefined: as each request came, by https or not. */
  secureCookies?: boolean
  /** Origins of clients besides the server's own. */
  allowedOrigins?: readonly string[]
  /** Joins this server with others on the same database. */
  redisUrl?: string | undefined
  /** How long a request may take to arrive. */
  requestTimeout?: Milliseconds
  /** Without it nothing is logged. */
  logger?: LogOptions
}

const SECOND: Milliseconds = 1000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const TOKEN_LIFETIMES: TokenLifetimes = {access: 15 * MINUTE, refresh: 30 * DAY}
const CLEANUP_PERIOD = 60 * MINUTE

/** Builds the whole server on a database; it listens nowhere yet, and ends with `close`. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const {database, now = Date.now, additions = true, allowedOrigins = []} = options
  const lifetimes = options.tokenLifetimes ?? TOKEN_LIFETIMES
  const rateLimits = {...DEFAULT_RATE_LIMITS, ...options.rateLimits}
  const configuration = options.clientConfig ?? clientConfig.parse({})

  const app = Fastify(serverOptions(options))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(compress, COMPRESSION)
  sendSecurityHeaders(app, configuration.apiBase === '' ? [] : [configuration.apiBase])
  await shareWith(app, allowedOrigins)
  app.addHook('onRequest', refuseForeignOrigins(allowedOrigins))
  await describeApi(app)

  const users = createUserRepository(database)
  const devices = createDeviceRepository(database)
  const attributes = createAttributeRepository({database, now})
  const telemetry = createTelemetryRepository(database)
  const sessions = createSessionRepository({database, lifetimes, now})
  const peers =
    options.redisUrl !== undefined && additions ? joinPeers(options.redisUrl, text => app.log.warn(text)) : noPeers
  app.addHook('onClose', async () => peers.close())
  const live = additions
    ? createLiveServer(app.server, {...sessions, visibleIds: devices.visibleIds, allowedOrigins, peers})
    : noLiveServer
  app.addHook('preClose', async () => live.close())

  const ingest = createIngest({database, now, publisher: live})
  app.addHook('onClose', () => ingest.close())

  const cleanup = setInterval(() => sessions.deleteEnded().catch(error => app.log.warn(error)), CLEANUP_PERIOD).unref()
  app.addHook('onClose', async () => clearInterval(cleanup))

  await app.register(systemRoutes, {database, clientConfig: configuration, additions})
  await app.register(authRoutes, {
    users,
    sessions,
    cookies: createTokenCookies(lifetimes, options.secureCookies),
    rateLimits,
    onSessionEnded: live.endSession,
  })
  const tokens = createDeviceTokens(devices, now)
  await app.register(deviceApiRoutes, {tokens, telemetry: ingest, attributes, rateLimits, now})
  await app.register(async guarded => {
    guarded.addHook('onRequest', requireSession(sessions.findViewer))
    guarded.addHook('onRequest', limitUsers(rateLimits.user))
    await guarded.register(userRoutes, {users})
    await guarded.register(deviceRoutes, {devices})
    await guarded.register(attributeRoutes, {
      attributes,
      isVisibleEntity: createIsVisibleEntity(database, devices),
    })
    await guarded.register(telemetryRoutes, {devices, telemetry, now, additions})
  })
  await serveClient(app, options.clientDir)
  return app
}
