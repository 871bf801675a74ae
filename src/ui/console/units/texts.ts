import {textsOf} from '../../../domain/language'

export const texts = textsOf('console.units', {
  title: 'Units',
  loading: 'Loading units…',
  add: 'Add unit',
  none: 'No units yet. A unit is shown with the values of a key of all devices, unless a device names its own.',
  columns: {key: 'Key', unit: 'Unit', actions: 'Actions'},
  edit: {label: 'Edit', what: (key: string) => `Edit the unit of ${key}`},
  remove: {label: 'Remove', what: (key: string) => `Remove the unit of ${key}`},
  form: {
    adding: 'Add unit',
    editing: (key: string) => `Unit of ${key}`,
    key: 'Key',
    unit: 'Unit',
    unitHint: 'Values are shown with it as they are sent. None is converted.',
  },
  conflict: {
    title: (key: string) => `The unit of ${key} was changed meanwhile`,
    changed: 'Another unit has been saved meanwhile. Nothing has been overwritten.',
    legend: 'Unit',
    removed: 'removed',
    back: 'Back to the form',
  },
  deletion: {
    title: 'Remove unit',
    question: (key: string) => `Remove the unit of ${key}? Its values are then shown without one.`,
    confirm: 'Remove',
    deleting: 'Removing…',
  },
})
