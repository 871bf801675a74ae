import {AUDIT_PAGE_LENGTH} from '../../contract/limits'
import type {EpochMs} from '../../contract/wire/common'
import * as routes from '../../contract/wire/entities/audit'
import type {AuditEntry, AuditFilter} from '../domain/audit'
import type {Change, ChangeQuestion} from '../domain/console/change'
import type {Http, Options} from './http'

/**
 * Loads a page of entries, newest first, from a server with additions. `cursor` is the `next` of the page before;
 * `next` is null on the last page.
 */
export async function listAudit(
  http: Http,
  {filter, cursor, limit = AUDIT_PAGE_LENGTH}: {filter: AuditFilter; cursor: string | null; limit?: number},
  options: Options = {},
): Promise<{entries: AuditEntry[]; next: string | null}> {
  const toServer = (at: EpochMs) => at + (at - http.clock.toClient(at))
  const query = {
    organisationId: filter.organisationId || undefined,
    entityType: filter.entityType || undefined,
    entityId: filter.entityId || undefined,
    userId: filter.userId || undefined,
    action: filter.action || undefined,
    from: filter.from === null ? undefined : toServer(filter.from),
    to: filter.to === null ? undefined : toServer(filter.to),
    limit,
    cursor: cursor ?? undefined,
  }
  const {entries, next} = await http.call(routes.listAudit, {query, ...options})
  return {entries: entries.map(entry => ({...entry, at: http.clock.toClient(entry.at)})), next}
}

/** Finds who made a version, on a server with additions. Null means that the trail doesn't hold it. */
export async function findChange(
  http: Http,
  {entity, attribute, version}: ChangeQuestion,
  options: Options = {},
): Promise<Change | null> {
  const params = {entityType: entity.kind, entityId: entity.id}
  const query = {version: version ?? undefined, scope: attribute?.scope, key: attribute?.key}
  const {change} = await http.call(routes.findChange, {params, query, ...options})
  return change && {...change, at: http.clock.toClient(change.at)}
}
