import type {AttributeType} from '../../../domain/console/attribute'
import {counted} from '../../../domain/format/texts'
import {textsOf} from '../../../domain/language'

export const texts = textsOf('console.attributes', {
  title: 'Attributes',
  scopes: {shared: 'Shared', server: 'Server', client: 'Client'},
  scopesLabel: 'Scopes',
  loading: 'Loading attributes…',
  refresh: 'Refresh',
  refreshing: 'Refreshing…',
  add: 'Add attribute',
  empty: {
    shared: 'No shared attributes yet.',
    server: 'No server attributes yet.',
    client: 'No client attributes yet. Devices write them.',
  },
  columns: {key: 'Key', value: 'Value', type: 'Type', updated: 'Updated', version: 'Version', actions: 'Actions'},
  types: {
    text: 'Text',
    bool: 'Yes or no',
    long: 'Whole number',
    double: 'Number',
    json: 'JSON',
  } as const satisfies Record<AttributeType, string>,
  all: (hidden: number) =>
    `All attributes: ${counted(hidden)} more with a form of ${hidden === 1 ? 'its' : 'their'} own`,
  withoutForms: 'Only attributes without a form of their own',
  version: (version: number) => `version ${version}`,
  none: '–',
  emptyText: 'empty',
  showAll: (characters: number) => `Show all ${counted(characters)} characters`,
  showLess: 'Show less',
  edit: {label: 'Edit', what: (key: string) => `Edit the attribute ${key}`},
  delete: {label: 'Delete', what: (key: string) => `Delete the attribute ${key}`},
  form: {
    adding: (scope: string) => `Add attribute (${scope})`,
    editing: (key: string) => `Edit ${key}`,
    key: 'Key',
    value: 'Value',
    type: 'Type',
    json: 'JSON',
    jsonHint: 'The value is JSON, which is checked before it is sent.',
  },
  usual: {
    title: 'What is usual',
    hint: 'Every time of day that the server says of usual values is in this zone. Times on pages are in the zone of the person who reads them.',
    learned: (zone: string) => `What is usual is learned by the weeks of the time zone ${zone}.`,
    change: 'Change time zone',
    zone: 'Time zone of what is usual',
    relearned: 'When you save, the server learns everything again from the stored values, by the hours of this zone.',
  },
  conflict: {
    title: (key: string) => `${key} was changed meanwhile`,
    changed: 'Another value has been saved meanwhile. Nothing has been overwritten.',
    gone: 'This attribute has been deleted meanwhile. What you typed is kept.',
    mineAnew: 'Mine, added again',
    deleted: 'deleted',
    back: 'Back to the form',
  },
  deletion: {
    title: 'Delete attribute',
    question: (key: string) => `Are you sure you want to delete ${key}? Its value is lost.`,
  },
})
