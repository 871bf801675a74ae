import {maintenanceMachine} from '../../src/machines/alarms/maintenance'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, refusal} from './given'
import {OIL} from './maintenanceWorld'
import type {Parts} from './parts'

const entry = (
  name: string,
  shown: readonly Shown[],
  steps: Entry['steps'] = [],
  given: Entry['given'] = () => ({}),
): Entry => ({name, at: '/alarms/maintenance', steps, shows: shown, given})

const at = (...states: string[]) => shows(maintenanceMachine, ...states)
const given =
  (actors: Parameters<typeof maintenanceMachine.provide>[0]) =>
  ({maintenance}: Parts) => ({maintenance: maintenance.provide(actors)})
const typed = given({delays: {afterTyping: 0}})

const adding = tell(
  maintenanceMachine,
  {type: 'add.requested'},
  {type: 'draft.changed', change: {title: 'Filters', repeat: 'weekly', days: [3, 5]}},
)
const editing = tell(maintenanceMachine, {type: 'edit.requested', window: OIL})
const deletion = tell(maintenanceMachine, {type: 'deletion.requested', window: OIL})
const loaded = at('shown')

export const maintenance: readonly Entry[] = [
  entry('maintenance', at('shown')),
  entry('maintenance-loading', at('loading'), [], given({actors: {load: answers()}})),
  entry('maintenance-failed', at('failed'), [], given({actors: {load: answers(BROKEN)}})),
  entry('maintenance-form', at('form.typing'), [...loaded, ...adding], typed),
  entry('maintenance-form-pausing', at('form.pausing'), [...loaded, ...editing]),
  entry(
    'maintenance-form-asking',
    at('form.asking'),
    [...loaded, ...editing],
    given({delays: {afterTyping: 0}, actors: {preview: answers()}}),
  ),
  entry('maintenance-form-sending', at('form.sending'), [
    ...loaded,
    ...editing,
    ...tell(maintenanceMachine, {type: 'save.requested'}),
  ]),
  entry('maintenance-ending', at('ending'), [
    ...loaded,
    ...tell(maintenanceMachine, {type: 'end.requested', window: OIL}),
  ]),
  entry('maintenance-extending', at('extending'), [
    ...loaded,
    ...tell(maintenanceMachine, {type: 'extension.requested', window: OIL, minutes: 60}),
  ]),
  entry(
    'maintenance-not-ended',
    at('shown'),
    [...loaded, ...tell(maintenanceMachine, {type: 'end.requested', window: OIL})],
    given({actors: {steer: answers(refusal(409, 'This window does not run now.'))}}),
  ),
  entry('maintenance-deleting', at('deleting.asking'), [...loaded, ...deletion]),
  entry('maintenance-deleting-sending', at('deleting.sending'), [
    ...loaded,
    ...deletion,
    ...tell(maintenanceMachine, {type: 'deletion.confirmed'}),
  ]),
]
