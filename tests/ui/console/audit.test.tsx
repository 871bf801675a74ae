import {act, fireEvent, screen, within} from '@testing-library/react'
import {createElement} from 'react'
import {Route, Routes} from 'react-router-dom'
import {concat, NEVER, of} from 'rxjs'
import {describe, expect, it, vi} from 'vitest'
import type {Capabilities} from '../../../contract/wire/capabilities'
import type {AuditEntry} from '../../../src/domain/console/audit'
import {LIVE} from '../../../src/domain/telemetry/link'
import type {AuditQuestion, AuditPage as Page} from '../../../src/machines/console/auditTrail'
import {recordMachine} from '../../../src/machines/console/record'
import {recordListMachine} from '../../../src/machines/console/recordList'
import {AuditPage} from '../../../src/ui/console/audit/AuditPage'
import {type ConsoleLogic, ConsoleProvider} from '../../../src/ui/console/logic'
import {createAuditTrailLogic} from '../../../src/wiring/console/auditTrail'
import {createCalls} from '../../machines/calls'
import {auditEntry} from '../../support/auditEntry'
import {refused} from '../../support/failures'
import {withLayout} from '../telemetry/dashboard/dashboardOnScreen'
import {openPage, userOf} from '../world'
import {quietParts} from './quietParts'

withLayout()

const entry = (id: string, values: Partial<AuditEntry> = {}): AuditEntry =>
  auditEntry({
    id,
    at: Date.UTC(2026, 0, 15, 12, 0, 5),
    entityName: '<b>Pump</b>',
    detail: {fields: ['name', 'label']},
    ...values,
  })

async function openAudit(search = '', capabilities: Capabilities = {audit: true}) {
  const pages = createCalls<Page, AuditQuestion>()
  const auditTrail = createAuditTrailLogic({
    http: unused,
    serverClock: {toClient: at => at, now: () => Date.now(), observe: () => {}},
    links: concat(of({type: 'link.changed' as const, link: LIVE, capabilities}), NEVER),
    router: () => page.router,
  }).provide({actors: {loadPage: pages.logic}})
  const logic: ConsoleLogic = {
    ...quietParts,
    record: recordMachine,
    recordList: recordListMachine,
    auditTrail,
    keptDraft: () => null,
  }
  const page = openPage({
    at: `/sys_admin/audit${search}`,
    loadCurrentUser: async () => userOf('SYS_ADMIN'),
    screens: {console: async () => () => createElement(Pages, {logic})},
  })
  await screen.findByRole('heading', {level: 1})
  const address = () => page.router.state.location.search
  return {...page, pages, address}
}

const never = () => new Promise<never>(() => {})
const unused = {get: never, post: never, put: never, delete: never}

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
        '15 Jan 2026, 13:00:05',
        'ada@works.test only thisfrom 10.0.0.1',
        'Device updatedname, label',
        '<b>Pump</b> only thisdevice',
      ],
      ['15 Jan 2026, 13:00:05', 'nobody signed infrom 10.0.0.1', 'Session refused', ''],
      ['15 Jan 2026, 13:00:05', 'ada@works.test only thisfrom 10.0.0.1', 'Device deleted', 'unnamed only thisdevice'],
    ])
    expect(screen.getAllByText('15 Jan 2026, 13:00:05')[0]?.getAttribute('title')).toBe(
      '15 Jan 2026, 13:00:05, Europe/Berlin, UTC+1',
    )
    expect(screen.getByRole('link', {name: '<b>Pump</b>'}).getAttribute('href')).toBe('/sys_admin/device/d1')
    expect([screen.queryByRole('link', {name: 'unnamed'}), screen.getByText('3 entries').tagName]).toEqual([null, 'P'])
  })

  it('begins with the filters of the address', async () => {
    const {pages} = await openAudit('?entityType=device&entityId=d1&action=device.updated&from=2026-01-01T00:00:00Z')
    expect(pages.asked[0]?.filter).toEqual({
      entityType: 'device',
      entityId: 'd1',
      userId: '',
      action: 'device.updated',
      from: Date.UTC(2026, 0, 1),
      to: null,
    })
    const values = ['Kind of entity', 'Entity ID', 'Action', 'User ID', 'From', 'Until']
    expect(values.map(label => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'device',
      'd1',
      'device.updated',
      '',
      '2026-01-01T01:00',
      '',
    ])
  })

  it('filters by what is chosen, whole minutes at the end, and keeps it in the address', async () => {
    const {pages, address} = await openAudit()
    await act(() => pages.answer({entries: [entry('a1')], next: null}))
    vi.useFakeTimers({shouldAdvanceTime: true})
    const choose = (label: string, value: string) =>
      act(async () => void fireEvent.change(screen.getByLabelText(label), {target: {value}}))
    await choose('Kind of entity', 'user')
    await choose('User ID', ' u7 ')
    await choose('Until', '2026-01-02T01:00')
    await paused()
    vi.useRealTimers()
    expect(address()).toBe('?entityType=user&userId=u7&to=2026-01-02T00%3A00%3A59.999Z')
    expect(pages.asked.at(-1)?.filter).toMatchObject({entityType: 'user', userId: 'u7'})
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

  it('filters by no time that was left empty', async () => {
    const {address} = await openAudit('?from=2026-01-01T00:00:00Z')
    vi.useFakeTimers({shouldAdvanceTime: true})
    const from = screen.getByLabelText('From')
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

  it('says that a server keeps none', async () => {
    await openAudit('', {})
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe('This server keeps no audit trail.')
  })
})
