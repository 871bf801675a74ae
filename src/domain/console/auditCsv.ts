import {defused} from '../../../contract/rules/csv'
import {type AuditEntry, actionText, detailText} from '../audit'
import {texts} from '../auditTexts'
import {csv} from './records/list/csv'

/** As many entries as a file may have, since each hundred of them takes a call. */
export const AUDIT_CSV_LIMIT = 10_000

export const AUDIT_CSV_NAME = 'audit-trail.csv'

/** Writes by RFC 4180 a line of labels, and a line for each entry. Times are ISO in UTC. */
export function auditCsv(entries: readonly AuditEntry[]): string {
  const {file} = texts
  const labels = [file.time, file.who, file.userId, file.address, file.action, file.name]
  return csv([
    [...labels, file.kind, file.entity, file.entityId, file.organisationId, file.detail],
    ...entries.map(entry => cellsOf(entry).map(text => defused(text ?? ''))),
  ])
}

function cellsOf({at, email, userId, address, action, ...of}: AuditEntry): (string | null)[] {
  const {entityType, entityName, entityId, organisationId, detail} = of
  return [
    ...[new Date(at).toISOString(), email, userId, address, actionText(action), action],
    ...[entityType, entityName, entityId, organisationId, detailText(detail)],
  ]
}
