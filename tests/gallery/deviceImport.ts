import {deviceImportMachine, type ReadFile} from '../../src/machines/console/deviceImport'
import {CHECKED} from './consoleWorld'
import {type Entry, shows, tell} from './entry'
import {AWAY, answers, BROKEN} from './given'
import type {Parts} from './parts'
import {SYS_ADMIN} from './world'

const REFUSED: ReadFile = {refusal: 'The file is empty.'}
const chosen = tell(deviceImportMachine, {type: 'file.chosen', file: new File(['Name'], 'devices.csv')})
const mapped = [...chosen, ...tell(deviceImportMachine, {type: 'check.requested'})]
const started = [...mapped, ...tell(deviceImportMachine, {type: 'import.requested'})]
const cancelled = tell(deviceImportMachine, {type: 'cancel.requested'})
const ended = tell(deviceImportMachine, {type: 'run.ended'})
const rows = CHECKED.filter(({problems}) => problems.length === 0).map(row => ({...row, deviceId: null}))
const lost = tell(deviceImportMachine, {type: 'rows.lost', rows, error: AWAY})
const half = tell(deviceImportMachine, {
  type: 'rows.finished',
  perSecond: 120,
  outcomes: [
    {line: 2, deviceId: 'new-2', message: null},
    {line: 5, deviceId: null, message: 'The access token is taken.'},
  ],
})

const entry = (
  name: string,
  state: string,
  steps: Entry['steps'] = [],
  given: (parts: Parts) => Partial<Parts> = () => ({}),
): Entry => ({
  name,
  at: '/sys_admin/device-import/o-harbour',
  steps,
  shows: shows(deviceImportMachine, state),
  given: parts => ({
    session: parts.session.provide({actors: {loadCurrentUser: answers(SYS_ADMIN)}}),
    ...given(parts),
  }),
})

/** The import of devices, step by step. */
export const deviceImport: readonly Entry[] = [
  entry('choosing', 'choosing'),
  {
    ...entry('refused', 'choosing', chosen, ({deviceImport}) => ({
      deviceImport: deviceImport.provide({actors: {readFile: answers(REFUSED)}}),
    })),
    until: 'The file is empty.',
  },
  entry('reading', 'reading', chosen, ({deviceImport}) => ({
    deviceImport: deviceImport.provide({actors: {readFile: answers()}}),
  })),
  entry('mapping', 'mapping', chosen),
  {
    ...entry('mapping-failed', 'mapping', mapped, ({deviceImport}) => ({
      deviceImport: deviceImport.provide({actors: {loadExisting: answers(BROKEN)}}),
    })),
    until: 'could not be loaded',
  },
  entry('preparing', 'preparing', mapped, ({deviceImport}) => ({
    deviceImport: deviceImport.provide({actors: {loadExisting: answers()}}),
  })),
  entry('checking', 'checking', mapped, ({deviceImport}) => ({
    deviceImport: deviceImport.provide({actors: {checkRows: answers()}}),
  })),
  entry('checked', 'checked', mapped),
  entry('checked-all', 'checked', [...mapped, ...tell(deviceImportMachine, {type: 'filter.changed', filter: 'all'})]),
  entry('importing', 'importing.sending.going', started),
  entry('importing-half', 'importing.sending.going', [...started, ...half]),
  entry('importing-stopping', 'importing.sending.stopping', [...started, ...lost]),
  entry('importing-cancelling', 'importing.sending.cancelling', [...started, ...cancelled]),
  entry('importing-paused', 'importing.paused', [...started, ...lost, ...ended]),
  entry('finished', 'finished', [...started, ...half, ...ended]),
  entry('finished-all', 'finished', [
    ...[...started, ...half, ...ended],
    ...tell(deviceImportMachine, {type: 'result.filtered', filter: 'all'}),
  ]),
  entry('finished-cancelled', 'finished', [...started, ...lost, ...ended, ...cancelled]),
]
