import {readFile} from 'node:fs/promises'
import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {postTelemetry} from './support/device'
import {type Journey, SERVERS, useJourney} from './support/journey'

const MINUTE = 60_000

describe.each(SERVERS)('the chart of a key that holds texts, with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('is a band of states with a gap where nothing is known, which the pointer and the keyboard read', async () => {
    const {page, dashboard} = await openMode(journey)
    const band = dashboard.section.locator('.state-region')
    await expect.poll(() => band.count()).toBe(4)
    expect(await dashboard.section.locator('.state-unknown').count()).toBeGreaterThanOrEqual(2)
    expect(await dashboard.section.locator('.state-text').allTextContents()).toContain('automatic')
    await dashboard.section.getByText(/^\d states$/).waitFor()
    await band.first().hover()
    const readout = dashboard.section.locator('.state-readout').getByText('mode: automatic')
    await readout.waitFor()
    const drawnBefore = await band.first().boundingBox()
    await page.setViewportSize({width: 1240, height: 720})
    await expect.poll(async () => (await band.first().boundingBox())?.width).not.toBe(drawnBefore?.width)
    expect(await readout.isVisible()).toBe(true)
    await dashboard.chart.focus()
    await page.getByText(/states in view, latest /).waitFor()
    await page.keyboard.press('+')
    await page.getByRole('button', {name: 'Reset zoom'}).and(page.locator(':enabled')).waitFor()
  })

  it('grows by a live value, and hands out its texts', async () => {
    const {dashboard} = await openMode(journey)
    if (additions) {
      await postTelemetry(journey.server.origin, journey.world.conveyor.accessToken, {mode: 'paused'})
      await dashboard.section.getByRole('listitem').filter({hasText: 'paused'}).waitFor()
    }
    expect((await dashboard.downloadCsv()).lines.join()).toContain(',automatic')
  })
})

async function openMode(journey: Journey) {
  const {accessToken, id} = journey.world.conveyor
  const now = journey.now()
  const modes = [
    ...Array.from({length: 60}, (_, at) => ({ts: now - (180 - at) * MINUTE, values: {mode: 'automatic'}})),
    ...Array.from({length: 60}, (_, at) => ({ts: now - (90 - at) * MINUTE, values: {mode: '<b>manual</b>'}})),
    ...Array.from({length: 30}, (_, at) => ({
      ts: now - (30 - at) * MINUTE,
      values: {mode: at < 20 ? 'automatic' : '<b>manual</b>'},
    })),
  ]
  await postTelemetry(journey.server.origin, accessToken, modes)
  const page = await journey.open(`/dashboard?device=${id}&key=mode&from=now-4h&to=now`)
  const dashboard = dashboardOn(page)
  await dashboard.title('Conveyor', 'mode').waitFor()
  // The latest value shows that a key holds texts, and then the chart is made again.
  await dashboard.key('mode', 'Conveyor').filter({hasText: 'manual'}).waitFor()
  return {page, dashboard}
}

describe.each(SERVERS)('the band between the lowest and the highest values, with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('lies behind averages, one piece for each bucket, and is read by the pointer', async () => {
    const {dashboard, band} = await openBoiler(journey, 'temperature&agg=average&window=120')
    await dashboard.section.getByText('Min–max', {exact: true}).waitFor()
    const buckets = dashboard.section.locator('.highcharts-column-series .highcharts-point')
    const pieces = async () => ((await band.getAttribute('d')) ?? '').match(/M/g)?.length
    await expect.poll(pieces).toBe(await buckets.count())
    await buckets.nth(3).hover()
    await dashboard.section
      .locator('.highcharts-tooltip')
      .getByText(/Min .+, max .+/)
      .waitFor()
    await dashboard.control('Aggregation').selectOption('sum')
    await dashboard.section.getByText('Min–max', {exact: true}).waitFor({state: 'detached'})
    await expect.poll(() => band.getAttribute('d')).toBe('')
  })

  it('is not where every point is drawn', async () => {
    const {dashboard, band} = await openBoiler(journey, 'temperature')
    await dashboard.line.waitFor({state: 'attached'})
    expect([await band.getAttribute('d'), await dashboard.section.getByText('Min–max').count()]).toEqual(['', 0])
  })
})

describe('the band of a thinned line', () => {
  const journey = useJourney({additions: true})

  it('stays within the plot, and goes once the part in view has all of its points', async () => {
    const {page, dashboard, band} = await openBoiler(journey, 'vibration&from=now-6h&to=now')
    const legend = dashboard.section.getByText('Min–max', {exact: true})
    await legend.waitFor()
    await expect.poll(async () => (await band.getAttribute('d'))?.length).toBeGreaterThan(100)
    await dashboard.chart.focus()
    for (let times = 0; times < 3; times++) await page.keyboard.press('+')
    const plot = await dashboard.section.locator('.highcharts-plot-background').boundingBox()
    const drawn = await band.boundingBox()
    if (plot === null || drawn === null) throw new Error('The chart is not drawn')
    expect(drawn.x >= plot.x - 1 && drawn.x + drawn.width <= plot.x + plot.width + 1).toBe(true)
    for (let times = 0; times < 30; times++) await page.keyboard.press('+')
    await legend.waitFor({state: 'detached'})
  })
})

describe('a range without values', () => {
  const journey = useJourney({additions: true})

  it('has no points, and no states either', async () => {
    const {dashboard} = await openBoiler(journey, 'vibration&from=now-3d&to=now-2d')
    const figure = dashboard.section.getByRole('figure')
    await figure.getByText('No points in this range').waitFor()
    await figure.getByText('0 points', {exact: true}).waitFor()
  })
})

async function openBoiler(journey: Journey, key: string) {
  const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=${key}`)
  const dashboard = dashboardOn(page)
  return {page, dashboard, band: dashboard.section.locator('path.envelope')}
}

describe('sharing a chart', () => {
  const journey = useJourney({additions: true})

  it('copies a link with its zone, or with its times for ever', async () => {
    const {page, share} = await openShared(journey)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (what: string) => {
      await share(what)
      await page.locator('[data-share-outcome=copied]').waitFor()
      return new URL(await page.evaluate(() => navigator.clipboard.readText())).searchParams
    }
    const link = await copied('link')
    expect([link.get('tz'), link.get('from'), link.get('to')]).toEqual(['Europe/Berlin', 'now-6h', 'now'])
    const moment = await copied('moment')
    expect(Number(moment.get('to')) - Number(moment.get('from'))).toBeGreaterThanOrEqual(6 * 60 * MINUTE)
  })

  it('shows the link where the browser does not copy it', async () => {
    const {page, share} = await openShared(journey)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await share('link')
    expect(await page.getByLabel(/does not let a page copy/).inputValue()).toContain('tz=Europe%2FBerlin')
  })

  it('saves a picture at twice its size', async () => {
    const {page, share} = await openShared(journey)
    const started = page.waitForEvent('download')
    await share('picture')
    const file = await started
    expect(file.suggestedFilename()).toBe('Boiler-temperature.png')
    const picture = await readFile(await file.path())
    expect(picture.subarray(1, 4).toString()).toBe('PNG')
    const drawn = await dashboardOn(page).section.locator('svg.highcharts-root').boundingBox()
    expect(picture.readUInt32BE(16)).toBe(2 * (Math.round(drawn?.width ?? 0) + 32))
  })

  it('moves its range by keys', async () => {
    const {page, dashboard} = await openShared(journey)
    await page.locator('body').press('t')
    await page.locator('body').press('-')
    await expect.poll(() => dashboard.range.textContent()).toContain('Last 12 hours')
    await page.locator('body').press('t')
    await page.locator('body').press('+')
    await expect.poll(() => dashboard.range.textContent()).toContain('Last 6 hours')
    await page.locator('body').press('t')
    await page.locator('body').press('ArrowLeft')
    await expect.poll(() => page.url()).toMatch(/from=\d{4}-.*&to=\d{4}-/)
  })
})

async function openShared(journey: Journey) {
  const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=temperature&from=now-6h&to=now`)
  const dashboard = dashboardOn(page)
  await dashboard.line.waitFor()
  const share = async (what: string) => {
    await page.locator('[data-share=menu]').click()
    await page.locator(`[data-share=${what}]`).click()
  }
  return {page, dashboard, share}
}
