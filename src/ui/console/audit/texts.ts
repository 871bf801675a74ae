import type {EntityType} from '../../../../contract/wire/entities/attribute'
import type {FilterName} from '../../../domain/audit'
import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

/** The machine of the audit trail supplies the messages of failures. */
export const texts = textsOf('console.audit', {
  heading: 'Audit trail',
  loading: 'Loading the audit trail…',
  refresh: 'Refresh',
  filters: 'Filters',
  menu: {
    open: 'Filter',
    heading: 'Add a filter',
    by: 'Filter by',
    value: 'Value',
    choose: 'Choose…',
    named: {userId: 'Email or user ID', entityId: 'Name or ID', organisationId: 'Title or ID'},
    apply: 'Add the filter',
  },
  fields: {
    userId: 'Who',
    entityType: 'Kind',
    entityId: 'Target',
    organisationId: 'Organisation',
    action: 'Action',
    from: 'From',
    to: 'Until',
  } satisfies Record<FilterName, string>,
  entityTypes: {
    organisation: 'Organisation',
    customer: 'Customer',
    user: 'User',
    device: 'Device',
    asset: 'Asset',
  } satisfies Record<EntityType, string>,
  clear: 'Clear the filters',
  count: (count: number, isAll: boolean) =>
    `${counted(count)} ${count === 1 && isAll ? 'entry' : 'entries'}${isAll ? '' : ' so far'}`,
  exportCsv: 'Export CSV',
  gathering: 'Loading all entries for the file…',
  saved: (count: number, isAll: boolean) =>
    isAll
      ? `Saved ${counted(count)} ${count === 1 ? 'entry' : 'entries'}.`
      : `Saved the newest ${counted(count)} entries, the most that a file may have. Filter for older ones.`,
  searching: 'Searching…',
  loadingMore: 'Loading more…',
  missed: 'What is shown is not all.',
  empty: 'Nothing found.',
  emptyHint: 'What people do from now on is written down here.',
  emptyFiltered: 'Other filters may find something.',
  columns: {when: 'When', who: 'Who', what: 'What', entity: 'Target'},
  nobody: 'not signed in',
  outside: 'somebody outside the organisation',
  onlyBy: (email: string) => `only this: what ${email} did`,
  onlyOf: (name: string) => `only this: what was done to ${name}`,
  only: 'only this',
  address: (address: string) => `from ${address}`,
  unnamed: 'unnamed',
})
