import {act, fireEvent, screen, within} from '@testing-library/react'
import {describe, expect, it} from 'vitest'
import {device} from '../../../support/device'
import {LATE_AFTER, NOW, reading} from '../devicesOnScreen'
import {loadedDashboard, series, withLayout} from './dashboardOnScreen'

withLayout()

const heading = () => screen.getByRole('heading', {level: 2, name: /^Timeseries/}).textContent
const chartOf = ({dashboard}: Awaited<ReturnType<typeof loadedDashboard>>) => {
  const {chart} = dashboard.getSnapshot().children
  if (chart === undefined) throw new Error('No chart is shown')
  return chart
}
const figure = () => within(screen.getByRole('figure'))
const choose = (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), {target: {value}}))

const click = (name: string) => act(async () => fireEvent.click(screen.getByRole('button', {name})))
const openRange = async (name: string) => {
  await click(`Time range: ${name}, UTC`)
  await screen.findByLabelText('Start')
}

describe('the screen', () => {
  it('greets whoever has a name', async () => {
    const {unmount} = await loadedDashboard({userName: 'Ann'})
    expect(screen.getByRole('heading', {level: 1}).textContent).toBe('Dashboard')
    expect(screen.getByText('Hi, Ann')).toBeTruthy()
    unmount()
    await loadedDashboard({userName: null})
    expect(screen.queryByText(/^Hi/)).toBeNull()
  })

  it('titles the section by device name and key', async () => {
    await loadedDashboard({loadDevices: async () => [device('d1', ['temperature'], 'Pump <b>3</b>')]})
    expect(heading()).toBe('Timeseries for Pump <b>3</b> - temperature')
  })
})

describe('the tiles', () => {
  const tiles = (container: HTMLElement) =>
    [...container.querySelectorAll('dl[aria-label="Statistics"] > div')].map(tile => [
      tile.querySelector('dt')?.textContent,
      tile.querySelector('dd')?.textContent,
    ])

  it('show the numbers of a key whose latest value is a text, and say so where it has none', async () => {
    const none = {lastHour: null, today: null, yesterday: null, thisWeek: null, lastWeek: null}
    const text = 'Statistics are of numbers; this key holds texts.'
    const mixed = await loadedDashboard()
    await mixed.read('d1', {cpu: reading('manual')})
    expect(tiles(mixed.container)[0]).toEqual(['Average last hour', '2.00'])
    expect(screen.queryByText(text)).toBeNull()
    mixed.unmount()
    const {read, container} = await loadedDashboard({loadStatistics: async () => none})
    await read('d1', {cpu: reading('manual')})
    expect(tiles(container)).toEqual([])
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('show numbers where one boolean came among them, as does the chart, which says that kinds are mixed', async () => {
    const points = [1, 1, 2.5, 0].map((value, at) => ({ts: NOW - (4 - at) * 60_000, value}))
    const {read, container} = await loadedDashboard({
      loadSeries: async () => series({points, total: 4}),
      loadStatistics: async () => ({
        today: null,
        yesterday: null,
        thisWeek: null,
        lastWeek: null,
        lastHour: {sum: 4.5, events: 1, average: 1.125, min: 0, max: 2.5},
      }),
    })
    await read('d1', {cpu: reading(false)})
    expect(tiles(container).slice(0, 3)).toEqual([
      ['Average last hour', '1.13'],
      ['Min last hour', '0.00'],
      ['Max last hour', '2.50'],
    ])
    expect(figure().getByText('This key mixes numbers with true and false, which are drawn as 1 and 0.')).toBeTruthy()
    expect(screen.queryByText(/112|113/)).toBeNull()
  })

  it.each([
    [
      {texts: 3, newest: NOW, booleans: 'none'},
      1437,
      ['3 of 1,440 values of this range are no numbers and are not drawn.'],
    ],
    [{texts: 1, newest: NOW}, 2, ['1 of 3 values of this range is no number and is not drawn.']],
    [
      {texts: 0, newest: null, booleans: 'some'},
      2,
      ['This key mixes numbers with true and false, which are drawn as 1 and 0.'],
    ],
    [{texts: 0, newest: null, booleans: 'none'}, 2, []],
  ] as const)(
    'are of a key whose latest value is a number, beside which the range has others: %j',
    async (others, total, said) => {
      const {read} = await loadedDashboard({loadSeries: async () => series({others, total})})
      await read('d1', {cpu: reading(2)})
      expect(
        figure()
          .queryAllByText(/mixes|not drawn/)
          .map(({textContent}) => textContent),
      ).toEqual(said)
    },
  )

  it('show average, min and max of three windows with 2 decimals, and a dash without points', async () => {
    const {container} = await loadedDashboard()
    expect(tiles(container)).toEqual([
      ['Average last hour', '2.00'],
      ['Min last hour', '1.00'],
      ['Max last hour', '3.34'],
      ['Average today', '20.00'],
      ['Min today', '10.00'],
      ['Max today', '30.00'],
      ['Average this week', '–no points'],
      ['Min this week', '–no points'],
      ['Max this week', '–no points'],
    ])
  })

  it('show sum, events and the last day and week on demand, with a dash where nothing is known', async () => {
    const {container} = await loadedDashboard()
    await click('More Statistics')
    expect(tiles(container)).toHaveLength(25)
    expect(tiles(container).slice(3, 5)).toEqual([
      ['Sum last hour', '6.00'],
      ['Events last hour', '1'],
    ])
    expect(tiles(container)[10]).toEqual(['Average yesterday', '–no points'])
    await click('Less Statistics')
    expect(tiles(container)).toHaveLength(9)
  })

  it('are hidden when they can’t be had', async () => {
    const {container} = await loadedDashboard({loadStatistics: () => Promise.reject(new Error('no'))})
    expect(tiles(container)).toEqual([])
    expect(heading()).toBe('Timeseries for Device d1 - cpu')
  })
})

describe('the chart controls', () => {
  it('are at their defaults: live, no aggregation, 30 minutes, two days back until now', async () => {
    await loadedDashboard()
    expect(screen.getByRole('switch', {name: /Live update/, checked: true})).toBeTruthy()
    const values = (...labels: string[]) => labels.map(label => screen.getByLabelText<HTMLInputElement>(label).value)
    expect(values('Aggregation', 'Window')).toEqual(['none', '30'])
    await openRange('Last 2 days')
    expect(values('Start', 'End')).toEqual(['2026-03-02 00:00:00', 'now'])
    expect(screen.queryByLabelText('Minutes')).toBeNull()
  })

  it('offer every aggregation and window', async () => {
    await loadedDashboard()
    const options = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(option => option.label)
    expect([options('Aggregation'), options('Window')]).toEqual([
      ['None', 'Average', 'Sum', 'Count', 'Max', 'Min'],
      ['10 minutes', '30 minutes', '60 minutes', 'One day', 'Custom'],
    ])
  })

  it('ask for what is chosen', async () => {
    const {questions} = await loadedDashboard()
    await choose('Aggregation', 'average')
    await choose('Window', '1440')
    await choose('Window', 'custom')
    await choose('Minutes', '45')
    expect(questions.map(({aggregation, windowMinutes}) => [aggregation, windowMinutes])).toEqual([
      ['none', 30],
      ['average', 30],
      ['average', 1440],
      ['average', 45],
    ])
  })

  it('count a blank custom window as 1 minute', async () => {
    const {questions} = await loadedDashboard()
    await choose('Aggregation', 'max')
    await choose('Window', 'custom')
    await choose('Minutes', '')
    expect(questions.at(-1)?.windowMinutes).toBe(1)
  })

  it('pause live update for a chosen end and say so, and switching it on frees the end', async () => {
    const shown = await loadedDashboard()
    await openRange('Last 2 days')
    await choose('End', '2026-03-03 10:00')
    await click('Apply')
    expect(screen.getByRole('switch', {name: /Live update/, checked: false})).toBeTruthy()
    expect(screen.getByText('Paused: fixed time')).toBeTruthy()
    expect(shown.questions.at(-1)?.end).toBe(Date.UTC(2026, 2, 3, 10))
    await act(async () => fireEvent.click(screen.getByRole('switch')))
    expect(screen.getByText('Live')).toBeTruthy()
    expect(screen.getByRole('button', {name: 'Time range: 2 Mar, 00:00 – now, UTC'})).toBeTruthy()
  })

  it('say so when the start is not before the end', async () => {
    await loadedDashboard()
    await openRange('Last 2 days')
    await choose('Start', '2026-03-05 00:00')
    await click('Apply')
    expect(screen.getByText('The start must be before the end.')).toBeTruthy()
    expect(screen.getByLabelText('Start').getAttribute('aria-invalid')).toBe('true')
    await choose('Start', '2026-03-03 00:00')
    expect(screen.queryByText('The start must be before the end.')).toBeNull()
  })

  it('save what is drawn as a file, in the unit of the key', async () => {
    const saved: unknown[] = []
    await loadedDashboard({
      saveFile: async ({input: {question, series: drawn, unit}}) => void saved.push([question.key, drawn, unit]),
    })
    fireEvent.click(screen.getByRole('button', {name: 'Download CSV'}))
    expect(saved).toEqual([['cpu', series(), null]])
  })
})

describe('the chart', () => {
  it('says that it is loading', async () => {
    await loadedDashboard({loadSeries: () => new Promise(() => {})})
    expect(figure().getByText('Loading chart...').getAttribute('role')).toBe('status')
  })

  it('says how many points it shows of how many', async () => {
    const shown = await loadedDashboard({
      loadSeries: async ({aggregation}) =>
        aggregation === 'none'
          ? series({isThinned: true, total: 34_560})
          : series({aggregation, isTruncated: true, total: 1000}),
    })
    expect(figure().getByText('2 of 34,560 points')).toBeTruthy()
    await act(async () => chartOf(shown).send({type: 'aggregation.chosen', aggregation: 'sum'}))
    expect(figure().getByText('2 buckets of the newest 1,000 points; older ones were not fetched')).toBeTruthy()
  })

  it('says that older points were not fetched', async () => {
    await loadedDashboard({loadSeries: async () => series({isTruncated: true})})
    expect(figure().getByText('newest 2 points; older ones were not fetched')).toBeTruthy()
  })

  it('says that there are no points in the range', async () => {
    await loadedDashboard({loadSeries: async () => series({points: [], total: 0})})
    expect(figure().getByText('No points in this range')).toBeTruthy()
    expect(screen.getByRole('button', {name: 'Download CSV'})).toHaveProperty('disabled', true)
  })

  it('names its failure and asks again on Retry', async () => {
    let tries = 0
    const {questions} = await loadedDashboard({
      loadSeries: async () => {
        if (tries++ === 0) throw new Error('no')
        return series()
      },
    })
    expect(figure().getByRole('alert').textContent).toContain('The chart could not be loaded.')
    await act(async () => fireEvent.click(figure().getByRole('button', {name: 'Retry'})))
    expect(figure().queryByRole('alert')).toBeNull()
    expect(questions).toHaveLength(2)
  })

  it('says in words why it is not fresh', async () => {
    const {read, clockIs, linkIs} = await loadedDashboard()
    expect(figure().queryByRole('status')).toBeNull()
    await read('d1', {cpu: null})
    expect(figure().getByText('This device has never sent a value for this key.')).toBeTruthy()
    await read('d1', {cpu: reading(42)})
    expect(figure().queryByRole('status')).toBeNull()
    await clockIs(NOW + LATE_AFTER + 150_000)
    expect(figure().getByRole('status').textContent).toBe('Late: no new value for 4 min.')
    await linkIs({kind: 'offline'})
    expect(figure().getByRole('status').textContent).toBe('Link down: this is what was known before.')
  })

  it('is drawn red for the temperature and blue for all else', async () => {
    const {container, unmount} = await loadedDashboard()
    const stroke = (root: HTMLElement) =>
      root.querySelector('.highcharts-series-0 .highcharts-graph')?.getAttribute('stroke')
    expect(stroke(container)).toBe('var(--chart-blue)')
    unmount()
    const other = await loadedDashboard({loadDevices: async () => [device('d1', ['temperature'])]})
    expect(stroke(other.container)).toBe('var(--chart-red)')
  })

  it('zooms by keys and tells that the view stays', async () => {
    await loadedDashboard()
    const canvas = screen.getByRole('application', {name: /^Chart of cpu of Device d1/})
    const press = (key: string) => act(async () => fireEvent.keyDown(canvas, {key}))
    const isZoomed = () => screen.queryByText(/^Zoomed in: the view stays where it is\./) !== null
    const reset = screen.getByRole<HTMLButtonElement>('button', {name: 'Reset zoom'})
    expect([isZoomed(), reset.disabled]).toEqual([false, true])
    await press('+')
    expect([isZoomed(), reset.disabled]).toEqual([true, false])
    await press('0')
    expect(isZoomed()).toBe(false)
    await press('+')
    await act(async () => fireEvent.click(reset))
    expect([isZoomed(), reset.disabled]).toEqual([false, true])
  })
})
