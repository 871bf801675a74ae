import {preferencesMachine} from '../../src/machines/preferences'
import {toastsMachine} from '../../src/machines/shell/toasts'
import {type Entry, shows, tell} from './entry'

/** The building blocks of the screens, on one page. */
export const kit: readonly Entry[] = [
  {name: 'comfortable', at: '/kit', shows: [], until: 'Surfaces and lines'},
  {
    name: 'compact',
    at: '/kit',
    steps: tell(preferencesMachine, {type: 'preferences.changed', change: {density: 'compact'}}),
    shows: shows(preferencesMachine, 'here'),
    until: 'Make it comfortable',
  },
  {
    name: 'toasts',
    at: '/kit',
    steps: tell(
      toastsMachine,
      {type: 'outcome.reported', kind: 'done', text: 'Device created.', next: {label: 'Open it', to: '/dashboard'}},
      {type: 'outcome.reported', kind: 'failed', text: 'Failed to delete device'},
    ),
    shows: shows(toastsMachine, 'counting'),
    until: 'Surfaces and lines',
  },
]
