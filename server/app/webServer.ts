import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import {serializerCompiler, validatorCompiler} from 'fastify-type-provider-zod'
import {config} from 'zod'
import {OPEN_DOCS} from '../access/access'
import {guardRoutes} from '../access/guard'
import {asRegistered} from '../access/paths'
import type {FindAsking} from '../access/viewer'
import {createFindByKey} from '../apiKey/asking'
import {offerAdditions} from '../http/additions'
import {takeAliases} from '../http/aliases'
import {COMPRESSION} from '../http/browser/compression'
import {shareWith} from '../http/browser/cors'
import {describeApi} from '../http/browser/docs'
import {securityHeaders, sendSecurityHeaders} from '../http/browser/headers'
import {refuseForeignOrigins, refuseForms} from '../http/browser/origin'
import {readClientPage} from '../http/browser/page'
import {refuseWhileStopping} from '../http/closing'
import {answerError} from '../http/failures/errorHandler'
import {createPatience} from '../http/failures/patience'
import {problemOf} from '../http/failures/problems'
import {logRefusals} from '../http/failures/refusals'
import {watchStorage} from '../http/failures/storageFaults'
import {knownBy, refuseUnknownHosts} from '../http/host'
import {readJsonBodies} from '../http/json'
import {measureAnswers} from '../http/metrics/answerMetrics'
import {createMetrics} from '../http/metrics/metrics'
import {proxiesAt} from '../http/network'
import {serverOptions} from '../http/serverOptions'
import {createBackground} from './background'
import type {Settings} from './options'

export type WebServer = Awaited<ReturnType<typeof createWebServer>>

/** The server without its routes: the steps that every request passes before it comes to one, in this order. */
export async function createWebServer(settings: Settings, findAsking: FindAsking) {
  const {database, scheduler, now, elapsed, additions, allowedOrigins, docs, rateLimits, log} = settings

  const patience = createPatience(scheduler)
  const page = readClientPage(settings.clientDir, additions)
  const isProxy = proxiesAt(settings.trustedProxies ?? [])
  const publicHost = settings.publicOrigin === undefined ? [] : [new URL(settings.publicOrigin).hostname]
  const isKnownHost = knownBy([...publicHost, ...(settings.knownHosts ?? [])])
  const {mapTiles} = settings.clientConfig
  const headers = securityHeaders({
    connectTo: settings.clientConfig.apiBase === '' ? [] : [settings.clientConfig.apiBase],
    imagesFrom: mapTiles === undefined ? [] : [new URL(mapTiles.url).origin],
    scriptHashes: page.scriptHashes,
    isPublicHttps: settings.isPublicHttps ?? false,
  })
  const app = Fastify({
    ...serverOptions({requestTimeout: settings.requestTimeout, log, patience, isProxy, headers}),
    rewriteUrl: asRegistered,
  })
  config({customError: problemOf})
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  readJsonBodies(app)
  await app.register(cookie)
  await app.register(compress, COMPRESSION)
  sendSecurityHeaders(app, headers)
  app.addHook('onRequest', refuseUnknownHosts(isKnownHost))
  await shareWith(app, allowedOrigins)
  const stopping = refuseWhileStopping(app, settings.stopping)
  const storage = watchStorage(app, elapsed)
  /** Readiness knows of what fails when it is the disk's fault. */
  const background = createBackground({...scheduler, log: app.log, onFailed: storage.onFailed})
  app.addHook('onRequest', refuseForeignOrigins(allowedOrigins))
  app.addHook('onRequest', refuseForms)
  guardRoutes(app, {
    findAsking,
    findByKey: additions
      ? createFindByKey({
          database,
          now,
          guessLimit: rateLimits.loginAddress,
          job: background.job('api_keys', 'It is not noted when API keys are used'),
        })
      : undefined,
    userLimits: rateLimits.user,
    laneWidth: Math.max(1, (database.pool.options.max ?? 1) / 2),
    furtherAccess: {...(docs === 'everyone' && OPEN_DOCS), ...settings.furtherAccess},
  })
  offerAdditions(app, additions)
  takeAliases(app)
  const metrics = createMetrics()
  measureAnswers(app, metrics)
  const logRefused = logRefusals(app, metrics, elapsed)
  await describeApi(app, docs)

  return {app, page, patience, isProxy, isKnownHost, headers, stopping, storage, background, metrics, logRefused}
}
