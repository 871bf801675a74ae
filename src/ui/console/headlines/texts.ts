import type {HeadlineLevel} from '../../../../contract/rules/headlines'
import {textsOf} from '../../../domain/language'

export const texts = textsOf('console.headlines', {
  title: 'Headline keys',
  loading: 'Loading headline keys…',
  add: 'Add headline key',
  none: 'No headline keys yet. A headline key is what a wall shows of a device that is well.',
  columns: {devices: 'Devices', key: 'Key', actions: 'Actions'},
  all: 'All devices',
  label: (label: string) => `Label ${label}`,
  type: (type: string) => `Type ${type}`,
  edit: {label: 'Edit', what: (name: string) => `Edit the headline key of ${name}`},
  remove: {label: 'Remove', what: (name: string) => `Remove the headline key of ${name}`},
  form: {
    adding: 'Add headline key',
    editing: (name: string) => `Headline key of ${name}`,
    by: 'For',
    levels: {all: 'All devices', label: 'Devices with a label', type: 'Devices of a type'} satisfies Record<
      HeadlineLevel,
      string
    >,
    label: 'Label',
    type: 'Type',
    key: 'Key',
    suggested: 'Suggested from thresholds and use:',
    use: (key: string) => `Use ${key}`,
  },
  conflict: {
    title: (name: string) => `${name} was changed meanwhile`,
    changed: 'Another headline key has been saved meanwhile. Nothing has been overwritten.',
    legend: 'Headline key',
    removed: 'removed',
    back: 'Back to the form',
  },
  deletion: {
    title: 'Remove headline key',
    question: (name: string) => `Remove the headline key of ${name}? Walls then show a key that has a threshold.`,
    confirm: 'Remove',
    deleting: 'Removing…',
  },
})
