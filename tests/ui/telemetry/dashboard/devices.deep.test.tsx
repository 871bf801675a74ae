import {act, fireEvent, screen, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import {device} from '../../../support/device'
import {LATE_AFTER, NOW, reading} from '../devicesOnScreen'
import {dashboardOnScreen, loadedDashboard, withLayout} from './dashboardOnScreen'

withLayout()

const panel = () => within(screen.getByRole('region', {name: 'Devices'}))
const line = (name: RegExp) => panel().getByRole('button', {name})
const current = () =>
  panel()
    .getAllByRole('button')
    .filter(button => button.ariaCurrent === 'true' || button.getAttribute('aria-current') === 'true')
    .map(button => button.textContent)

describe('the device list', () => {
  it('says that it is loading', async () => {
    dashboardOnScreen()
    expect(panel().getByRole('status').textContent).toBe('Loading...')
  })

  it('shows each device with its id and beneath it its keys with their latest values, or N/A', async () => {
    const {read} = await loadedDashboard()
    await read('d1', {load: reading(0.25)})
    await read('d2', {cpu: null})
    expect(
      panel()
        .getAllByRole('listitem')
        .map(item => item.textContent),
    ).toEqual([
      'Device name: Device d1Device ID: d1fresh',
      'cpuN/Anot read yetof Device d1',
      'load0.25fresh 0 sof Device d1',
      'Device name: Device d2Device ID: d2never',
      'cpuN/Aneverof Device d2',
    ])
  })

  it('shows values of every type', async () => {
    const {read} = await loadedDashboard({loadDevices: async () => [device('d', ['a', 'b', 'c', 'd'])]})
    await read('d', {a: reading(true), b: reading('on air'), c: reading(-0.0000012), d: reading(null)})
    expect(['a', 'b', 'c', 'd'].map(key => line(new RegExp(`^${key}`)).textContent)).toEqual([
      expect.stringContaining('atrue'),
      expect.stringContaining('bon air'),
      expect.stringContaining('c−0.0000012'),
      expect.stringContaining('dN/A'),
    ])
  })

  it('says what to do where there is no device, and that a device has no telemetry yet', async () => {
    const {unmount} = await loadedDashboard({loadDevices: async () => []})
    expect(panel().getByText('No devices yet')).toBeTruthy()
    expect(panel().getByText(/Devices that your organisation owns appear here/)).toBeTruthy()
    unmount()
    await loadedDashboard({loadDevices: async () => [device('d1')]})
    expect(panel().getByText('No telemetry yet')).toBeTruthy()
  })

  it('says so while the keys of a device have not been read', async () => {
    await loadedDashboard({loadDevices: async () => [{...device('d1'), isRead: false}]})
    expect(panel().getByText('Keys not read yet')).toBeTruthy()
  })

  it('names its failure and loads again on Retry', async () => {
    let tries = 0
    await loadedDashboard({
      loadDevices: async () => {
        if (tries++ === 0) throw new Error('no')
        return [device('d1', ['cpu'])]
      },
    })
    expect(panel().getByRole('alert').textContent).toContain('The devices could not be loaded.')
    await act(async () => fireEvent.click(panel().getByRole('button', {name: 'Retry'})))
    expect(line(/Device name: Device d1/)).toBeTruthy()
  })

  it('selects the first device and its first key by itself', async () => {
    await loadedDashboard()
    expect(current()).toEqual(['Device name: Device d1Device ID: d1not read yet', 'cpuN/Anot read yetof Device d1'])
  })

  it('selects a key with its device, and a device alone clears the key', async () => {
    const {dashboard} = await loadedDashboard()
    fireEvent.click(line(/^cpu.*of Device d2/))
    expect(current()).toEqual(['Device name: Device d2Device ID: d2not read yet', 'cpuN/Anot read yetof Device d2'])
    fireEvent.click(line(/Device name: Device d1/))
    expect(current()).toEqual(['Device name: Device d1Device ID: d1not read yet'])
    expect(dashboard.getSnapshot().context.view).toMatchObject({deviceId: 'd1', key: null})
    expect(screen.getByText('Choose a key of Device d1 to see its timeseries.')).toBeTruthy()
  })

  it('is one tab stop in which the arrow keys move', async () => {
    await loadedDashboard()
    const tabStops = () =>
      within(panel().getByRole('list', {name: 'Devices'}))
        .getAllByRole('button')
        .filter(button => button.tabIndex === 0)
        .map(button => button.textContent)
    expect(tabStops()).toEqual(['cpuN/Anot read yetof Device d1'])
    act(() => line(/^cpu.*of Device d1/).focus())
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown'])
      if (document.activeElement !== null) fireEvent.keyDown(document.activeElement, {key})
    expect(document.activeElement?.textContent).toBe('cpuN/Anot read yetof Device d2')
    expect(tabStops()).toEqual(['cpuN/Anot read yetof Device d2'])
  })

  it('renders only the lines in view of 1,000 devices, and tells which they are', async () => {
    const {dashboard} = await loadedDashboard({
      loadDevices: async () => Array.from({length: 1000}, (_, at) => device(`d${at}`, ['a', 'b', 'c', 'd', 'e'])),
    })
    expect(panel().getAllByRole('listitem').length).toBeLessThan(40)
    expect(panel().getByText('1,000 devices')).toBeTruthy()
    expect(dashboard.getSnapshot().children.devices?.getSnapshot().context.shownDeviceIds).toEqual([
      'd0',
      'd1',
      'd2',
      'd3',
    ])
  })
})

describe('freshness', () => {
  const words = () => line(/^cpu.*of Device d1/).textContent?.replace(/^cpu(42)?|of Device d1$/g, '')

  it('is told in words: fresh with its age, late, link down, never', async () => {
    const {read, clockIs, linkIs} = await loadedDashboard()
    await read('d1', {cpu: reading(42)})
    await clockIs(NOW + 3000)
    expect(words()).toBe('fresh 3 s')
    await clockIs(NOW + LATE_AFTER + 150_000)
    expect(words()).toBe('late 4 min')
    await linkIs({kind: 'reconnecting', nextTryAt: null})
    expect(words()).toBe('link down 4 min')
    await linkIs({kind: 'offline'})
    expect(words()).toBe('link down 4 min')
  })

  it('is that of the device’s own time where the server tells no arrival', async () => {
    const {read, clockIs} = await loadedDashboard()
    await read('d1', {cpu: reading(42, null)})
    await clockIs(NOW + 5000)
    expect(words()).toBe('fresh 5 s')
  })

  it('is not known where nobody can date the value', async () => {
    const {read} = await loadedDashboard()
    await read('d1', {cpu: reading(42, null, null)})
    expect(words()).toBe('age unknown')
    expect(
      line(/^cpu.*of Device d1/)
        .querySelector('[data-freshness]')
        ?.getAttribute('data-freshness'),
    ).toBe('late')
  })

  it('is claimed of no value that is not read, and never only where there is none', async () => {
    const {read, linkIs} = await loadedDashboard()
    await linkIs({kind: 'offline'})
    expect(words()).toBe('N/Anot read yet')
    await read('d1', {cpu: null})
    expect(words()).toBe('N/Anever')
  })
})

describe('the navigator', () => {
  const PUMPS = [
    {...device('d1', ['cpu', 'load'], 'Ölpumpe'), type: 'pump'},
    {...device('d2', ['cpu'], 'Fan'), type: 'fan'},
    device('d3', ['flow'], 'Valve'),
  ]
  const world = {loadDevices: async () => PUMPS}
  const search = () => panel().getByRole('searchbox', {name: 'Search devices and keys'})
  const shown = () =>
    within(panel().getByRole('list', {name: 'Devices'}))
      .getAllByRole('listitem')
      .map(item => item.textContent)
  const choose = (name: string, value: string) =>
    fireEvent.change(panel().getByRole('combobox', {name}), {target: {value}})
  const press = (...keys: string[]) => {
    for (const key of keys) if (document.activeElement !== null) fireEvent.keyDown(document.activeElement, {key})
  }

  it('finds devices by what is typed, and tells how many are left', async () => {
    await loadedDashboard(world)
    fireEvent.change(search(), {target: {value: 'olp'}})
    expect(shown()[0]).toBe('Device name: ÖlpumpeDevice ID: d1not read yet')
    expect(panel().getByText('1 of 3 devices').getAttribute('role')).toBe('status')
  })

  it('says so when nothing is found, and clears the filters', async () => {
    await loadedDashboard(world)
    fireEvent.change(search(), {target: {value: 'nothing'}})
    expect(panel().getByText('No device matches the filters.')).toBeTruthy()
    fireEvent.click(panel().getByRole('button', {name: 'Clear filters'}))
    expect(panel().getByText('3 devices')).toBeTruthy()
  })

  it('filters by chips that tell their counts and whether they are pressed', async () => {
    const {read, clockIs} = await loadedDashboard(world)
    await read('d1', {cpu: reading(1), load: reading(1)})
    await read('d2', {cpu: null})
    await clockIs(NOW + LATE_AFTER + 1)
    const chip = panel().getByRole('button', {name: '1 late', pressed: false})
    fireEvent.click(chip)
    expect([chip.getAttribute('aria-pressed'), panel().getByText('1 of 3 devices') !== null]).toEqual(['true', true])
    expect(shown()[0]).toContain('Ölpumpe')
  })

  it('leads back to a selected device that a filter hides', async () => {
    await loadedDashboard(world)
    fireEvent.change(search(), {target: {value: 'valve'}})
    expect(panel().getByText('Selected device is hidden by the filter.')).toBeTruthy()
    fireEvent.click(panel().getByRole('button', {name: 'Show'}))
    expect([shown().length, search().getAttribute('value')]).toEqual([7, ''])
  })

  it('groups by type, with groups that fold by a click and by arrow keys', async () => {
    await loadedDashboard(world)
    choose('Group', 'type')
    const groups = () => panel().getAllByRole('button', {name: /1 device/})
    expect(groups().map(group => [group.textContent, group.getAttribute('aria-expanded')])).toEqual([
      [expect.stringMatching(/^fan/), 'true'],
      [expect.stringMatching(/^pump/), 'true'],
      [expect.stringMatching(/^No type/), 'true'],
    ])
    act(() => groups()[0]?.focus())
    press('ArrowLeft')
    expect(shown()[1]).toMatch(/^pump/)
    press('ArrowDown')
    expect(document.activeElement?.textContent).toMatch(/^pump/)
    press('Home', 'ArrowRight')
    expect(shown()[1]).toContain('Fan')
  })

  it('hides the keys of all devices but the selected one', async () => {
    await loadedDashboard(world)
    fireEvent.click(panel().getByRole('button', {name: 'Keys', pressed: true}))
    expect(shown().map(text => text?.slice(0, 16))).toEqual([
      'Device name: Fan',
      expect.stringMatching(/^cpu/),
      'Device name: Ölp',
      'Device name: Val',
    ])
  })

  it('moves by arrows and leaves letters to the page', async () => {
    await loadedDashboard(world)
    act(() => line(/^cpu.*of Fan/).focus())
    const focused = document.activeElement
    expect(focused && fireEvent.keyDown(focused, {key: 'v'})).toBe(true)
    expect(document.activeElement).toBe(focused)
    press('End')
    expect(document.activeElement?.textContent).toMatch(/^flow/)
  })

  it('copies the id of the focused device', async () => {
    await loadedDashboard(world)
    const copied: string[] = []
    const clipboardData = {setData: (_: string, text: string) => copied.push(text)}
    fireEvent.copy(line(/Device name: Valve/), {clipboardData})
    fireEvent.copy(line(/^flow/), {clipboardData})
    expect(copied).toEqual(['d3'])
  })
})
