import type {AuditEntry} from '../../src/domain/audit'

export const auditEntry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'a1',
  at: 0,
  userId: 'u1',
  email: 'ada@works.test',
  address: '10.0.0.1',
  action: 'device.updated',
  entityType: 'device',
  entityId: 'd1',
  entityName: 'Pump',
  organisationId: 'o1',
  detail: null,
  ...values,
})
