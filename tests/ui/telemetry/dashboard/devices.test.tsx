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
      expect.stringContaining('c-0.0000012'),
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
