import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {type Capabilities, capabilities} from '../../contract/wire/capabilities'
import {errorBody} from '../../contract/wire/common'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import type {Database} from '../database/connect'
import {HttpError, notFound} from './errors'
import {createHealthCheck} from './health'

export interface SystemOptions {
  database: Database
  clientConfig: ClientConfig
  /** Of the client that is handed out. */
  build: string | undefined
  additions: boolean
}

const EVERYTHING: Capabilities = {
  live: true,
  liveReach: true,
  aggregation: true,
  texts: true,
  envelope: true,
  latest: true,
  overview: true,
  sparklines: true,
  units: true,
  thresholds: true,
  statistics: true,
  csv: true,
  paging: true,
  filters: true,
  lastSeen: true,
  imports: true,
  unassignedUsers: true,
  audit: true,
  changes: true,
  auditByOrganisation: true,
  deviceStatus: true,
  attributes: true,
  media: true,
  alarms: true,
  wallLinks: true,
  replay: true,
  ownPassword: true,
  ownEmail: true,
  invitations: true,
  ownSessions: true,
  preferences: true,
}

export const systemRoutes: FastifyPluginAsyncZod<SystemOptions> = async (app, options) => {
  const schema = {tags: ['system']}

  app.get('/config.json', {schema: {...schema, response: {200: clientConfig}}}, async (_request, reply) => {
    reply.header('cache-control', 'no-cache')
    return options.clientConfig
  })

  app.get('/api/v0/capabilities', {schema: {...schema, response: {200: capabilities, 404: errorBody}}}, async () => {
    if (!options.additions) throw notFound('This server has the specified calls only.')
    return {...EVERYTHING, ...(options.build !== undefined && {build: options.build})}
  })

  const healthCheck = createHealthCheck(options.database)
  app.addHook('onClose', () => healthCheck.close())
  app.get('/healthz', {schema: {...schema, response: {200: health, 503: errorBody}}}, async () => {
    if (!(await healthCheck.isHealthy())) throw new HttpError(503, 'The database does not answer.')
    return {status: 'ok' as const}
  })
}

const health = z.object({status: z.literal('ok')})
