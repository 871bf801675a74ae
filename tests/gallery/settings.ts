import type {LoadedUnits} from '../../src/domain/console/units'
import {settingsFactsMachine} from '../../src/machines/console/organisation/settingsFacts'
import {attributesMachine} from '../../src/machines/console/record/attributes'
import {recordMachine} from '../../src/machines/console/record/record'
import {unitsMachine} from '../../src/machines/console/units'
import {type Entry, type Shown, type Step, shows, tell} from './entry'
import {type Answer, AWAY, answers, BROKEN, PENDING, refusal, UNKNOWN_SERVER} from './given'
import type {Parts} from './parts'
import {named} from './regions'
import {CHANGED_UNITS, loadedUnits, NOTHING_SET, SET, UNITS} from './settingsWorld'
import {PLANT_ADMIN, SYS_ADMIN} from './world'

const ORGANISATION = '/sys_admin/organisation/o-harbour'
const ROW = {key: 'pressure', unit: 'bar'}

interface Given {
  at?: string
  steps?: readonly (Step | Shown)[]
  given?: (parts: Parts) => Partial<Parts>
  until?: string
}

const entry = (
  name: string,
  seen: readonly Shown[],
  {at = `${ORGANISATION}/units`, steps = [], given = () => ({}), until = ''}: Given = {},
): Entry => ({
  name,
  at,
  steps,
  until,
  shows: seen,
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

const add = tell(unitsMachine, {type: 'add.requested'})
const edit = tell(unitsMachine, {type: 'edit.requested', row: ROW})
const save = [...edit, ...tell(unitsMachine, {type: 'save.requested'})]
const remove = tell(unitsMachine, {type: 'deletion.requested', row: ROW})
const confirmed = [...remove, ...tell(unitsMachine, {type: 'deletion.confirmed'})]
const readAgain = tell(unitsMachine, {type: 'entries.changed'})

const loading =
  (...loaded: readonly Answer<LoadedUnits | null>[]) =>
  ({units}: Parts) => ({units: units.provide({actors: {load: answers(...loaded)}})})

/** The server has another version, which the client learns after the first answer. */
const refused =
  (...loaded: readonly Answer<LoadedUnits | null>[]) =>
  ({units}: Parts) => ({
    units: units.provide({
      actors: {save: answers(refusal(409)), remove: answers(refusal(409)), load: answers(UNITS, ...loaded)},
    }),
  })

const listed = (state: string) => shows(unitsMachine, state)
const dialog = (state: string) => listed(`loaded.dialog.${state}`)

const facts = (state: string) => shows(settingsFactsMachine, state)
const factsOf =
  (...loaded: readonly Answer<typeof SET>[]) =>
  ({settingsFacts}: Parts) => ({settingsFacts: settingsFacts.provide({actors: {load: answers(...loaded)}})})
const factsAgain = [...facts('loaded.current'), ...tell(settingsFactsMachine, {type: 'refresh.requested'})]

const page = (name: string, task: string, until: string) =>
  entry(name, shows(recordMachine, 'shown'), {at: `${ORGANISATION}/${task}`, until})

/** The pages of an organisation's settings. */
export const settings: readonly Entry[] = [
  entry('tasks', facts('loaded.current'), {at: ORGANISATION}),
  entry('tasks-nothing-set', facts('loaded.current'), {at: ORGANISATION, given: factsOf(NOTHING_SET)}),
  entry('tasks-awaiting', facts('awaitingServer'), {
    at: ORGANISATION,
    given: factsOf(BROKEN),
    steps: [...facts('failed'), ...tell(settingsFactsMachine, ...UNKNOWN_SERVER)],
  }),
  entry('tasks-loading', facts('loading'), {at: ORGANISATION, given: factsOf()}),
  entry('tasks-failed', facts('failed'), {at: ORGANISATION, given: factsOf(BROKEN)}),
  entry('tasks-refreshing', facts('loaded.refreshing'), {
    at: ORGANISATION,
    given: factsOf(SET, PENDING),
    steps: factsAgain,
  }),
  entry('tasks-missed', facts('loaded.missed'), {at: ORGANISATION, given: factsOf(SET, AWAY), steps: factsAgain}),
  page('thresholds', 'thresholds', 'pressure'),
  page('walls', 'walls', 'First for everybody'),
  page('keys', 'keys', 'Provisioning'),
  entry('own-units', listed('loaded.list.current'), {
    at: '/settings/units',
    given: ({session}) => ({
      session: session.provide({
        actors: {loadCurrentUser: answers({...PLANT_ADMIN, organisationId: 'o-harbour'})},
      }),
    }),
  }),
  {
    ...entry('zone', shows(attributesMachine, 'shown.idle'), {at: `${ORGANISATION}/zone`}),
    region: named('What is usual'),
  },
  entry('units', [...listed('loaded.list.current'), ...dialog('closed')]),
  entry('units-none', listed('loaded.list.current'), {given: loading(loadedUnits({}))}),
  entry('units-loading', listed('loading'), {given: loading()}),
  entry('units-failed', listed('failed'), {given: loading(BROKEN)}),
  entry('units-refreshing', listed('loaded.list.refreshing'), {steps: readAgain, given: loading(UNITS, PENDING)}),
  entry('units-missed', listed('loaded.list.missed'), {steps: readAgain, given: loading(UNITS, AWAY)}),
  entry('units-adding', dialog('form.typing'), {steps: add}),
  entry('units-wrong', dialog('form.typing'), {steps: [...add, ...tell(unitsMachine, {type: 'save.requested'})]}),
  entry('units-sending', dialog('form.sending'), {steps: save}),
  entry('units-comparing', dialog('form.comparing'), {steps: save, given: refused(PENDING)}),
  entry('units-conflict', dialog('form.choosing'), {steps: save, given: refused(CHANGED_UNITS)}),
  entry('units-removing', dialog('deleting.asking'), {steps: remove}),
  entry('units-removing-sending', dialog('deleting.sending'), {steps: confirmed}),
  entry('units-removing-comparing', dialog('deleting.comparing'), {steps: confirmed, given: refused(PENDING)}),
]
