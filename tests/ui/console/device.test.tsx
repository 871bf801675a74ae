import {act, cleanup, fireEvent, screen, within} from '@testing-library/react'
import {of, Subject} from 'rxjs'
import {afterEach, describe, expect, it} from 'vitest'
import {fromEventObservable} from 'xstate'
import type {DeviceCredentials} from '../../../src/domain/console/deviceCredentials'
import type {Connection} from '../../../src/domain/console/mqttDoor'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {SENT_VALUES} from '../../../src/domain/console/sendLines'
import {type KnownLink, LIVE, RECONNECTING} from '../../../src/domain/link'
import type {PointsReceived} from '../../../src/domain/telemetry/readings/update'
import {connectionMachine} from '../../../src/machines/console/connection'
import {deviceValuesMachine} from '../../../src/machines/console/deviceValues'
import {credentialsMachine} from '../../../src/machines/console/record/credentials'
import {DevicePanels} from '../../../src/ui/console/device/DevicePanels'
import {createCalls} from '../../machines/calls'
import {createLiveDevices, NOW, reading} from '../../machines/liveDevices'
import {refused} from '../../support/failures'
import {PULSEWALL} from '../../support/offer'
import {openPart} from './partsOnScreen'
import {silent} from './quietParts'

afterEach(cleanup)

const BOILER: ConsoleRecord = {id: 'd1', version: 1, counts: {}, values: {name: 'Boiler'}}
const OFFERING: {type: 'link.changed'} & KnownLink = {
  type: 'link.changed',
  link: LIVE,
  offer: PULSEWALL,
}
const OURS: DeviceCredentials = {accessToken: 'Abc123', createdAt: NOW, expiresAt: null, formerUntil: null}

async function openDevice(found: DeviceCredentials | null = OURS) {
  const loads = createCalls<DeviceCredentials | null, {deviceId: string}>()
  const creations = createCalls<DeviceCredentials | null, {deviceId: string}>()
  const deletions = createCalls<void, {deviceId: string; accessToken: string}>()
  const connections = createCalls<Connection, {deviceId: string}>()
  const live = createLiveDevices()
  const points = new Subject<PointsReceived>()
  const page = await openPart(
    tell => ({
      credentials: credentialsMachine.provide({
        actors: {
          loadCredentials: loads.logic,
          createCredentials: creations.logic,
          deleteCredentials: deletions.logic,
        },
        actions: {showOutcome: (_, {text}) => tell(text)},
      }),
      now: () => NOW,
      deviceValues: deviceValuesMachine.provide({
        actors: {devices: live.logic, points: fromEventObservable(() => points)},
      }),
      connection: connectionMachine.provide({
        actors: {
          linkChanges: fromEventObservable(() => of(OFFERING)),
          ticks: fromEventObservable(silent),
          loadConnection: connections.logic,
        },
      }),
    }),
    <DevicePanels record={BOILER} overview={null} attributes={null} thresholds={null} />,
  )
  await act(async () => {
    live.tick()
    live.link(LIVE, PULSEWALL)
  })
  await act(() => live.subscriptions.answer())
  await act(() => loads.answer(found))
  return {
    ...page,
    loads,
    creations,
    deletions,
    asked: live.readings.heard,
    connect: (connection: Connection) => act(() => connections.answer(connection)),
    missConnection: () => act(() => connections.fail()),
    tick: (at: number) => act(async () => live.tick(at)),
    cut: () => act(async () => live.link(RECONNECTING, PULSEWALL)),
    miss: () =>
      act(async () => live.readings.say({type: 'device.notEnriched', deviceId: 'd1', error: new Error('no')})),
    read: (values: Record<string, number | string>) =>
      act(async () => {
        const read = Object.entries(values)
        live.read('d1', Object.fromEntries(read.map(([key, value]) => [key, reading(value, NOW - 5000)])))
      }),
    push: (key: string, value: number, at: number) => act(async () => live.push('d1', key, at, value)),
    pushPoints: (...values: number[]) =>
      act(async () =>
        points.next({type: 'points.received', points: values.map(value => ({ts: NOW, value})), at: NOW + 1000}),
      ),
  }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', {name}))
const panel = (name: string) => screen.getByRole('region', {name})
const rows = () => screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
const lines = () => [...panel('Send a value').querySelectorAll('pre')].map(({textContent}) => textContent)

describe('the latest telemetry of a device', () => {
  it('is shown with its unit and its age, and grows as values arrive', async () => {
    const {read, push, tick} = await openDevice()
    expect(screen.getByText('Reading values…')).toBeTruthy()
    await read({temperature: 21.5, state: '<i>on</i>'})
    await tick(NOW + 120_000)
    await push('cpu', 0.25, NOW + 120_000)
    expect(rows()).toEqual([
      ['Key', 'Value', 'Arrived'],
      ['cpu', '0.25', 'fresh 0 s'],
      ['state', '<i>on</i>', 'late 2 min'],
      ['temperature', '21.5\u202f°C', 'late 2 min'],
    ])
  })

  it('says how to send where there is none', async () => {
    const {read} = await openDevice()
    await read({})
    expect(screen.getByText(/^No telemetry yet\./)).toBeTruthy()
  })

  it('that can’t be read is read again on request', async () => {
    const {miss, read, asked} = await openDevice()
    await miss()
    expect(within(panel('Latest telemetry')).getByRole('alert').textContent).toBe('The values could not be read.Retry')
    press('Retry')
    expect(asked.at(-1)).toEqual({type: 'refresh.requested'})
    await read({cpu: 1})
    expect([screen.queryByRole('alert'), rows().length]).toEqual([null, 2])
  })

  it('stays when the link goes down, and says so', async () => {
    const {read, cut} = await openDevice()
    await read({cpu: 1})
    await cut()
    expect(within(panel('Latest telemetry')).getByRole('status').textContent).toBe(
      'Link down: this is what was known before.',
    )
    expect(rows()[1]).toEqual(['cpu', '1', 'link down 5 s'])
  })
})

describe('the connection of a device', () => {
  const marks = () => [...document.querySelectorAll('p [data-status]')].map(mark => mark.textContent)

  it.each([
    ['connected', /^Connected by MQTT since 20 Nov 2023, /],
    ['disconnected', /^Disconnected from MQTT since 20 Nov 2023, /],
    ['unknown', /^Connection by MQTT not known since 20 Nov 2023, .*: its server is silent$/],
  ] as const)('is %s in words, with the time', async (state, text) => {
    const {connect} = await openDevice()
    expect(marks()).toEqual([])
    await connect({state, since: Date.parse('2023-11-20T12:04:00Z')})
    expect(marks()).toEqual([expect.stringMatching(text)])
  })

  it('is not told of a device that never had any', async () => {
    const {connect} = await openDevice()
    await connect({state: 'never'})
    expect(marks()).toEqual([])
  })

  it('is said to be not known when it can’t be read', async () => {
    const {missConnection} = await openDevice()
    await missConnection()
    expect(marks()).toEqual(['Connection by MQTT not known: it could not be read'])
  })
})

describe('the credentials', () => {
  it('are hidden until they are asked for', async () => {
    await openDevice()
    expect(panel('Credentials').textContent).toContain('hidden')
    expect(document.body.textContent).not.toContain('Abc123')
    press('Show the access token')
    expect(panel('Credentials').querySelector('code')?.textContent).toBe('Abc123')
    press('Hide the access token')
    expect(document.body.textContent).not.toContain('Abc123')
  })

  it('are created where there are none', async () => {
    const {creations} = await openDevice(null)
    expect(screen.getByText('Create credentials first: a device sends with its access token.')).toBeTruthy()
    press('Create credentials')
    press('Creating…')
    expect(creations.asked).toEqual([{deviceId: 'd1'}])
    await act(() => creations.answer(OURS))
    expect(screen.getByText('Credentials created.')).toBeTruthy()
    expect(lines().length).toBe(2)
  })

  it('that can’t be loaded are asked for again', async () => {
    const {loads, creations} = await openDevice(null)
    press('Create credentials')
    await act(() => creations.fail(refused(409)))
    await act(() => loads.fail(refused(500)))
    expect(within(panel('Credentials')).getByRole('alert').textContent).toBe('Failed to load credentials')
    press('Retry')
    await act(() => loads.answer(OURS))
    expect(screen.getByRole('button', {name: 'Show the access token'})).toBeTruthy()
  })

  it('are deleted after a warning', async () => {
    const {deletions} = await openDevice()
    screen.getByRole('button', {name: 'Delete the credentials'}).focus()
    press('Delete the credentials')
    const dialog = screen.getByRole('dialog', {name: 'Delete credentials'})
    expect(dialog.textContent).toContain('this device can’t send any more')
    fireEvent.click(within(dialog).getByRole('button', {name: 'Delete'}))
    await act(() => deletions.fail(refused(500)))
    expect(screen.getAllByRole('alert').map(({textContent}) => textContent)).toEqual(['Failed to delete credentials'])
    fireEvent.click(within(dialog).getByRole('button', {name: 'Delete'}))
    expect(deletions.asked.at(-1)).toEqual({deviceId: 'd1', accessToken: 'Abc123'})
    await act(() => deletions.answer())
    expect([screen.queryByRole('dialog'), screen.getByText('Credentials deleted.') !== null]).toEqual([null, true])
    expect(document.activeElement).toBe(screen.getByRole('button', {name: 'Create credentials'}))
  })
})

describe('sending a value', () => {
  const announcements = () =>
    within(panel('Send a value'))
      .getAllByRole('status')
      .map(({textContent}) => textContent)
  const headers = () =>
    within(panel('Send a value'))
      .getAllByRole('heading', {level: 3})
      .map(({parentElement}) => parentElement?.textContent)

  it('is a line to paste, with the access token once that is shown', async () => {
    await openDevice()
    expect(lines()[0]).toBe(
      `curl -X POST https://iot.test/api/v1/ACCESS_TOKEN/telemetry --header "Content-Type: application/json" --data '{"temperature": 21.1}'`,
    )
    press('Show the access token')
    expect(lines()[0]).toContain('https://iot.test/api/v1/Abc123/telemetry')
  })

  it('is seen to arrive: only what comes after the page was opened counts', async () => {
    const {read, push, tick} = await openDevice()
    await read({temperature: 20})
    expect(panel('Send a value').textContent).toContain('waiting for a value')
    await push('temperature', 21.5, NOW + 1000)
    await tick(NOW + 4000)
    expect(panel('Send a value').textContent).toContain('arrived 3 s ago: temperature = 21.5\u202f°C')
    expect(announcements()).toEqual(['A value of this device has arrived.', '', ''])
  })

  it('is seen to arrive at each line, which says so once', async () => {
    const {pushPoints, tick} = await openDevice()
    expect(headers()).toEqual(['Linux, macOSwaitingCopy', 'Windows PowerShellwaitingCopy'])
    const regions = within(panel('Send a value')).getAllByRole('status')
    await pushPoints(SENT_VALUES.powerShell)
    const told = 'Windows PowerShell: the value has arrived.'
    expect(headers()).toEqual(['Linux, macOSwaitingCopy', `Windows PowerShellarrived${told}Copy`])
    expect(announcements()).toEqual(['', '', told])
    const changes = new MutationObserver(() => {})
    changes.observe(panel('Send a value'), {subtree: true, childList: true, characterData: true})
    await pushPoints(20, SENT_VALUES.powerShell)
    await tick(NOW + 120_000)
    expect([changes.takeRecords(), within(panel('Send a value')).getAllByRole('status')]).toEqual([[], regions])
  })

  it('is awaited at no line as long as there are no credentials', async () => {
    const {pushPoints} = await openDevice(null)
    await pushPoints(SENT_VALUES.sh)
    expect([headers(), announcements()]).toEqual([['Linux, macOS', 'Windows PowerShell'], ['']])
  })
})
