import {maintenanceMachine, planPreviewMachine} from '../../src/machines/alarms/maintenance'
import {type Entry, type Shown, shows, tell} from './entry'
import {answers, BROKEN, PENDING, refusal} from './given'
import {MAINTENANCE, OIL} from './maintenanceWorld'
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
const preview =
  (parts: Parameters<typeof planPreviewMachine.provide>[0]) =>
  ({planPreview}: Parts) => ({planPreview: planPreview.provide(parts)})
const typed = preview({delays: {afterTyping: 0}})
const dialog = (state: string) => at(`loaded.dialog.${state}`)
const previewing = (state: string) => [...dialog('form.typing'), ...shows(planPreviewMachine, state)]

const adding = tell(
  maintenanceMachine,
  {type: 'add.requested'},
  {type: 'draft.changed', change: {title: 'Filters', repeat: 'weekly', days: [3, 5]}},
)
const editing = tell(maintenanceMachine, {type: 'edit.requested', row: OIL})
const changed = tell(maintenanceMachine, {type: 'entries.changed'})
const deletion = tell(maintenanceMachine, {type: 'deletion.requested', row: OIL})
const loaded = at('loaded.list.current')
const ending = tell(maintenanceMachine, {type: 'act.requested', act: {id: OIL.id, minutes: null}})

export const maintenance: readonly Entry[] = [
  entry('maintenance', [...loaded, ...dialog('closed')]),
  entry('maintenance-loading', at('loading'), [], given({actors: {load: answers()}})),
  entry('maintenance-failed', at('failed'), [], given({actors: {load: answers(BROKEN)}})),
  entry(
    'maintenance-refreshing',
    at('loaded.list.refreshing'),
    [...loaded, ...changed],
    given({actors: {load: answers(MAINTENANCE, PENDING)}}),
  ),
  entry(
    'maintenance-missed',
    at('loaded.list.missed'),
    [...loaded, ...changed],
    given({actors: {load: answers(MAINTENANCE, BROKEN)}}),
  ),
  entry('maintenance-form', previewing('shown'), [...loaded, ...adding], typed),
  entry('maintenance-form-pausing', previewing('pausing'), [...loaded, ...editing]),
  entry(
    'maintenance-form-asking',
    previewing('asking'),
    [...loaded, ...editing],
    preview({delays: {afterTyping: 0}, actors: {preview: answers()}}),
  ),
  entry('maintenance-form-sending', dialog('form.sending'), [
    ...loaded,
    ...editing,
    ...tell(maintenanceMachine, {type: 'save.requested'}),
  ]),
  entry('maintenance-ending', dialog('acting'), [...loaded, ...ending]),
  entry('maintenance-extending', dialog('acting'), [
    ...loaded,
    ...tell(maintenanceMachine, {type: 'act.requested', act: {id: OIL.id, minutes: 60}}),
  ]),
  entry(
    'maintenance-not-ended',
    dialog('closed'),
    [...loaded, ...ending],
    given({actors: {act: answers(refusal(409, 'This window does not run now.'))}}),
  ),
  entry('maintenance-deleting', dialog('deleting.asking'), [...loaded, ...deletion]),
  entry('maintenance-deleting-sending', dialog('deleting.sending'), [
    ...loaded,
    ...deletion,
    ...tell(maintenanceMachine, {type: 'deletion.confirmed'}),
  ]),
]
