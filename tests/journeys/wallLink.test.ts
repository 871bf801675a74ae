import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod/mini'
import {deep} from '../support/deep'
import {type Journey, useKillableJourney} from './support/journey'

const CUT = /net::ERR_|WebSocket connection to|Failed to load|status of (401|410|502)/

const issued = z.object({_id: z.string(), token: z.string()})

const stateOf = (page: Page, name: string) => page.locator('li[data-status]').filter({hasText: name})
const fresh = (page: Page, name: string) => stateOf(page, name).and(page.locator('[data-freshness="fresh"]'))

/** An admin issues a link to a wall of all devices, and a screen opens it. */
async function openScreen(journey: Journey) {
  const {plantId, plantAdmin} = journey.world
  const desk = await journey.newContext()
  await journey.signIn(desk, plantAdmin)
  const api = `${journey.origin}/api/v0`
  const links = `${api}/wall-link/by-org/${plantId}`
  await desk.request.put(`${api}/attribute/organisation/${plantId}/2/walls`, {data: {json_v: [{name: 'All'}]}})
  const answer = await desk.request.post(links, {data: {wall: 'All', name: 'Control room'}})
  const {_id: id, token} = issued.parse(await answer.json())
  const context = await journey.newContext({viewport: {width: 1600, height: 900}})
  const page = await context.newPage()
  await page.goto(`/wall#token=${token}`)
  await page.locator('[data-wall]').waitFor()
  await stateOf(page, 'Boiler').waitFor()
  const create = (name: string) => desk.request.post(`${api}/device`, {data: {name, organisation_id: plantId}})
  const removeWall = () => desk.request.delete(`${api}/attribute/organisation/${plantId}/2/walls`)
  return {page, create, removeWall, revoke: () => desk.request.delete(`${links}/link/${id}`)}
}

async function paints(journey: Journey, page: Page, speed: number) {
  await journey.post(journey.world.conveyor.accessToken, {speed})
  await fresh(page, 'Conveyor')
    .filter({hasText: String(speed)})
    .waitFor()
}

describe('a screen with a wall link', () => {
  const journey = useKillableJourney({additions: true})

  it('shows its wall live, and says so when the link is revoked', async () => {
    journey.expectComplaint(CUT)
    const {page, create, revoke} = await openScreen(journey)
    await paints(journey, page, 2.5)

    await create('Turbine')

    await stateOf(page, 'Turbine').and(page.locator('[data-status="never"]')).waitFor()

    await revoke()

    await page.getByRole('heading', {name: 'This wall link was revoked'}).waitFor()
    expect(await page.locator('[data-wall]').count()).toBe(0)
  })

  deep('opens the telemetry of a device beside its wall, and no way to what it may not see', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await paints(journey, page, 1.5)
    await stateOf(page, 'Conveyor').getByRole('button').click()
    const panel = page.getByRole('complementary', {name: 'Telemetry of Conveyor'})
    await panel.getByText('1.5').waitFor()
    expect(await panel.getByRole('link').count()).toBe(0)
    expect(await panel.evaluate(element => getComputedStyle(element).cursor)).not.toBe('none')
    await journey.post(journey.world.conveyor.accessToken, {speed: 1.75})
    await panel.getByText('1.75').waitFor()
    await panel.getByRole('button', {name: 'Close'}).click()
    await panel.waitFor({state: 'detached'})
  })

  deep('says that its wall no longer exists, and not that there are no devices', async () => {
    const {page, removeWall} = await openScreen(journey)
    expect((await removeWall()).ok()).toBe(true)
    await page.reload()
    await page.getByText('This wall no longer exists.').waitFor()
    expect(await page.getByText('There are no devices yet').count()).toBe(0)
  })

  deep('may open nothing else of the product', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await page.goto('/dashboard')
    await page.waitForURL('**/unauthorized')
  })

  deep('goes on by itself after its network was cut', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await paints(journey, page, 3.5)
    await page.context().setOffline(true)
    await page.getByText('This screen has no network.').waitFor()
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await journey.post(journey.world.conveyor.accessToken, {speed: 4.5})
    await page.context().setOffline(false)
    await fresh(page, 'Conveyor').filter({hasText: '4.5'}).waitFor()
  })

  deep('goes on by itself after its server was killed and started again', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await journey.server.kill()
    await page.getByText('The server can’t be reached.').waitFor()
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await journey.server.start()
    await paints(journey, page, 5.5)
  })

  deep('renews its access without hands, and signs in anew when its session is gone', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await journey.database.pool.query("update token set expires_at = 0 where kind = 'access'")
    await journey.server.kill()
    await journey.server.start()
    await paints(journey, page, 6.5)
    await journey.database.pool.query('delete from session')
    await journey.server.kill()
    await journey.server.start()
    await paints(journey, page, 7.5)
  })

  deep('that was frozen shows nothing old as fresh, and catches up', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await paints(journey, page, 8.5)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', {state: 'frozen'})
    await journey.post(journey.world.conveyor.accessToken, {speed: 9.5})
    await devtools.send('Page.setWebLifecycleState', {state: 'active'})
    await fresh(page, 'Conveyor').filter({hasText: '9.5'}).waitFor()
  })

  deep('waits while the server answers garbage, and believes none of it', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    const garbage = (route: Parameters<Parameters<Page['route']>[1]>[0]) =>
      route.fulfill({status: 200, contentType: 'text/html', body: '<html>502 of some proxy</html>'})
    await page.context().route(/api\/v0|socket\.io/, garbage)
    await journey.server.kill()
    await journey.server.start()
    await page.getByText('The server can’t be reached.').waitFor()
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await page.context().unroute(/api\/v0|socket\.io/, garbage)
    await paints(journey, page, 10.5)
  })

  deep('whose clock is set by hours says so, and tells the ages by the server’s', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await page.evaluate(() => {
      const now = Date.now.bind(Date)
      Date.now = () => now() + 3 * 3_600_000
    })
    await page.getByText('This screen slept, or its clock was set.').waitFor()
    await paints(journey, page, 11.5)
    await page.getByText('The clock of this screen is 3 h ahead.').waitFor()
  })

  deep('loads itself anew when the server hands out a newer version', async () => {
    journey.expectComplaint(CUT)
    const {page} = await openScreen(journey)
    await page.evaluate(() => {
      document.documentElement.dataset.build = 'an older one'
    })
    await journey.server.kill()
    await journey.server.start()
    await page.getByText('There is a newer version.').waitFor()
    await page.getByText(/Reloaded 1× in a day, .* a newer version/).waitFor()
    await paints(journey, page, 12.5)
  })
})
