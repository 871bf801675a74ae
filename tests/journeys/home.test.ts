import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {arrivals} from './support/arrivals'
import type {OpenOptions} from './support/browsers'
import {ageLatest} from './support/clock'
import {CUT} from './support/console'
import {type HomePage, homeOn} from './support/home'
import {type Journey, SERVERS, useJourney} from './support/journey'
import {tabTo} from './support/keyboard'

const NO_PROFILE = /status of 404 .*\/api\/v0\/users\/profile/
const MINUTE = 60_000

/** MyHome of the customer's user, whose only device is the conveyor. */
async function openHome(journey: Journey, options: OpenOptions = {}): Promise<{page: Page; home: HomePage}> {
  journey.expectComplaint(NO_PROFILE)
  const page = await journey.open('/myhome', {account: journey.world.customerUser, ...options})
  const home = homeOn(page)
  await home.chart('Conveyor', 'speed').waitFor()
  return {page, home}
}

describe.each(SERVERS)('MyHome with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('shows the own devices with their latest values and a chart, and nobody else’s', async () => {
    const {page, home} = await openHome(journey)
    await page.getByRole('heading', {name: 'MyHome', level: 1}).waitFor()
    await home.value('Conveyor', 'speed').filter({hasText: '1.25'}).waitFor()
    await expect.poll(() => home.isDrawn('Conveyor', 'speed')).toBe(true)
    await expect.poll(() => home.cards.getByRole('heading').allInnerTexts()).toEqual(['Conveyor'])
  })

  deep('shows a value that a device has just posted, in the list and in the chart', async () => {
    const {page, home} = await openHome(journey, {hasOwnClock: !additions})
    const arrival = arrivals(page, {additions})
    await home.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await journey.post(journey.world.conveyor.accessToken, {speed: 2.625})
    await arrival()
    await home
      .value('Conveyor', 'speed')
      .filter({hasText: /2\.63.*fresh/})
      .waitFor()
    await home.card('Conveyor').getByRole('figure').getByText('last 2.63').waitFor()
  })

  deep('says when a value is late', async () => {
    journey.expectComplaint(NO_PROFILE)
    const context = await journey.newContext()
    await journey.signIn(context, journey.world.customerUser)
    const page = await context.newPage()
    await ageLatest(journey.database, MINUTE)
    await page.route('**/config.json', route => route.fulfill({json: {lateAfter: 10_000}}))
    await page.clock.install()
    await page.goto('/myhome')
    const home = homeOn(page)
    await home.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await home.value('Conveyor', 'speed').filter({hasText: /late/}).waitFor()
    await journey.post(journey.world.conveyor.accessToken, {speed: 3.5})
    // At once, so that no call is under way while the clock is set: by its answer the page knows the server's clock.
    if (!additions) await page.clock.fastForward('01:01')
    await home
      .value('Conveyor', 'speed')
      .filter({hasText: /3\.5.*fresh/})
      .waitFor()
    await page.clock.fastForward('00:11')
    await home
      .value('Conveyor', 'speed')
      .filter({hasText: /3\.5.*late/})
      .waitFor()
    await home.card('Conveyor').locator('header').filter({hasText: /late/}).waitFor()
  })

  deep('says what was known while the link is down, and catches up', async () => {
    journey.expectComplaint(CUT)
    const {page, home} = await openHome(journey)
    await home.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await page.context().setOffline(true)
    await home.linkDown.waitFor()
    expect(await home.marked('fresh').count()).toBe(0)
    await home
      .value('Conveyor', 'speed')
      .filter({hasText: /link down/})
      .waitFor()
    await journey.post(journey.world.conveyor.accessToken, {speed: 4.5})
    await page.context().setOffline(false)
    await home
      .value('Conveyor', 'speed')
      .filter({hasText: /4\.5.*fresh/})
      .waitFor()
    await home.linkDown.waitFor({state: 'detached'})
    await home.card('Conveyor').getByRole('figure').getByText('last 4.5').waitFor()
  })
})

describe('MyHome', () => {
  const journey = useJourney({additions: true})

  deep('shows a few values first, and all on demand by the keyboard', async () => {
    await journey.post(journey.world.conveyor.accessToken, {belt: 'A', mode: 'manual', running: true, torque: 3})
    const {page, home} = await openHome(journey)
    await home.value('Conveyor', 'mode').waitFor()
    await expect
      .poll(() => home.card('Conveyor').getByRole('term').allInnerTexts())
      .toEqual(['speed', 'belt', 'mode', 'running'])
    await tabTo(page, home.more('Conveyor'))
    await page.keyboard.press('Enter')
    await home.value('Conveyor', 'torque').filter({hasText: '3'}).waitFor()
    expect(await home.more('Conveyor').getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Enter')
    await home.value('Conveyor', 'torque').waitFor({state: 'detached'})
  })

  deep('keeps the chosen states and the span in the address, and goes back', async () => {
    const {page, home} = await openHome(journey)
    await page.getByRole('button', {name: /never$/}).click()
    await page.getByText('No device is in the chosen states now.').waitFor()
    expect(new URL(page.url()).search).toBe('?status=never')
    await page.goBack()
    await page.getByText('7 d', {exact: true}).click()
    await home.card('Conveyor').getByText('last 7 d, 2 h averages').waitFor()
    expect(new URL(page.url()).search).toBe('?range=7d')
    await home.card('Conveyor').getByRole('link', {name: 'Conveyor'}).click()
    await page.waitForURL(/\/dashboard\?device=.*&key=speed$/)
  })

  deep('says why there is no chart, and tries again', async () => {
    journey.expectComplaint(/status of 500 /)
    journey.expectComplaint(NO_PROFILE)
    const page = await journey.open('/historical', {account: journey.world.customerUser, hasOwnClock: true})
    await page.route('**/values/timeseries*', route => route.fulfill({status: 500, json: {message: 'Out of order.'}}))
    await page.getByRole('link', {name: 'MyHome'}).click()
    const home = homeOn(page)
    await home.card('Conveyor').getByText('No chart: Out of order. It is tried again every few seconds.').waitFor()
    await home.value('Conveyor', 'speed').waitFor()
    await page.unroute('**/values/timeseries*')
    await page.clock.runFor('00:20')
    await home.chart('Conveyor', 'speed').waitFor()
  })

  deep('names the city of the profile', async () => {
    const {page} = await openHome(journey)
    const saved = await page.request.post('/api/v0/users/profile', {data: {city: 'Porto'}})
    expect(saved.ok()).toBe(true)
    await page.reload()
    await page.getByText('Porto', {exact: true}).waitFor()
  })

  deep('says what to do to whoever has no device yet', async () => {
    journey.expectComplaint(NO_PROFILE)
    const page = await journey.open('/myhome', {account: journey.world.lodger})
    await page.getByText('No devices yet').waitFor()
    await page.getByText(/^Devices that are assigned to you appear here/).waitFor()
    expect(await page.getByText('Conveyor').count()).toBe(0)
  })

  deep('reads on a screen of 360 pixels without scrolling sideways', async () => {
    const {page} = await openHome(journey, {viewport: {width: 360, height: 640}})
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })

  deep('says that there are no devices, or that their list has failed', async () => {
    journey.expectComplaint(/status of 500 |Failed to load devices/)
    journey.expectComplaint(NO_PROFILE)
    const page = await journey.open('/myhome', {account: journey.world.lodger})
    await page.getByText('No devices yet').waitFor()
    await page.route(/\/api\/v0\/(opening|device)(\?|$)/, route =>
      route.fulfill({status: 500, json: {message: 'Broken.'}}),
    )
    await page.reload()
    // A link that comes up asks again by itself.
    await homeOn(page)
      .mark.filter({hasText: /live|polling/i})
      .waitFor()
    await page.getByRole('alert').getByText('Your devices could not be loaded.').waitFor()
    await page.unrouteAll()
    await page.getByRole('button', {name: 'Retry'}).click()
    await page.getByText('No devices yet').waitFor()
  })
})
