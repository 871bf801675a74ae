import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import {type AuditEntryWire, auditPage, auditQuery} from '../../contract/wire/audit'
import {errorBody} from '../../contract/wire/common'
import type {AuditEntry, AuditTrail} from './repository'

export interface AuditOptions {
  audit: AuditTrail
}

export const auditRoutes: FastifyPluginAsyncZod<AuditOptions> = async (app, {audit}) => {
  app.get(
    '/api/v0/audit',
    {schema: {tags: ['audit'], querystring: auditQuery, response: {200: auditPage, 403: errorBody}}},
    async ({query}) => {
      const found = await audit.list(query)
      const entries = found.slice(0, query.limit)
      return {entries: entries.map(toWire), next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null}
    },
  )
}

function toWire({organisationId, ...entry}: AuditEntry): AuditEntryWire {
  return {...entry, organisation_id: organisationId}
}
