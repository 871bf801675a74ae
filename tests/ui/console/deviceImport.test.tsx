import {act, fireEvent, screen, within} from '@testing-library/react'
import {createElement} from 'react'
import {Link, Route, Routes} from 'react-router-dom'
import {afterEach, describe, expect, it} from 'vitest'
import {fromCallback, fromPromise} from 'xstate'
import type {CheckedRow, Existing} from '../../../src/domain/console/deviceImport/check'
import type {RowOutcome} from '../../../src/domain/console/deviceImport/outcome'
import type {RunCommand, RunEvent, RunInput} from '../../../src/domain/console/deviceImport/run'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import type {RecordQuestion} from '../../../src/domain/console/records/questions'
import {speak} from '../../../src/domain/language'
import {
  type CheckInput,
  type DeviceImportInput,
  deviceImportMachine,
  type ReadFile,
} from '../../../src/machines/console/deviceImport'
import {recordMachine} from '../../../src/machines/console/record/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {DeviceImportPage} from '../../../src/ui/console/import/DeviceImportPage'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {speakIn} from '../../../src/wiring/session/spokenLanguage'
import {createCalls} from '../../machines/calls'
import {unreachable} from '../../support/failures'
import {withLayout} from '../telemetry/dashboard/dashboardOnScreen'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

withLayout()

const HARBOUR: ConsoleRecord = {id: 'o1', version: 1, counts: {}, values: {title: 'Harbour Works'}}
const SHEET = {
  headers: ['Name', 'Kind of thing', ''],
  rows: [
    {line: 2, cells: ['<b>Pump</b>', 'pump', 'x']},
    {line: 3, cells: ['', 'pump', 'y']},
    {line: 4, cells: ['Fan', 'fan', 'z']},
  ],
}
const checked = (line: number, name: string, findings: Partial<CheckedRow> = {}): CheckedRow => ({
  line,
  cells: [name],
  device: {id: `n${line}`, name, type: 'pump', label: null, customerId: null, accessToken: null},
  problems: [],
  warnings: [],
  ...findings,
})
const ROWS = [
  checked(2, '<b>Pump</b>', {warnings: [{kind: 'known', text: 'There is a device of this name already.'}]}),
  checked(3, '', {problems: ['Name must not be empty.']}),
  checked(4, 'Fan'),
]
const made = (line: number): RowOutcome => ({line, deviceId: `d${line}`, message: null})

async function openImport() {
  const reads = createCalls<ReadFile, {file: File}>()
  const checks = createCalls<readonly CheckedRow[], CheckInput>()
  const saved: string[] = []
  let tell: (event: RunEvent) => void = () => {}
  const deviceImport = deviceImportMachine.provide({
    actors: {
      readFile: reads.logic,
      loadExisting: fromPromise<Existing, DeviceImportInput>(async () => ({
        customers: [],
        devices: [],
        takesBatches: true,
      })),
      checkRows: checks.logic,
      run: fromCallback<RunCommand, RunInput>(({sendBack}) => {
        tell = sendBack
      }),
    },
    actions: {
      saveTemplate: () => saved.push('template'),
      saveResult: (_, {fileName}) => saved.push(fileName),
    },
  })
  const record = recordMachine.provide({
    actors: {loadRecord: fromPromise<ConsoleRecord, RecordQuestion>(async () => HARBOUR)},
    actions: {showOutcome: () => {}, storeDraft: () => {}},
  })
  const logic: ConsoleLogic = {
    ...quietParts,
    record,
    recordList: recordListMachine,
    deviceImport,
    storedDraft: () => null,
  }
  const page = openPage({
    at: '/sys_admin/device-import/o1',
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    screens: {console: async () => () => createElement(Pages, {logic})},
  })
  await screen.findByRole('heading', {name: 'Choose a CSV file'})
  return {...page, reads, checks, saved, tell: (...events: RunEvent[]) => act(async () => events.forEach(tell))}
}

function Pages({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Link to="/sys_admin/elsewhere">Away</Link>
      <Routes>
        <Route path="device-import/:id" element={<DeviceImportPage />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ConsoleProvider>
  )
}

const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', {name})))
const heading = () => screen.getByRole('heading', {level: 2}).textContent
const hasButton = (name: string) => screen.queryByRole('button', {name}) !== null
const cells = (table: string) =>
  within(screen.getByRole('table', {name: table}))
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(({textContent}) => textContent))

async function openColumns() {
  const world = await openImport()
  await choose()
  await act(() => world.reads.answer({sheet: SHEET}))
  return world
}

const choose = () =>
  act(async () => {
    const zone = screen.getByRole('region', {name: 'Place for the file'})
    fireEvent.drop(zone, {dataTransfer: {files: [new File([], 'pumps.csv')]}})
  })

async function openChecked() {
  const world = await openColumns()
  await press('Check the rows')
  await act(() => world.checks.answer(ROWS))
  return world
}

async function openRunning() {
  const world = await openChecked()
  await press('Import 2 devices')
  return world
}

/** The counts that filter the rows, in order. */
const counts = () =>
  within(screen.getByRole('group', {name: 'Show rows by kind'}))
    .getAllByRole('button')
    .map(count => `${count.textContent}${count.getAttribute('aria-pressed') === 'true' ? ' (shown)' : ''}`)

/** Returns the steps in order, those with a button in brackets, with the present one marked. */
const steps = () =>
  within(screen.getByRole('list', {name: 'Steps of the import'}))
    .getAllByRole('listitem')
    .map(step => {
      const name = step.textContent ?? ''
      const shown = step.querySelector('button') === null ? name : `[${name}]`
      return step.getAttribute('aria-current') === 'step' ? `→ ${shown}` : shown
    })

describe('importing devices on screen', () => {
  afterEach(() => speak({}))

  it('says at which step it is, and goes back to those behind until something is written', async () => {
    const {reads, checks, tell} = await openChecked()
    expect(steps()).toEqual(['[Back to: File]', '[Back to: Columns]', '→ 3Check', '4Import', '5Result'])
    await press('Back to: Columns')
    expect([steps(), heading()]).toEqual([
      ['[Back to: File]', '→ 2Columns', '3Check', '4Import', '5Result'],
      'Match the columns',
    ])
    await press('Back to: File')
    expect([steps()[0], heading()]).toEqual(['→ 1File', 'Choose a CSV file'])
    await choose()
    await act(() => reads.answer({sheet: SHEET}))
    await press('Check the rows')
    await act(() => checks.answer(ROWS))
    await press('Import 2 devices')
    expect(steps()).toEqual(['File done', 'Columns done', 'Check done', '→ 4Import', '5Result'])
    await tell({type: 'run.ended'})
    expect(steps()).toEqual(['File done', 'Columns done', 'Check done', 'Import done', '→ 5Result'])
  })

  it('speaks German throughout', async () => {
    const {checks, tell} = await openColumns()
    await speakIn('de')
    await press('Check the rows')
    await act(() => checks.answer(ROWS))
    await press('2 bereit')
    expect(cells('Geprüfte Zeilen').map(row => row.at(-1))).toEqual([
      'Hinweis: There is a device of this name already.',
      'Bereit',
    ])
    await press('2 Geräte importieren')
    await tell({type: 'rows.finished', outcomes: [made(2), made(4)], perSecond: 10}, {type: 'run.ended'})
    await press('2 angelegt')
    expect(cells('Ergebnis')).toEqual([
      ['2', '<b>Pump</b>', 'angelegt', ''],
      ['4', 'Fan', 'angelegt', ''],
    ])
    expect(hasButton('Ergebnis als CSV speichern')).toBe(true)
  })

  it('takes a dropped file, and says why it takes none', async () => {
    const {reads} = await openImport()
    await choose()
    expect(heading()).toBe('Reading pumps.csv…')
    await act(() => reads.answer({refusal: 'The file is empty.'}))
    expect([heading(), screen.getByRole('alert').textContent]).toEqual(['Choose a CSV file', 'The file is empty.'])
  })

  it('offers a template', async () => {
    const {saved} = await openImport()
    await press('Download a template')
    expect(saved).toEqual(['template'])
  })

  it('shows the first rows and what becomes of each column', async () => {
    await openColumns()
    const choice = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
    expect([choice('Name').value, choice('Type').value]).toEqual(['0', ''])
    await act(async () => void fireEvent.change(choice('Type'), {target: {value: '1'}}))
    const headers = within(screen.getByRole('table')).getAllByRole('columnheader')
    expect(headers.map(({textContent}) => textContent)).toEqual([
      'Line',
      'Name→ Name',
      'Kind of thing→ Type',
      'Column 3',
    ])
    expect(cells('The first rows of the file')).toEqual([
      ['2', '<b>Pump</b>', 'pump', 'x'],
      ['3', '', 'pump', 'y'],
      ['4', 'Fan', 'fan', 'z'],
    ])
    expect(document.activeElement?.textContent).toBe('Match the columns')
  })

  it('checks nothing without a column for the name, and says so', async () => {
    const {checks} = await openColumns()
    await act(async () => void fireEvent.change(screen.getByLabelText('Name'), {target: {value: ''}}))
    expect(screen.getByText('A column for the name is needed.')).toBeTruthy()
    await press('Check the rows')
    expect(checks.asked).toEqual([])
  })

  it('shows every row with what was found before anything is written', async () => {
    const {saved} = await openChecked()
    expect(counts()).toEqual(['3 rows', '2 ready', '1 with a problem (shown)', '1 already there'])
    expect(cells('Checked rows')).toEqual([['3', '', 'pump', '', 'Problem: Name must not be empty.']])
    await press('2 ready')
    expect(counts()).toEqual(['3 rows', '2 ready (shown)', '1 with a problem', '1 already there'])
    expect(cells('Checked rows')).toEqual([
      ['2', '<b>Pump</b>', 'pump', '', 'Note: There is a device of this name already.'],
      ['4', 'Fan', 'pump', '', 'Ready'],
    ])
    await press('1 already there')
    expect(cells('Checked rows').map(([line]) => line)).toEqual(['2'])
    await press('Save the reasons as CSV')
    expect(saved).toEqual(['pumps.csv'])
  })

  it('tells how far it is, and stops on request', async () => {
    const {tell} = await openRunning()
    expect(heading()).toBe('Importing 2 devices')
    await tell({type: 'rows.finished', outcomes: [made(2)], perSecond: 1234.5})
    expect(screen.getByText('1 done, 0 failed, 1 left · 1,235 rows a second')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    await press('Stop the import')
    expect(screen.getByText('Stopping. Waiting for the answer to the last rows…')).toBeTruthy()
    await tell({type: 'run.ended'})
    expect([heading(), screen.getByText('Devices that are created stay.').tagName]).toEqual([
      'The import has ended',
      'P',
    ])
    expect(hasButton('Import the other row')).toBe(true)
  })

  it('pauses when the server is away, and goes on', async () => {
    const {tell} = await openRunning()
    await tell({type: 'rows.lost', rows: [], error: unreachable}, {type: 'run.ended'})
    expect(screen.getByRole('alert').textContent).toBe(
      'The import is paused. The server did not answer.Devices that are created stay, and the other rows stay here.',
    )
    await press('Continue')
    expect(hasButton('Stop the import')).toBe(true)
  })

  it('says what will become of rows whose answer was lost', async () => {
    const {tell} = await openRunning()
    const [row] = ROWS
    if (row === undefined) throw new Error('There are rows')
    await tell({type: 'rows.lost', rows: [{...row, deviceId: null}], error: unreachable}, {type: 'run.ended'})
    screen.getByText(/^It is unclear whether the last 1 row arrived\./)
    await press('Stop here')
    expect(counts()).toEqual([
      ...['3 rows (shown)', '0 created', '0 failed', '1 unclear', '1 not started', '1 left out'],
    ])
  })

  it('ends with counts, the failed rows, the result and the way to the devices', async () => {
    const {tell, saved} = await openRunning()
    const failed = {line: 4, deviceId: null, message: 'access_token: is in use already'}
    await tell({type: 'rows.finished', outcomes: [made(2), failed], perSecond: 10}, {type: 'run.ended'})
    expect(counts()).toEqual(['3 rows', '1 created', '1 failed (shown)', '1 left out'])
    expect(cells('Result')).toEqual([['4', 'Fan', 'failed', 'access_token: is in use already']])
    await press('3 rows')
    expect(cells('Result')).toEqual([
      ['2', '<b>Pump</b>', 'created', ''],
      ['3', '', 'left out', 'Name must not be empty.'],
      ['4', 'Fan', 'failed', 'access_token: is in use already'],
    ])
    expect(screen.getByRole('link', {name: '<b>Pump</b>'}).getAttribute('href')).toBe('/sys_admin/device/d2')
    await press('Save the result as CSV')
    expect([saved, screen.getByRole('link', {name: 'Open the devices'}).getAttribute('href')]).toEqual([
      ['pumps.csv'],
      '/sys_admin/organisation/o1?tab=devices',
    ])
    await press('Retry the failed row')
    await tell({type: 'rows.finished', outcomes: [made(4)], perSecond: 10}, {type: 'run.ended'})
    expect([heading(), hasButton('Retry the failed row')]).toEqual(['The import is done', false])
  })

  it('is not left without being asked while it runs', async () => {
    const {path, tell} = await openRunning()
    const leave = () => act(async () => void fireEvent.click(screen.getByText('Away')))
    await leave()
    expect([path(), screen.getByText('Leave during the import?') !== null]).toEqual([
      '/sys_admin/device-import/o1',
      true,
    ])
    await press('Stay')
    await tell({type: 'rows.finished', outcomes: [made(2), made(4)], perSecond: 10}, {type: 'run.ended'})
    await leave()
    expect(path()).toBe('/sys_admin/elsewhere')
  })
})
