import {act, fireEvent, screen, within} from '@testing-library/react'
import {expect, it} from 'vitest'
import type {TemperatureUnit} from '../../../../contract/wire/common'
import {device} from '../../../support/device'
import {NOW, reading} from '../devicesOnScreen'
import {loadedDashboard, series, withLayout} from './dashboardOnScreen'

withLayout()

const POINTS = [
  {ts: NOW - 120_000, value: 0},
  {ts: NOW - 60_000, value: 100},
]

/** A device with a temperature and another key, watched by a user who prefers fahrenheit by default. */
async function watched({key = 'temperature', unit = 'fahrenheit'}: {key?: string; unit?: TemperatureUnit} = {}) {
  const shown = await loadedDashboard({
    temperatureUnit: unit,
    loadDevices: async () => [device('d1', [key])],
    loadSeries: async ({aggregation}) => series({points: POINTS, aggregation}),
  })
  const texts = (selector: string) => [...shown.container.querySelectorAll(selector)].map(each => each.textContent)
  const valueAxis = () => texts('.highcharts-yaxis-labels text')
  return {...shown, texts, valueAxis}
}

const choose = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), {target: {value}}))

const summary = () => {
  const canvas = screen.getByRole('application')
  fireEvent.focus(canvas)
  return document.getElementById(canvas.getAttribute('aria-describedby') ?? '')?.textContent
}

it.each([
  ['temperature', 'fahrenheit', '70.7\u202f°F'],
  ['temperature', 'celsius', '21.5\u202f°C'],
  ['speed', 'fahrenheit', '21.5'],
] as const)('a listed %s is shown, where %s is preferred, as %s', async (key, unit, text) => {
  const {read} = await watched({key, unit})
  await read('d1', {[key]: reading(21.5)})
  expect(within(screen.getByRole('list', {name: 'Devices'})).getByText(text.replace('\u202f', ' ')).title).toBe(text)
})

it.each([
  ['temperature', 'fahrenheit', ['35.60\u202f°F', '33.80\u202f°F', '38.00\u202f°F']],
  ['temperature', 'celsius', ['2.00\u202f°C', '1.00\u202f°C', '3.34\u202f°C']],
  ['speed', 'fahrenheit', ['2.00', '1.00', '3.34']],
] as const)('the tiles of a %s are shown, where %s is preferred, as %j', async (key, unit, figures) => {
  const {texts} = await watched({key, unit})
  expect(texts('dl dd').slice(0, 3)).toEqual(figures)
})

it.each([
  [
    'temperature',
    'fahrenheit',
    /\s°F$/,
    '2 points in view, lowest 32\u202f°F, highest 212\u202f°F, latest 212\u202f°F.',
  ],
  ['temperature', 'celsius', /\s°C$/, '2 points in view, lowest 0\u202f°C, highest 100\u202f°C, latest 100\u202f°C.'],
  ['speed', 'fahrenheit', /\d$/, '2 points in view, lowest 0, highest 100, latest 100.'],
] as const)('a charted %s is drawn and told, where %s is preferred, in its unit', async (key, unit, label, told) => {
  const {valueAxis} = await watched({key, unit})
  expect(valueAxis().filter(text => !label.test(text ?? ''))).toEqual([])
  expect(valueAxis().length).toBeGreaterThan(1)
  expect(summary()).toBe(told)
})

it('a point that arrives live is drawn in fahrenheit', async () => {
  const {dashboard} = await watched()
  dashboard.getSnapshot().children.chart?.send({
    type: 'points.received',
    points: [{ts: NOW - 1000, value: -40}],
    at: NOW,
  })
  await act(async () => {})
  await expect.poll(summary).toBe('3 points in view, lowest −40\u202f°F, highest 212\u202f°F, latest −40\u202f°F.')
})

it.each([
  ['average', /\s°F$/],
  ['min', /\s°F$/],
  ['max', /\s°F$/],
  ['sum', /\s°C$/],
  ['count', /\d$/],
])('its %s is drawn in the unit that it has', async (aggregation, label) => {
  const {valueAxis} = await watched()
  await choose('Aggregation', aggregation)
  await expect.poll(() => valueAxis().filter(text => !label.test(text ?? ''))).toEqual([])
  expect(valueAxis().length).toBeGreaterThan(1)
})

it('says that sums stay in celsius, and of nothing else', async () => {
  await watched()
  const notice = () => screen.queryByText('Sums of temperatures are in °C.')
  expect(notice()).toBeNull()
  await choose('Aggregation', 'sum')
  expect(notice()).not.toBeNull()
  await choose('Aggregation', 'average')
  expect(notice()).toBeNull()
})

it('writes the axis anew when the unit changes and the values do not', async () => {
  const same = [{ts: NOW - 60_000, value: -40}]
  const {container} = await loadedDashboard({
    temperatureUnit: 'fahrenheit',
    loadDevices: async () => [device('d1', ['temperature'])],
    loadSeries: async ({aggregation}) => series({points: same, aggregation}),
  })
  const labels = () => [...container.querySelectorAll('.highcharts-yaxis-labels text')].map(each => each.textContent)
  expect(labels().length).toBeGreaterThan(0)
  expect(labels().every(label => label?.endsWith('\u202f°F'))).toBe(true)
  await choose('Aggregation', 'sum')
  await expect.poll(() => labels().every(label => label?.endsWith('\u202f°C'))).toBe(true)
})
