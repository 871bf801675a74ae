import type {FastifyPluginAsync} from 'fastify'
import {errorBody} from '../../contract/wire/common'
import {type AuditEntryWire, findChange, listAudit, listChange, listChanges} from '../../contract/wire/entities/audit'
import {callerOf, type Viewer} from '../access/viewer'
import {serving} from '../http/serve'
import type {AuditEntry} from './repository'
import {listSeen, type SeenTrailOptions} from './seen'

interface Options extends SeenTrailOptions {
  /** What users are called. */
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export const auditRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const {audit, reachedAmong, namesOf} = options
  const serve = serving(app, 'audit')

  serve({...listAudit, refusals: {403: errorBody, 404: errorBody}}, async request => {
    const {query} = request
    const found = await listSeen(options, callerOf(request), query)
    const entries = found.slice(0, query.limit)
    return {entries: entries.map(toWire), next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null}
  })

  /** When each was made and by whom, as far as the caller may know. */
  async function authored<Entry extends AuditEntry>(caller: Viewer, found: readonly Entry[]) {
    const ids = [...new Set(found.flatMap(({userId}) => userId ?? []))]
    const reached = await reachedAmong(caller, 'user', ids)
    const names = await namesOf(ids.filter(id => reached.has(id)))
    return found.map(({at, userId, email}) => {
      const isKnown = userId !== null && reached.has(userId)
      return {at, email: isKnown ? email : null, name: isKnown ? (names.get(userId) ?? email) : null}
    })
  }

  serve(findChange, async request => {
    const found = await audit.findChange(request.params, request.query)
    const [change] = await authored(callerOf(request), found === undefined ? [] : [found])
    return {change: change ?? null}
  })

  serve(listChanges, async request => {
    const found = await audit.listChanges(request.params, request.query)
    const changes = await authored(callerOf(request), found)
    return {
      changes: changes.map((change, at) => ({
        ...change,
        list: listChange.safeParse(found[at]?.detail?.list).data ?? null,
      })),
    }
  })
}

function toWire({organisationId, ...entry}: AuditEntry): AuditEntryWire {
  return {...entry, organisation_id: organisationId}
}
