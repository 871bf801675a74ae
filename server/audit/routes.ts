import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {entityType} from '../../contract/wire/attribute'
import {type AuditEntryWire, auditPage, auditQuery, changeAnswer, changeQuery} from '../../contract/wire/audit'
import {errorBody, id} from '../../contract/wire/common'
import type {ReachedAmong} from '../access/reach'
import {callerOf} from '../access/viewer'
import {refusals} from '../http/errors'
import type {AuditEntry, AuditTrail} from './repository'

export interface AuditOptions {
  audit: AuditTrail
  reachedAmong: ReachedAmong
}

const changeParams = z.object({entityType, entityId: id})

export const auditRoutes: FastifyPluginAsyncZod<AuditOptions> = async (app, {audit, reachedAmong}) => {
  app.get(
    '/api/v0/audit',
    {schema: {tags: ['audit'], querystring: auditQuery, response: {200: auditPage, 403: errorBody}}},
    async ({query}) => {
      const found = await audit.list(query)
      const entries = found.slice(0, query.limit)
      return {entries: entries.map(toWire), next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null}
    },
  )

  app.get(
    '/api/v0/audit/:entityType/:entityId/change',
    {
      schema: {
        tags: ['audit'],
        params: changeParams,
        querystring: changeQuery,
        response: {200: changeAnswer, ...refusals},
      },
    },
    async request => {
      const found = await audit.findChange(request.params, request.query)
      if (found === undefined) return {change: null}
      const {at, userId, email} = found
      const reached = await reachedAmong(callerOf(request), 'user', userId === null ? [] : [userId])
      return {change: {at, email: userId !== null && reached.has(userId) ? email : null}}
    },
  )
}

function toWire({organisationId, ...entry}: AuditEntry): AuditEntryWire {
  return {...entry, organisation_id: organisationId}
}
