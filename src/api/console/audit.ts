import {AUDIT_PAGE_LENGTH} from '../../../contract/limits'
import {type AuditEntryWire, auditPage} from '../../../contract/wire/audit'
import type {EpochMs} from '../../../contract/wire/common'
import type {AuditEntry, AuditFilter} from '../../domain/console/audit'
import type {CallOptions, Http} from '../http'
import type {ServerClock} from '../serverClock'

interface Server {
  http: Http
  clock: Pick<ServerClock, 'toClient'>
}

/**
 * Loads a page of entries, newest first, from a server that offers `audit`. `cursor` is the `next` of the page before;
 * `next` is null on the last page.
 */
export async function listAudit(
  {http, clock}: Server,
  {filter, cursor}: {filter: AuditFilter; cursor: string | null},
  options: Pick<CallOptions, 'signal'> = {},
): Promise<{entries: AuditEntry[]; next: string | null}> {
  const toServer = (at: EpochMs) => at + (at - clock.toClient(at))
  const params = {
    entityType: filter.entityType || undefined,
    entityId: filter.entityId || undefined,
    userId: filter.userId || undefined,
    action: filter.action || undefined,
    from: filter.from === null ? undefined : toServer(filter.from),
    to: filter.to === null ? undefined : toServer(filter.to),
    limit: AUDIT_PAGE_LENGTH,
    cursor: cursor ?? undefined,
  }
  const {entries, next} = await http.get('/api/v0/audit', auditPage, {params, ...options})
  return {entries: entries.map(wire => entryFromWire(wire, clock)), next}
}

const entryFromWire = (
  {organisation_id: organisationId, ...entry}: AuditEntryWire,
  clock: Server['clock'],
): AuditEntry => ({...entry, organisationId, at: clock.toClient(entry.at)})
