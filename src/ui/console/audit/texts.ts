import type {EntityType} from '../../../../contract/wire/attribute'
import {counted} from '../../../domain/format/counted'
import {textsOf} from '../../../domain/language'

/** The machine of the audit trail supplies the messages of failures. */
export const texts = textsOf('console.audit', {
  heading: 'Audit trail',
  loading: 'Loading the audit trail…',
  notOffered: 'This server keeps no audit trail.',
  notOfferedHint: 'Who did what is not written down by it, so there is nothing to show.',
  retry: 'Retry',
  refresh: 'Refresh',
  filters: 'Filters',
  any: 'Any',
  entityType: 'Kind of entity',
  entityTypes: {
    organisation: 'Organisation',
    customer: 'Customer',
    user: 'User',
    device: 'Device',
    asset: 'Asset',
  } satisfies Record<EntityType, string>,
  entityId: 'Entity ID',
  userId: 'User ID',
  action: 'Action',
  from: 'From',
  to: 'Until',
  clear: 'Clear the filters',
  count: (count: number, isAll: boolean) =>
    `${counted(count)} ${count === 1 && isAll ? 'entry' : 'entries'}${isAll ? '' : ' so far'}`,
  searching: 'Searching…',
  loadingMore: 'Loading more…',
  missed: 'What is shown is not all.',
  empty: 'Nothing found.',
  emptyHint: 'What people do from now on is written down here.',
  emptyFiltered: 'Other filters may find something.',
  columns: {when: 'When', who: 'Who', what: 'What', entity: 'Of what'},
  nobody: 'nobody signed in',
  onlyBy: (email: string) => `only this: what ${email} did`,
  onlyOf: (name: string) => `only this: what was done to ${name}`,
  only: 'only this',
  address: (address: string) => `from ${address}`,
  unnamed: 'unnamed',
})
