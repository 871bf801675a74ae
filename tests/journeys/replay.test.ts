import {eq} from 'drizzle-orm'
import type {Page} from 'playwright-core'
import {beforeAll, describe, expect, it} from 'vitest'
import {createPastAlarms} from '../../server/alarm/evaluation/past'
import {attribute} from '../../server/database/schema/attribute'
import {device} from '../../server/database/schema/device'
import {createKeyIds} from '../../server/telemetry/ingest/keyIds'
import {deep} from '../support/deep'
import {PRESENT} from '../support/instant'
import {hasInk} from './support/home'
import {type Journey, SERVERS, useJourney} from './support/journey'
import {largestDifference} from './support/pixels'

const SPEED = /9\.5\s*m\/s/
const MINUTE = 60_000
/** Longer ago than the slider reaches from the present, in a whole minute. */
const BEGUN = Math.floor(PRESENT / MINUTE) * MINUTE - 2 * 24 * 60 * MINUTE
const minute = (at: number) => new Date(BEGUN + at * MINUTE).toISOString()

/**
 * Dormant sends for the first time: its speed goes beyond a limit after five minutes, and comes back after ten. Values
 * that are so old when they arrive raise nothing, so the alarm of that time is recorded beside them.
 */
async function incident(journey: Journey) {
  const {
    database,
    world: {plantId, dormant},
  } = journey
  const ofPlant = {entityType: 'organisation', entityId: plantId, organisationId: plantId, scope: 2} as const
  await database.db.insert(attribute).values([
    {...ofPlant, key: 'thresholds', jsonV: {speed: {warning: {above: 5}, critical: {above: 9}}}, lastUpdateTs: BEGUN},
    {...ofPlant, key: 'units', jsonV: {speed: 'm/s'}, lastUpdateTs: BEGUN},
  ])
  const points = Array.from({length: 13}, (_, at) => ({
    ts: BEGUN + at * MINUTE,
    value: at >= 5 && at < 10 ? 9.5 : 1 + at / 8,
  }))
  for (const {ts, value} of points) await journey.post(dormant.accessToken, {ts, values: {speed: value}})
  const [stored] = await database.db.select({number: device.number}).from(device).where(eq(device.id, dormant.id))
  const past = createPastAlarms({database, now: journey.now, findKeyIds: createKeyIds(database).find})
  const nobody = {by: '', after: Number.POSITIVE_INFINITY}
  await past.record(stored?.number ?? 0, key => (key === 'speed' ? points : undefined), nobody)
}

/** The plant has a wall instead of the telemetry dashboard. */
async function open(journey: Journey, path: string): Promise<Page> {
  const context = await journey.newContext({viewport: {width: 1600, height: 900}})
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.route('**/config.json', route =>
    route.fulfill({json: {dashboards: {media: [], wall: [journey.world.plantId]}}}),
  )
  await journey.signIn(context, journey.world.plantAdmin)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const bar = (page: Page) => page.getByRole('region', {name: 'Replay of the past'})
const press = (page: Page, name: string) => bar(page).getByRole('button', {name}).click()
const tile = (page: Page) => page.locator('li[data-status]').filter({hasText: 'Dormant'})
const tileThat = (page: Page, state: string) => tile(page).and(page.locator(`[${state}]`))

describe('a replay', () => {
  const journey = useJourney({additions: true})
  beforeAll(() => incident(journey))

  it('plays an incident on the wall, in the list of alarms and back to the present, and paints nothing fresh', async () => {
    const page = await open(journey, `/dashboard?at=${minute(0.5)}&rate=60`)
    await tileThat(page, 'data-freshness="replay"').waitFor()
    expect(await page.title()).toBe('Replay: Wall – Pulsewall')
    await tileThat(page, 'data-severity="critical"').filter({hasText: SPEED}).waitFor()
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await press(page, 'Pause')
    await bar(page).getByText('paused').waitFor()
    expect(new URL(page.url()).searchParams.get('rate')).toBeNull()

    await page.getByRole('navigation').getByRole('link', {name: 'Alarms'}).click()
    await page.getByRole('row', {name: /Critical .*Dormant .*speed .*Active, not acknowledged/}).waitFor()
    expect(await page.getByRole('button', {name: 'Acknowledge', exact: true}).count()).toBe(0)

    await press(page, 'Back to live')
    await page.getByRole('row', {name: /Dormant .*Back to normal, not acknowledged/}).waitFor()
    await page.getByRole('button', {name: 'Acknowledge', exact: true}).waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBeNull()
    await page.goBack()
    await page.getByRole('row', {name: /Dormant .*Active, not acknowledged/}).waitFor()
  })

  deep('takes the dashboard to the moment that the slider is moved to by the keyboard', async () => {
    const {id} = journey.world.dormant
    const page = await open(journey, `/dashboard?device=${id}&key=speed&at=${minute(6)}`)
    const present = page.getByRole('heading', {name: /Dormant - speed/}).locator('..')
    await present.getByText('9.5').waitFor()
    const slider = bar(page).getByRole('slider', {name: 'Moment'})
    await slider.press('ArrowLeft')
    await slider.press('ArrowLeft')
    await present.getByText('1.5').waitFor()
    expect(new URL(page.url()).searchParams.get('at')).toBe(minute(4))
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await page.getByRole('button', {name: 'Download CSV'}).waitFor()
    expect(await page.getByRole('button', {name: 'Alarm level'}).count()).toBe(0)
  })

  deep('begins on request, and shows what is told from then on when it comes to the present', async () => {
    const page = await open(journey, '/dashboard')
    await page.getByRole('button', {name: 'Replay the past'}).click()
    await bar(page).getByText('paused').waitFor()
    await bar(page).getByRole('radio', {name: '600×'}).check({force: true})
    await press(page, 'Play')
    await bar(page).getByText('has come to the present').waitFor()
    await press(page, 'Back to live')
    await bar(page).waitFor({state: 'detached'})
    await journey.post(journey.world.conveyor.accessToken, {speed: 2.5})
    await page.locator('li[data-freshness="fresh"]').filter({hasText: 'Conveyor'}).waitFor()
  })

  deep('draws small charts that come after all else while the past stands still', async () => {
    const page = await open(journey, '/profile')
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    await page.route('**/sparklines', async route => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/sparklines')
    await page.goto(`/dashboard?at=${minute(6)}&order=name`)
    const charts = page.getByRole('main').locator('canvas')
    await tileThat(page, 'data-severity="critical"').filter({hasText: SPEED}).waitFor()
    await asked
    expect(await charts.evaluate(hasInk)).toBe(false)
    goOn()
    await expect.poll(() => charts.evaluate(hasInk)).toBe(true)
  })

  deep.each([
    [
      'the wall',
      () => `/dashboard?at=${minute(6)}`,
      (page: Page) => tileThat(page, 'data-severity="critical"').filter({hasText: SPEED}),
    ],
    ['the alarms', () => `/alarms?at=${minute(6)}`, (page: Page) => page.getByRole('row', {name: /Dormant/})],
    [
      'the dashboard',
      () => `/dashboard?device=${journey.world.dormant.id}&key=speed&at=${minute(6)}`,
      (page: Page) => page.locator('.highcharts-graph').first(),
    ],
  ])('shows two people who open a copied moment the same pixels of %s', async (_, path, shown) => {
    const page = await open(journey, path())
    await shown(page).waitFor()
    await press(page, 'Copy this moment')
    await bar(page).getByText('Copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    const one = await open(journey, link)
    await shown(one).waitFor()
    await journey.post(journey.world.dormant.accessToken, {speed: 7})
    const other = await open(journey, link)
    await shown(other).waitFor()

    const picture = (of: Page) => of.getByRole('main').screenshot({animations: 'disabled', caret: 'hide'})
    const difference = async () => largestDifference(page, await picture(one), await picture(other))
    await expect.poll(difference).toBeLessThan(8)
  })

  deep.each([
    ['no time', 'yesterday', 'This link names no moment'],
    ['the future', '2099-01-01T00:00:00Z', 'This moment is in the future'],
  ])('says of an address with %s what is wrong with it, and leads back to live', async (_, at, heading) => {
    const page = await open(journey, `/dashboard?at=${at}`)
    await page.getByRole('heading', {name: heading}).waitFor()
    await page.getByRole('button', {name: 'Back to live'}).click()
    await tile(page).waitFor()
  })

  deep('says of a time before all data that nothing is kept from then', async () => {
    const page = await open(journey, '/dashboard?at=2020-02-29T12:00:00Z')
    await bar(page)
      .getByText(/^Nothing is stored from then\. The oldest value is of /)
      .waitFor()
    await tileThat(page, 'data-status="never"').waitFor()
  })
})

describe.each(SERVERS.filter(({additions}) => !additions))('a replay from $kind', ({additions}) => {
  const journey = useJourney({additions})

  deep('is not offered', async () => {
    const page = await open(journey, `/dashboard?at=${minute(6)}`)
    await page.getByRole('heading', {name: 'There is no replay here'}).waitFor()
    await page.getByRole('button', {name: 'Back to live'}).click()
    await tile(page).waitFor()
    expect(await page.getByRole('button', {name: 'Replay the past'}).count()).toBe(0)
  })
})
