import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {type AuditEntryWire, findChange, listAudit} from '../../contract/wire/entities/audit'
import {callerOf} from '../access/viewer'
import {serving} from '../http/serve'
import type {AuditEntry} from './repository'
import {listSeen, type SeenTrailOptions} from './seen'

export const auditRoutes: FastifyPluginAsync<SeenTrailOptions> = async (app, options) => {
  const {audit, reachedAmong} = options
  const serve = serving(app, 'audit')

  serve({...listAudit, refusals: {403: errorBody, 404: errorBody}}, async request => {
    const {query} = request
    const found = await listSeen(options, callerOf(request), query)
    const entries = found.slice(0, query.limit)
    return {entries: entries.map(toWire), next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null}
  })

  serve(findChange, async request => {
    const found = await audit.findChange(request.params, request.query)
    if (found === undefined) return {change: null}
    const {at, userId, email} = found
    const reached = await reachedAmong(callerOf(request), 'user', userId === null ? [] : [userId])
    return {change: {at, email: userId !== null && reached.has(userId) ? email : null}}
  })
}

function toWire({organisationId, ...entry}: AuditEntry): AuditEntryWire {
  return {...entry, organisation_id: organisationId}
}
