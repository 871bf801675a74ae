import {act, fireEvent, screen, within} from '@testing-library/react'
import {createElement} from 'react'
import {Link, Route, Routes} from 'react-router-dom'
import {describe, expect, it} from 'vitest'
import {fromCallback, fromPromise} from 'xstate'
import type {CheckedRow, Existing} from '../../../src/domain/console/deviceImport/check'
import type {RowOutcome} from '../../../src/domain/console/deviceImport/outcome'
import type {RunCommand, RunEvent, RunInput} from '../../../src/domain/console/deviceImport/run'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import type {RecordQuestion} from '../../../src/domain/console/records/questions'
import type {CheckInput, DeviceImportInput, ReadFile} from '../../../src/machines/console/deviceImport'
import {deviceImportMachine} from '../../../src/machines/console/deviceImport'
import {recordMachine} from '../../../src/machines/console/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {DeviceImportPage} from '../../../src/ui/console/import/DeviceImportPage'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
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
  checked(2, '<b>Pump</b>', {warnings: ['There is a device of this name already.']}),
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
    actions: {tell: () => {}, keepDraft: () => {}},
  })
  const logic: ConsoleLogic = {
    ...quietParts,
    record,
    recordList: recordListMachine,
    deviceImport,
    keptDraft: () => null,
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
  await press('Import the 2 good ones')
  return world
}

describe('importing devices on screen', () => {
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
    expect(document.activeElement?.textContent).toBe('Which column is what?')
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
    const summary = screen.getAllByRole('listitem').map(({textContent}) => textContent)
    expect(summary).toEqual(expect.arrayContaining(['2 rows can be imported', '1 row can not', '1 with a warning']))
    expect(cells('Checked rows')).toEqual([['3', '', 'pump', '', 'Problem: Name must not be empty.']])
    await act(async () => void fireEvent.change(screen.getByLabelText('Show'), {target: {value: 'good'}}))
    expect(cells('Checked rows')).toEqual([
      ['2', '<b>Pump</b>', 'pump', '', 'Warning: There is a device of this name already.'],
      ['4', 'Fan', 'pump', '', 'Fine'],
    ])
    await press('Save as CSV with the reasons')
    expect(saved).toEqual(['pumps.csv'])
  })

  it('tells how far it is, and stops on request', async () => {
    const {tell} = await openRunning()
    expect(heading()).toBe('Importing 2 devices')
    await tell({type: 'rows.finished', outcomes: [made(2)], perSecond: 1234.5})
    expect(screen.getByText('1 done, 0 failed, 1 left · 1,235 rows a second')).toBeTruthy()
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
    await press('Stop the import')
    expect(screen.getByText('Stopping: what was sent is waited for…')).toBeTruthy()
    await tell({type: 'run.ended'})
    expect([heading(), screen.getByText('What was made stays.').tagName]).toEqual(['The import has ended', 'P'])
    expect(hasButton('Try the other 1 again')).toBe(true)
  })

  it('pauses when the server is away, and goes on', async () => {
    const {tell} = await openRunning()
    await tell({type: 'rows.lost', rows: [], error: unreachable}, {type: 'run.ended'})
    expect(screen.getByRole('alert').textContent).toBe(
      'The import is paused. The server did not answer.What is done stays done; nothing of the rest is lost.',
    )
    await press('Go on')
    expect(hasButton('Stop the import')).toBe(true)
  })

  it('says what will become of rows whose answer was lost', async () => {
    const {tell} = await openRunning()
    const [row] = ROWS
    if (row === undefined) throw new Error('There are rows')
    await tell({type: 'rows.lost', rows: [{...row, deviceId: null}], error: unreachable}, {type: 'run.ended'})
    screen.getByText(/^Whether the last 1 row arrived is not known\./)
    await press('Stop here')
    expect(screen.getAllByRole('listitem').map(({textContent}) => textContent)).toEqual(
      expect.arrayContaining(['0 devices made', '1 not known', '1 not begun']),
    )
  })

  it('ends with counts, the failed rows, the result and the way to the devices', async () => {
    const {tell, saved} = await openRunning()
    const failed = {line: 4, deviceId: null, message: 'access_token: is in use already'}
    await tell({type: 'rows.finished', outcomes: [made(2), failed], perSecond: 10}, {type: 'run.ended'})
    expect(cells('Rows that failed')).toEqual([['4', 'Fan', 'access_token: is in use already']])
    await press('Save the result as CSV')
    expect([saved, screen.getByRole('link', {name: 'To the devices'}).getAttribute('href')]).toEqual([
      ['pumps.csv'],
      '/sys_admin/organisation/o1?tab=devices',
    ])
    await press('Retry the failed')
    await tell({type: 'rows.finished', outcomes: [made(4)], perSecond: 10}, {type: 'run.ended'})
    expect([heading(), hasButton('Retry the failed')]).toEqual(['The import is done', false])
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
