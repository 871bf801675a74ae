import type {AuditAction} from '../../contract/wire/entities/audit'
import type {Actor} from '../access/viewer'
import type {AuditRecord} from '../audit/repository'

export interface SessionOwner {
  id: string
  email: string
  organisationId: string | null
}

/** An entry of the audit trail. `owner` is the account of the email; undefined when there is none. */
export const entryOf = (
  action: AuditAction,
  owner: SessionOwner | undefined,
  address: string,
  detail?: AuditRecord['detail'],
): [Actor, AuditRecord] => [
  {userId: owner?.id ?? null, email: owner?.email ?? null, address},
  {
    action,
    ...(owner && {
      entityType: 'user',
      entityId: owner.id,
      entityName: owner.email,
      organisationId: owner.organisationId,
    }),
    ...(detail && {detail}),
  },
]
