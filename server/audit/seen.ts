import {REACH} from '../access/access'
import type {ReachedAmong} from '../access/reach'
import type {Viewer} from '../access/viewer'
import {noSuch} from '../http/failures/errors'
import type {AuditEntry, AuditQuestion, AuditTrail} from './repository'

export interface SeenTrailOptions {
  audit: AuditTrail
  reachedAmong: ReachedAmong
  /** The ids among them that are API keys of the organisation, revoked ones included. */
  keysAmong: (organisationId: string, ids: string[]) => Promise<Set<string>>
}

/** The entries that the viewer may see. Throws 404 when the question names an organisation that is not the viewer's. */
export const listSeen = (options: SeenTrailOptions, viewer: Viewer, query: AuditQuestion): Promise<AuditEntry[]> =>
  REACH.organisation[viewer.authority] === 'everything' ? options.audit.list(query) : listOwn(options, viewer, query)

/**
 * The entries of the viewer's own organisation. They name only users within reach and API keys of the organisation.
 * Throws 404 when the question names another organisation.
 */
async function listOwn(options: SeenTrailOptions, viewer: Viewer, query: AuditQuestion): Promise<AuditEntry[]> {
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
