import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {type AuditEntryWire, type AuditQuery, findChange, listAudit} from '../../contract/wire/entities/audit'
import {REACH} from '../access/access'
import type {ReachedAmong} from '../access/reach'
import {callerOf, type Viewer} from '../access/viewer'
import {noSuch} from '../http/failures/errors'
import {serving} from '../http/serve'
import type {AuditEntry, AuditTrail} from './repository'

export const auditRoutes: FastifyPluginAsync<OwnTrailOptions> = async (app, options) => {
  const {audit, reachedAmong} = options
  const serve = serving(app, 'audit')

  serve({...listAudit, refusals: {403: errorBody, 404: errorBody}}, async request => {
    const {query} = request
    const viewer = callerOf(request)
    const seesAll = REACH.organisation[viewer.authority] === 'everything'
    const found = seesAll ? await audit.list(query) : await listOwn(options, viewer, query)
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

interface OwnTrailOptions {
  audit: AuditTrail
  reachedAmong: ReachedAmong
  /** The ids among them that are API keys of the organisation, revoked ones included. */
  keysAmong: (organisationId: string, ids: string[]) => Promise<Set<string>>
}

/**
 * The entries of the viewer's own organisation. They name only users within reach and API keys of the organisation.
 * Throws 404 when the question names another organisation.
 */
async function listOwn(options: OwnTrailOptions, viewer: Viewer, query: AuditQuery): Promise<AuditEntry[]> {
  const {organisationId} = viewer
  if (query.organisationId !== undefined && query.organisationId !== organisationId) throw noSuch('organisation')
  if (organisationId === null) return []

  const knownAmong = async (ids: (string | null)[]) => {
    const unique = [...new Set(ids)].filter(id => id !== null)
    const [users, keys] = await Promise.all([
      options.reachedAmong(viewer, 'user', unique),
      options.keysAmong(organisationId, unique),
    ])
    return new Set([...users, ...keys])
  }
  if (query.userId !== undefined && !(await knownAmong([query.userId])).has(query.userId)) return []

  const found = await options.audit.list({...query, organisationId})
  const known = await knownAmong(found.map(({userId}) => userId))
  return found.map(entry => {
    const shown = withoutFormerPlace(entry)
    return entry.userId === null || known.has(entry.userId) ? shown : {...shown, userId: null, email: null, address: ''}
  })
}

/** The former place of a user is another organisation's affair. */
function withoutFormerPlace(entry: AuditEntry): AuditEntry {
  const {changes, ...detail} = entry.detail ?? {}
  if (typeof changes !== 'object' || changes === null || !('organisation_id' in changes)) return entry
  const {organisation_id, customer_id, ...others} = Object.fromEntries(Object.entries(changes))
  return {...entry, detail: {...detail, changes: others}}
}
