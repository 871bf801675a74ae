import {TZDate} from '@date-fns/tz'
import {format, startOfDay, subDays, subHours} from 'date-fns'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import type {EpochMs} from '../../contract/wire/common'
import {deep} from '../support/deep'
import {readCsv} from './support/csv'
import {dashboardOn} from './support/dashboard'
import type {HistoryPoint} from './support/history'
import {type Journey, SERVERS, useJourney} from './support/journey'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe.each(SERVERS)('the chart with $kind', ({additions}) => {
  const journey = useJourney({additions})

  deep('hands out its points as a CSV file', async () => {
    const {dashboard} = await openTemperature(journey)
    const {name, lines} = await dashboard.downloadCsv()
    expect(name).toBe(`${journey.world.boiler.id}-temperature-data.csv`)
    expect(readCsv(lines)).toEqual(
      journey.world.temperature.filter(({ts}) => ts >= defaultStart(journey.now(), 'Europe/Berlin')),
    )
  })

  it('averages by windows of thirty minutes from the start of the range', async () => {
    const {dashboard} = await openTemperature(journey)
    await dashboard.control('Aggregation').selectOption('average')
    await dashboard.section.getByText(/^\d+ buckets$/).waitFor()
    const start = defaultStart(journey.now(), 'Europe/Berlin')
    const expected = averages(journey.world.temperature, start, 30 * MINUTE)
    const found = readCsv((await dashboard.downloadCsv()).lines)
    expect(found.map(({ts}) => ts)).toEqual(expected.map(({ts}) => ts))
    expect(found.map(({value}) => value.toFixed(6))).toEqual(expected.map(({value}) => value.toFixed(6)))
  })

  deep('counts by days that start at the start of the day', async () => {
    const {dashboard} = await openTemperature(journey, '&agg=count')
    await dashboard.control('Window').selectOption('1440')
    const start = defaultStart(journey.now(), 'Europe/Berlin')
    // Shortly after midnight the day has no value yet.
    const dayOf = ({ts}: {ts: number}) => Math.floor((ts - start) / DAY)
    const days = [...new Set(journey.world.temperature.map(dayOf))].filter(day => day >= 0).sort()
    await dashboard.section.getByText(`${days.length} buckets`, {exact: true}).waitFor()
    expect(readCsv((await dashboard.downloadCsv()).lines).map(({ts}) => ts)).toEqual(days.map(day => start + day * DAY))
  })

  deep('draws no line across the hours in which the device was silent', async () => {
    const {dashboard} = await openTemperature(journey)
    await expect.poll(async () => (await dashboard.linePath()).match(/M/g)?.length).toBe(2)
  })

  deep('says how many of the points it shows, and keeps the peak', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=vibration`)
    const dashboard = dashboardOn(page)
    const total = journey.world.vibration.length.toLocaleString('en')
    const text = additions
      ? new RegExp(`^[\\d,]+ of ${total} points$`)
      : /^newest 1,000 points; older ones were not fetched$/
    await dashboard.section.getByText(text).waitFor()
    const saved = readCsv((await dashboard.downloadCsv()).lines)
    expect(saved).toEqual(journey.world.vibration.filter(({ts}) => ts >= defaultStart(journey.now(), 'Europe/Berlin')))
  })
})

describe('the chart', () => {
  const journey = useJourney({additions: true})

  deep('takes a blank custom window for one minute', async () => {
    const {page, dashboard} = await openTemperature(journey, '&agg=count')
    await dashboard.control('Window').selectOption('custom')
    await dashboard.control('Minutes').fill('60')
    await page.waitForURL(/window=60/)
    await dashboard.control('Minutes').fill('')
    await page.waitForURL(/window=1(&|$)/)
    const inRange = journey.world.temperature.filter(({ts}) => ts >= defaultStart(journey.now(), 'Europe/Berlin'))
    await dashboard.section.getByText(`${inRange.length} buckets`).waitFor()
  })

  it('zooms by wheel, stays there when a live value arrives, and shows everything again', async () => {
    const {page, dashboard} = await openTemperature(journey)
    const whole = await dashboard.axisLabels()
    await pointAtChart(page)
    for (let notch = 0; notch < 5; notch++) await page.mouse.wheel(0, -100)
    await dashboard.section.getByText('Zoomed in: the view stays where it is.').waitFor()
    await expect.poll(() => dashboard.axisLabels()).not.toEqual(whole)
    const zoomed = await dashboard.axisLabels()

    await journey.post(journey.world.boiler.accessToken, {temperature: 21.0625})
    await dashboard.key('temperature', 'Boiler').filter({hasText: '21.1'}).waitFor()
    await expect.poll(async () => (await dashboard.downloadCsv()).lines.at(-1)).toMatch(/,21\.0625$/)
    expect(await dashboard.axisLabels()).toEqual(zoomed)

    await dashboard.section.getByRole('button', {name: 'Reset zoom'}).click()
    await dashboard.section.getByText('Zoomed in: the view stays where it is.').waitFor({state: 'hidden'})
    expect(await dashboard.axisLabels()).toHaveLength(whole.length)
  })

  deep('draws a live value that leaves the axes as they are', async () => {
    const {dashboard} = await openTemperature(journey)
    await dashboard.line.waitFor({state: 'attached'})
    const values = journey.world.temperature.map(({value}) => value)
    const [labels, path] = [await dashboard.axisLabels(), await dashboard.linePath()]
    await journey.post(journey.world.boiler.accessToken, {temperature: (Math.min(...values) + Math.max(...values)) / 2})
    await expect.poll(() => dashboard.linePath()).not.toBe(path)
    expect((await dashboard.linePath()).length).toBeGreaterThan(path.length)
    expect(await dashboard.axisLabels()).toEqual(labels)
  })

  deep('fetches every point of the part that is zoomed to, comes back with Back, and keeps no tooltip', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=vibration`)
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/ of [\d,]+ points$/).waitFor()
    const reset = dashboard.section.getByRole('button', {name: 'Reset zoom'})
    expect(await reset.isDisabled()).toBe(true)
    // Its points belong to the last eight hours.
    await drag(page, 0.92, 0.95)
    await page.waitForURL(/zoom=\d+-\d+/)
    const [start, end] = (new URL(page.url()).searchParams.get('zoom') ?? '').split('-').map(Number)
    const inView = journey.world.vibration.filter(({ts}) => ts >= (start ?? 0) && ts <= (end ?? 0))
    await dashboard.section.getByText(`In view: ${inView.length} points.`).waitFor()
    expect(
      await dashboard.section
        .locator('.highcharts-tooltip[visibility="visible"], .highcharts-tooltip:not([visibility])')
        .count(),
    ).toBe(0)
    await page.reload()
    await dashboard.section.getByText(`In view: ${inView.length} points.`).waitFor()
    await page.goBack()
    await expect.poll(() => reset.isDisabled()).toBe(true)
  })

  deep('takes a drag of a few pixels, and one straight down, for a click', async () => {
    const {page, dashboard} = await openTemperature(journey)
    const whole = await dashboard.axisLabels()
    await drag(page, 0.5, 0.503)
    const {x, y, width, height} = await plotOf(page)
    await page.mouse.move(x + width / 2, y + 0.2 * height)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + 0.8 * height, {steps: 5})
    await page.mouse.up()
    await dashboard.section.getByText('Zoomed in: the view stays where it is.').waitFor({state: 'hidden'})
    expect(await dashboard.axisLabels()).toEqual(whole)
  })

  deep('gives no two times the same label, however far it is zoomed in', async () => {
    const {page, dashboard} = await openTemperature(journey)
    await pointAtChart(page)
    for (let notch = 0; notch < 110; notch++) await page.mouse.wheel(0, -100)
    await dashboard.section.getByText('Zoomed in: the view stays where it is.').waitFor()
    await expect.poll(() => dashboard.axisLabels()).toContainEqual(expect.stringMatching(/^\d\d:\d\d:\d\d$/))
    const labels = await dashboard.axisLabels()
    expect(new Set(labels).size).toBe(labels.length)
  })

  deep('zooms by dragging and moves by dragging with ctrl', async () => {
    const {page, dashboard} = await openTemperature(journey)
    const whole = await dashboard.axisLabels()
    await drag(page, 0.3, 0.7)
    await expect.poll(() => dashboard.axisLabels()).not.toEqual(whole)
    const zoomed = await dashboard.axisLabels()
    await page.keyboard.down('Control')
    await drag(page, 0.5, 0.7)
    await page.keyboard.up('Control')
    await expect.poll(() => dashboard.axisLabels()).not.toEqual(zoomed)
    await dashboard.section.getByRole('button', {name: 'Reset zoom'}).click()
    await expect.poll(() => dashboard.axisLabels()).toEqual(whole)
  })

  deep('follows the end while live update is on, and stands still once an end is chosen', async () => {
    const {page, dashboard} = await openTemperature(journey)
    expect(await dashboard.liveUpdate.isChecked()).toBe(true)
    const range = await dashboard.openRange()
    await range
      .getByLabel('End')
      .fill(format(subHours(new TZDate(journey.now(), 'Europe/Berlin'), 3), 'yyyy-MM-dd HH:mm'))
    await range.getByRole('button', {name: 'Apply'}).click()
    await expect.poll(() => dashboard.liveUpdate.isChecked()).toBe(false)
    await page.waitForURL(/to=2/)
    await dashboard.liveUpdate.click()
    await expect.poll(() => dashboard.liveUpdate.isChecked()).toBe(true)
    await page.waitForURL(url => url.searchParams.get('to') === 'now')
  })

  deep('shows the same on a machine whose clock is two hours behind, and follows', async () => {
    const context = await journey.newContext()
    await context.addInitScript(clockSetBack(120 * MINUTE))
    await journey.signIn(context, journey.world.plantAdmin)
    const page = await context.newPage()
    await page.goto(`/dashboard?device=${journey.world.boiler.id}&key=temperature`)
    const dashboard = dashboardOn(page)
    const count = Number.parseInt((await dashboard.section.getByText(/^\d+ points$/).textContent()) ?? '', 10)
    expect(count).toBeGreaterThanOrEqual(
      journey.world.temperature.filter(({ts}) => ts >= defaultStart(journey.now(), 'Europe/Berlin')).length,
    )
    await journey.post(journey.world.boiler.accessToken, {temperature: 21.0625})
    await dashboard.section.getByText(`${count + 1} points`).waitFor()
    await dashboard.section.locator('header [data-freshness="fresh"]').waitFor()
  })

  deep('is 290 pixels high, with the decimals that its steps need and the unit on its value axis', async () => {
    const {page, dashboard} = await openTemperature(journey)
    const svg = dashboard.section.locator('svg.highcharts-root')
    expect((await svg.boundingBox())?.height).toBe(290)
    const labels = await page.locator('.highcharts-yaxis-labels text').allTextContents()
    expect(labels.length).toBeGreaterThan(1)
    expect(labels).toEqual(labels.map(() => expect.stringMatching(/^−?\d+(\.\d{1,4})?\s°C$/)))
  })
})

async function openTemperature(journey: Journey, search = '') {
  const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=temperature${search}`)
  const dashboard = dashboardOn(page)
  await dashboard.section.getByText(/^\d+ (points|buckets)$/).waitFor()
  await dashboard.line.waitFor({state: 'attached'})
  return {page, dashboard}
}

/** For a page to run before its own scripts. */
const clockSetBack = (milliseconds: number): string => `
  const {now} = Date
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length === 0 ? [now() - ${milliseconds}] : parts))
    }
    static now() {
      return now() - ${milliseconds}
    }
  }`

/** Two days back, at the start of the day. */
function defaultStart(now: EpochMs, zone: string): number {
  return startOfDay(subDays(new TZDate(now, zone), 2)).getTime()
}

function averages(points: readonly HistoryPoint[], start: number, window: number): HistoryPoint[] {
  const buckets = new Map<number, number[]>()
  for (const {ts, value} of points) {
    if (ts < start) continue
    const bucket = start + Math.floor((ts - start) / window) * window
    buckets.set(bucket, [...(buckets.get(bucket) ?? []), value])
  }
  return [...buckets].map(([ts, values]) => ({
    ts,
    value: values.reduce((sum, value) => sum + value, 0) / values.length,
  }))
}

async function plotOf(page: Page) {
  const box = await page.locator('.highcharts-plot-background').boundingBox()
  if (box === null) throw new Error('The chart is not drawn.')
  return box
}

async function pointAtChart(page: Page) {
  const {x, y, width, height} = await plotOf(page)
  await page.mouse.move(x + width / 2, y + height / 2)
}

/** Between two shares of the plot's width. */
async function drag(page: Page, from: number, to: number) {
  const {x, y, width, height} = await plotOf(page)
  await page.mouse.move(x + from * width, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + ((from + to) / 2) * width, y + height / 2)
  await page.mouse.move(x + to * width, y + height / 2)
  await page.mouse.up()
}
