import {AUDIT_WORDS} from '../../contract/rules/auditWords'
import {textsOf} from './language'

/** The names of actions, and the columns of a file of the audit trail. */
export const texts = textsOf('domain.console.audit', {
  ...AUDIT_WORDS,
  file: {
    time: 'Time (UTC)',
    who: 'Who',
    userId: 'User ID',
    address: 'Address',
    action: 'Action',
    name: 'Name of the action',
    kind: 'Kind',
    entity: 'Target',
    entityId: 'Entity ID',
    organisationId: 'Organisation ID',
    detail: 'Details',
  },
})
