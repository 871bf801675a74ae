import {act, fireEvent, screen, within} from '@testing-library/react'
import {createElement} from 'react'
import {Route, Routes} from 'react-router-dom'
import {concat, NEVER, of} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import {fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {AuditEntry} from '../../../src/domain/audit'
import {LIVE} from '../../../src/domain/link'
import type {AuditQuestion, AuditPage as Page} from '../../../src/machines/console/auditTrail'
import {recordMachine} from '../../../src/machines/console/record/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {type ClockEvent, createClock} from '../../../src/streams/clock'
import {AuditPage} from '../../../src/ui/console/audit/AuditPage'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {createAuditTrailLogic} from '../../../src/wiring/console/console'
import {createCalls} from '../../machines/calls'
import {auditEntry} from '../../support/auditEntry'
import {refused} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {withLayout} from '../telemetry/dashboard/dashboardOnScreen'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

withLayout()

const NOW = Date.UTC(2026, 0, 15, 12, 3, 5)

const entry = (id: string, values: Partial<AuditEntry> = {}): AuditEntry =>
  auditEntry({
    id,
    at: Date.UTC(2026, 0, 15, 12, 0, 5),
    entityName: '<b>Pump</b>',
    detail: {fields: ['name', 'label']},
    ...values,
  })

async function openAudit(search = '', offer: Offer | null = PULSEWALL) {
  const pages = createCalls<Page, AuditQuestion>()
  const saved: string[] = []
  const auditTrail = createAuditTrailLogic({
    http: unused,
    clock: createClock({monotonic: () => performance.now()}),
    links: concat(of({type: 'link.changed' as const, link: LIVE, offer}), NEVER),
    router: () => page.router,
  }).provide({
    actors: {loadPage: pages.logic, clock: fromEventObservable(() => of<ClockEvent>({type: 'clock.ticked', at: NOW}))},
    actions: {saveFile: (_, {name}) => saved.push(name)},
  })
  const logic: ConsoleLogic = {
    ...quietParts,
    record: recordMachine,
    recordList: recordListMachine,
    auditTrail,
    storedDraft: () => null,
  }
  const page = openPage({
    at: `/sys_admin/audit${search}`,
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    screens: {console: async () => () => createElement(Pages, {logic})},
  })
  await screen.findByRole('heading', {level: 1})
  const address = () => page.router.state.location.search
  return {...page, pages, address, saved}
}

const never = () => new Promise<never>(() => {})
const clock = {now: () => Date.now(), toClient: (at: number) => at}
const unused = {clock, call: never, answerOfPage: never}

function Pages({logic}: {logic: ConsoleLogic}) {
  return (
    <ConsoleProvider value={logic}>
      <Routes>
        <Route path="audit" element={<AuditPage />} />
        <Route path="*" element={<h1>Elsewhere</h1>} />
      </Routes>
    </ConsoleProvider>
  )
}

const rows = () =>
  within(screen.getByRole('table', {name: 'Audit trail'}))
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(({textContent}) => textContent))
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', {name})[0] ?? document.body))
const change = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), {target: {value}}))
const chips = () =>
  within(screen.getByRole('list', {name: 'Filters'}))
    .getAllByRole('listitem')
    .map(({textContent}) => textContent)
const paused = () => act(async () => void (await vi.advanceTimersByTimeAsync(400)))

describe('the audit trail on screen', () => {
  it('says who did what, when, from where and to what', async () => {
    const {pages} = await openAudit()
    await act(() =>
      pages.answer({
        entries: [
          entry('a3'),
          entry('a2', {action: 'session.refused', email: null, userId: null, entityId: null, detail: null}),
          entry('a1', {action: 'device.deleted', entityId: 'd2', entityName: null, detail: null}),
        ],
        next: null,
      }),
    )
    expect(rows()).toEqual([
      [
        '3 min ago15 Jan 2026, 13:00:05',
        'ada@works.test only thisfrom 10.0.0.1',
        'Device changedname, label',
        '<b>Pump</b> only thisDevice',
      ],
      ['3 min ago15 Jan 2026, 13:00:05', 'not signed infrom 10.0.0.1', 'Sign-in refused', ''],
      [
        '3 min ago15 Jan 2026, 13:00:05',
        'ada@works.test only thisfrom 10.0.0.1',
        'Device deleted',
        'unnamed only thisDevice',
      ],
    ])
    expect(screen.getAllByText('3 min ago')[0]?.getAttribute('title')).toBe(
      '15 Jan 2026, 13:00:05, Europe/Berlin, UTC+1',
    )
    expect(screen.getByRole('link', {name: '<b>Pump</b>'}).getAttribute('href')).toBe('/sys_admin/device/d1')
    expect([screen.queryByRole('link', {name: 'unnamed'}), screen.getByText('3 entries').tagName]).toEqual([null, 'P'])
  })

  it('begins with the filters of the address', async () => {
    const {pages} = await openAudit('?entityType=device&entityId=d1&action=device.updated&from=2026-01-01T00:00:00Z')
    expect(pages.asked[0]?.filter).toEqual({
      organisationId: '',
      entityType: 'device',
      entityId: 'd1',
      userId: '',
      action: 'device.updated',
      from: Date.UTC(2026, 0, 1),
      to: null,
    })
    expect(chips()).toEqual(['Kind: Device', 'Target: d1', 'Action: Device changed', 'From: 1 Jan 2026, 01:00'])
    await act(() => pages.answer({entries: [entry('a1')], next: null}))
    expect(chips()[1]).toBe('Target: <b>Pump</b>')
  })

  it('filters by what is chosen, whole minutes at the end, and keeps it in the address', async () => {
    const {pages, address} = await openAudit()
    await act(() => pages.answer({entries: [entry('a1')], next: null}))
    vi.useFakeTimers({shouldAdvanceTime: true})
    await press('Filter')
    await change('Filter by', 'entityType')
    await change('Value', 'user')
    await press('Filter')
    await change('Filter by', 'userId')
    await change('Email or user ID', ' ada@works.test ')
    await press('Add the filter')
    await press('Filter')
    await change('Filter by', 'to')
    await change('Value', '2026-01-02 01:00')
    await act(async () => void fireEvent.blur(screen.getByLabelText('Value')))
    await paused()
    vi.useRealTimers()
    expect(address()).toBe('?entityType=user&userId=u1&to=2026-01-02T00%3A00%3A59.999Z')
    expect(pages.asked.at(-1)?.filter).toMatchObject({entityType: 'user', userId: 'u1'})
    await act(() => pages.answer({entries: [], next: null}))
    expect(screen.getByText('Nothing found.').parentElement?.textContent).toBe(
      'Nothing found. Other filters may find something.',
    )
  })

  it('leads from an entry to all of the same person or entity', async () => {
    const {pages, address} = await openAudit()
    await act(() => pages.answer({entries: [entry('a1')], next: null}))
    vi.useFakeTimers({shouldAdvanceTime: true})
    await press('only this: what ada@works.test did')
    await press('only this: what was done to <b>Pump</b>')
    await paused()
    expect(address()).toBe('?entityId=d1&userId=u1')
    await press('Clear the filters')
    await paused()
    vi.useRealTimers()
    expect(address()).toBe('')
  })

  it('takes a filter away by its chip', async () => {
    const {address} = await openAudit('?action=device.updated&userId=u1')
    vi.useFakeTimers({shouldAdvanceTime: true})
    await press('Remove the filter Action: Device changed')
    await paused()
    vi.useRealTimers()
    expect([address(), chips()]).toEqual(['?userId=u1', ['Who: u1']])
  })

  it('saves a file of all that is found, and says how much it holds', async () => {
    const {pages, saved} = await openAudit()
    await act(() => pages.answer({entries: [entry('a1')], next: 'a1'}))
    await press('Export CSV')
    expect(screen.getByText('Loading all entries for the file…')).toBeTruthy()
    await act(() => pages.answer({entries: [entry('a0')], next: null}))
    expect([saved, screen.getByText('Saved 2 entries.').getAttribute('role')]).toEqual([['audit-trail.csv'], 'status'])
  })

  it('says why a time can’t be read, and filters by it no sooner than it can', async () => {
    const {address} = await openAudit()
    vi.useFakeTimers({shouldAdvanceTime: true})
    await press('Filter')
    await change('Filter by', 'from')
    const enter = async (value: string) => {
      await change('Value', value)
      await act(async () => void fireEvent.keyDown(screen.getByLabelText('Value'), {key: 'Enter'}))
      await paused()
    }
    await enter('soon')
    expect(screen.getByText('Write it as 2026-11-01 14:05.')).toBeTruthy()
    await enter('2026-02-30 10:00')
    expect(screen.getByText('There is no such day.')).toBeTruthy()
    await enter('2026-03-29 02:30')
    expect(screen.getByText('The clocks skip this time on that day.')).toBeTruthy()
    expect(address()).toBe('')
    await enter('2026-03-29 3:30 am')
    vi.useRealTimers()
    expect(address()).toBe('?from=2026-03-29T01%3A30%3A00.000Z')
  })

  it('filters by no time that was left empty', async () => {
    const {address} = await openAudit('?from=2026-01-01T00:00:00Z')
    vi.useFakeTimers({shouldAdvanceTime: true})
    await press('Filter')
    await change('Filter by', 'from')
    const from = screen.getByLabelText('Value')
    await act(async () => void fireEvent.change(from, {target: {value: ''}}))
    await act(async () => void fireEvent.blur(from))
    await paused()
    vi.useRealTimers()
    expect(address()).toBe('')
  })

  it('says why it shows nothing, and tries again', async () => {
    const {pages} = await openAudit('?entityId=x')
    await act(() => pages.fail(refused(400, 'entityId: no id')))
    expect(screen.getByRole('alert').textContent).toBe('entityId: no id')
    await press('Retry')
    await act(() => pages.answer({entries: [], next: null}))
    expect(screen.getByText('Nothing found.')).toBeTruthy()
  })
})
