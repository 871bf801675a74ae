import {act, fireEvent, screen, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import type {DeviceEntry} from '../../../../src/domain/telemetry/devices/device'
import {device} from '../../../support/device'
import {LATE_AFTER, NOW, reading} from '../devicesOnScreen'
import {homeOnScreen, loadedHome, series, withView} from './homeOnScreen'

const {see} = withView()

const card = (id: string) => within(screen.getByRole('article', {name: `Device ${id}`}))
const header = (id: string) => card(id).getByRole('heading').closest('header')
const values = (id: string) =>
  card(id)
    .getAllByRole('term')
    .map(term => term.parentElement?.textContent)
const figure = (id: string) => card(id).getByRole('figure')

describe('the screen', () => {
  it('is headed by MyHome and the city of the profile', async () => {
    const {unmount} = await loadedHome({loadCity: async () => 'Lisbon'})
    expect(screen.getByRole('heading', {level: 1}).parentElement?.textContent).toBe('MyHomeLisbon')
    unmount()
    await loadedHome({loadCity: () => Promise.reject(new Error('away'))})
    expect(screen.getByRole('heading', {level: 1}).parentElement?.textContent).toBe('MyHome')
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  it('says that it is loading', () => {
    homeOnScreen()
    expect(screen.getByRole('status').textContent).toBe('Loading...')
  })

  it('says what to do where there is no device', async () => {
    await loadedHome({loadDevices: async () => []})
    expect(screen.getByText('No devices yet')).toBeTruthy()
    expect(screen.getByText(/^Devices that are assigned to you appear here/)).toBeTruthy()
  })

  it('names its failure and loads again on Retry', async () => {
    let tries = 0
    await loadedHome({
      loadDevices: async () => {
        if (tries++ === 0) throw new Error('no')
        return [device('d1', ['temperature'])]
      },
    })
    expect(screen.getByRole('alert').textContent).toContain('Your devices could not be loaded.')
    await act(async () => fireEvent.click(screen.getByRole('button', {name: 'Retry'})))
    expect(card('d1')).toBeTruthy()
  })

  it('keeps the button of a failure, and the focus on it, until the next try succeeds', async () => {
    const answers: ((devices: Promise<DeviceEntry[]>) => void)[] = []
    await loadedHome({loadDevices: () => new Promise(answer => answers.push(answer))})
    const answer = (devices: Promise<DeviceEntry[]>) => act(async () => answers.shift()?.(devices))
    await answer(Promise.reject(new Error('no')))
    const button = screen.getByRole('button', {name: 'Retry'})
    button.focus()
    await act(async () => fireEvent.click(button))
    expect([document.activeElement, button.textContent]).toEqual([button, 'Trying…'])
    await answer(Promise.reject(new Error('no')))
    expect([document.activeElement, button.textContent]).toEqual([button, 'Retry'])
    await act(async () => fireEvent.click(button))
    await answer(Promise.resolve([device('d1', ['temperature'])]))
    expect(card('d1')).toBeTruthy()
  })

  it('says that the link is down', async () => {
    const {linkIs} = await loadedHome()
    expect(screen.queryByText(/^Link down/)).toBeNull()
    await linkIs({kind: 'offline'})
    expect(screen.getByText('Link down: this is what was known before.').getAttribute('role')).toBe('status')
  })
})

describe('the tools', () => {
  const chip = (name: string, pressed = false) => screen.getByRole('button', {name, pressed})

  it('count the devices by state and show those of the chosen states alone', async () => {
    const {read} = await loadedHome()
    await read('d1', {temperature: reading(1)})
    await read('d2', {temperature: null})
    fireEvent.click(chip('1 never'))
    expect(screen.getAllByRole('article').map(article => article.parentElement?.dataset.device)).toEqual(['d2'])
    fireEvent.click(chip('1 fresh'))
    expect([screen.getAllByRole('article').length, chip('1 never', true)]).toEqual([2, expect.anything()])
  })

  it('lead back to all devices where none is in the chosen states', async () => {
    await loadedHome()
    fireEvent.click(chip('– late'))
    expect(screen.queryAllByRole('article')).toEqual([])
    fireEvent.click(screen.getByRole('button', {name: 'Show all devices'}))
    expect([screen.getAllByRole('article').length, chip('– late')]).toEqual([2, expect.anything()])
  })

  it('choose how far back the charts reach', async () => {
    const {read, tell} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    expect(screen.getByRole('radio', {name: '24 h', checked: true})).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', {name: '7 d'}))
    expect(card('d1').getByText('Loading chart...')).toBeTruthy()
    await tell({type: 'sparkline.received', deviceId: 'd1', key: 'temperature', series: series()})
    expect(figure('d1').textContent).toContain('temperature last 7 d, 2 h averages')
  })
})

describe('a card', () => {
  it('leads to the dashboard of the device and the key of its chart', async () => {
    const {read} = await loadedHome()
    const target = () => card('d1').getByRole('link', {name: 'Device d1'}).getAttribute('href')
    expect(target()).toBe('/dashboard?device=d1')
    await read('d1', {temperature: reading(1)})
    expect(target()).toBe('/dashboard?device=d1&key=temperature')
  })

  it('names the device, its type and its label', async () => {
    await loadedHome({
      loadDevices: async () => [
        {...device('d1', ['temperature']), type: 'pump', label: 'Dock <A>'},
        device('d2', ['temperature']),
      ],
    })
    expect([header('d1')?.textContent, header('d2')?.textContent]).toEqual(['Device d1pump · Dock <A>', 'Device d2'])
  })

  it('says by the newest of its values whether the device is heard of', async () => {
    const {read, clockIs, linkIs} = await loadedHome({loadDevices: async () => [device('d1')]})
    await read('d1', {a: reading(1, NOW - 60_000), b: reading(2, NOW - 10_000)})
    expect(header('d1')?.textContent).toBe('Device d1fresh 10 s')
    await clockIs(NOW + LATE_AFTER)
    expect(header('d1')?.textContent).toBe('Device d1late 1 min')
    await linkIs({kind: 'reconnecting', nextTryAt: null})
    expect(header('d1')?.textContent).toBe('Device d1link down 1 min')
  })

  it('says nothing of a device that was not asked about', async () => {
    await loadedHome({loadDevices: async () => [{...device('d1'), isRead: false}, device('d2')]})
    expect([header('d1')?.textContent, card('d1').getByText('Values not read yet')]).toEqual([
      'Device d1',
      expect.anything(),
    ])
    expect(header('d2')?.textContent).toBe('Device d2never')
    expect(card('d2').getByText(/^No telemetry yet/)).toBeTruthy()
  })

  it('says neither never nor why there is no chart before the values of its keys are read', async () => {
    await loadedHome()
    expect([header('d1')?.textContent, card('d1').queryByText(/chart/)]).toEqual(['Device d1', null])
  })

  it('says never once it is known that none of its keys has a value', async () => {
    const {read} = await loadedHome({loadDevices: async () => [device('d1', ['a', 'b'])]})
    await read('d1', {a: null})
    expect(header('d1')?.textContent).toBe('Device d1')
    await read('d1', {b: null})
    expect([header('d1')?.textContent, values('d1')]).toEqual(['Device d1never', ['aN/Anever', 'bN/Anever']])
  })

  it('shows values of every type, each with its age, that of the chart first', async () => {
    const {read, clockIs} = await loadedHome({loadDevices: async () => [device('d1')]})
    await read('d1', {a: reading(true), b: reading('on air'), power: reading(3), temperature: reading(21.5)})
    await clockIs(NOW + 3000)
    expect(values('d1')).toEqual([
      'temperature21.5\u202f°Cfresh 3 s',
      'atruefresh 3 s',
      'bon airfresh 3 s',
      'power3fresh 3 s',
    ])
  })

  it('shows a few values, and all on demand', async () => {
    const {read} = await loadedHome({loadDevices: async () => [device('d1')]})
    await read('d1', Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map(key => [key, reading(1)])))
    expect(values('d1')).toHaveLength(4)
    fireEvent.click(card('d1').getByRole('button', {name: 'Show all 6 values of Device d1', expanded: false}))
    expect(values('d1')).toHaveLength(6)
    fireEvent.click(card('d1').getByRole('button', {name: 'Show fewer values of Device d1', expanded: true}))
    expect(values('d1')).toHaveLength(4)
  })

  it('out of view keeps its name alone, and is filled when it comes into view', async () => {
    const {home} = await loadedHome()
    await see(screen.getByRole('article', {name: 'Device d2'}).parentElement, false)
    expect([values('d1').length, card('d2').queryAllByRole('term').length]).toEqual([1, 0])
    expect(home.getSnapshot().context.shownDeviceIds).toEqual(['d1'])
    await see(screen.getByRole('article', {name: 'Device d2'}).parentElement, true)
    expect(home.getSnapshot().context.shownDeviceIds).toEqual(['d1', 'd2'])
  })

  it('that has the focus stays filled', async () => {
    const {read} = await loadedHome({loadDevices: async () => [device('d1')]})
    await read('d1', Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(key => [key, reading(1)])))
    act(() => card('d1').getByRole('button').focus())
    await see(screen.getByRole('article').parentElement, false)
    expect(document.activeElement?.textContent).toBe('Show all 5 values of Device d1')
  })
})

describe('the chart of a card', () => {
  const received = {type: 'sparkline.received', deviceId: 'd1', key: 'temperature'} as const

  it('names its lowest, greatest and last value', async () => {
    const {read, tell} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    expect(card('d1').getByText('Loading chart...')).toBeTruthy()
    await tell({...received, series: series()})
    expect(figure('d1').textContent).toBe(
      'temperature last 24 h, 15 min averagesmin 1\u202f°Cmax 2.12\u202f°Clast 1.5\u202f°C',
    )
    expect(
      within(figure('d1')).getByRole('img', {
        name: 'Chart of temperature of Device d1 over the last 24 hours, without a gap',
      }),
    ).toBeTruthy()
  })

  it('ends in the value that the card shows, as it is pushed', async () => {
    const {read, tell, push} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    await tell({...received, series: series()})
    await push('d1', 'temperature', NOW + 1000, 7)
    expect(values('d1')).toEqual(['temperature7\u202f°Cfresh 0 s'])
    expect(figure('d1').textContent).toContain('max 7\u202f°Clast 7\u202f°C')
  })

  it('is in the unit of the user', async () => {
    const {read, tell} = await loadedHome({temperatureUnit: 'fahrenheit'})
    await read('d1', {temperature: reading(0)})
    await tell({...received, series: series()})
    expect(figure('d1').textContent).toContain('min 32\u202f°Fmax 35.8\u202f°Flast 32\u202f°F')
    expect(values('d1')).toEqual(['temperature32\u202f°Ffresh 0 s'])
  })

  it('says how many gaps it has, and that older points were not fetched', async () => {
    const {read, tell} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    await tell({...received, series: series({isTruncated: true, gaps: [[NOW - 1_800_000, NOW - 900_000]]})})
    expect(within(figure('d1')).getByRole('img', {name: /with one gap$/})).toBeTruthy()
    expect(figure('d1').textContent).toContain('newest 1,000 points, 15 min averages')
  })

  it('says that there are no points', async () => {
    const {read, tell} = await loadedHome()
    await read('d1', {temperature: {...reading(1.5), ts: NOW - 90_000_000}})
    await tell({...received, series: series({points: []})})
    expect(within(figure('d1')).getByText('No points in the last 24 hours')).toBeTruthy()
  })

  it('is none without numbers', async () => {
    const {read} = await loadedHome()
    await read('d1', {temperature: reading('warm')})
    expect(card('d1').getByText('No chart: none of its values is a number.')).toBeTruthy()
  })

  it('says why it is not there, and what may be missing', async () => {
    const {read, tell} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    const missed = {...received, type: 'sparkline.missed', error: new Error('no')} as const
    await tell(missed)
    expect(
      card('d1').getByText('No chart: The points could not be loaded. It is tried again every few seconds.'),
    ).toBeTruthy()
    await tell({...received, series: series()}, missed)
    expect(within(figure('d1')).getByText('Newer points may be missing.')).toBeTruthy()
  })

  it('looks as old as its value', async () => {
    const {read, tell, linkIs} = await loadedHome()
    await read('d1', {temperature: reading(1.5)})
    await tell({...received, series: series()})
    expect(figure('d1').dataset.freshness).toBe('fresh')
    await linkIs({kind: 'offline'})
    expect(figure('d1').dataset.freshness).toBe('linkDown')
  })
})
