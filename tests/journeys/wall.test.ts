import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {THRESHOLDS_ATTRIBUTE} from '../../contract/rules/thresholds'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import {deep} from '../support/deep'
import {CUT} from './support/console'
import {type Journey, SERVERS, useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'

/** The plant has a wall instead of the telemetry dashboard. */
async function openWall(journey: Journey, search = '', viewport = {width: 1600, height: 900}): Promise<Page> {
  const context = await journey.newContext({viewport})
  await context.route('**/config.json', route =>
    route.fulfill({json: {dashboards: {media: [], wall: [journey.world.plantId]}}}),
  )
  await journey.signIn(context, journey.world.plantAdmin)
  const page = await context.newPage()
  await page.goto(`/dashboard${search}`)
  await tile(page, 'Boiler').waitFor()
  return page
}

/** Those that need attention have a list of their own, before the others. */
const LISTS = ['Devices that need attention', 'Devices on the wall']
const tiles = (page: Page) => page.getByRole('list', {name: /^Devices /}).getByRole('button')
/** Returns the texts of the tiles, in the order in which they are read. */
const readOut = async (page: Page) => {
  const cdp = await page.context().newCDPSession(page)
  const {nodes} = await cdp.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map(node => [node.nodeId, node]))
  const lists = LISTS.flatMap(
    called => nodes.find(({role, name}) => role?.value === 'list' && name?.value === called) ?? [],
  )
  const textOf = (id: string): string => {
    const node = byId.get(id)
    return node?.role?.value === 'button' ? node.name?.value : (node?.childIds ?? []).map(textOf).join('')
  }
  await cdp.detach()
  return lists.flatMap(({childIds}) => childIds ?? []).map(textOf)
}
const tile = (page: Page, name: string) => tiles(page).filter({hasText: name})
const stateOf = (page: Page, name: string) => page.locator('li[data-status]').filter({hasText: name})

async function setThresholds({request}: Page, {world: {plantId}}: Journey) {
  const path = `/api/v0/attribute/organisation/${plantId}/${ATTRIBUTE_SCOPES.shared}/${THRESHOLDS_ATTRIBUTE}`
  const limits = {speed: {warning: {above: 5}, critical: {above: 9}}}
  const answer = await request.put(path, {data: {json_v: limits}})
  expect(answer.ok()).toBe(true)
}

describe.each(SERVERS)('a wall with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('paints a value that a device has just posted', async () => {
    const page = await openWall(journey)
    await journey.post(journey.world.conveyor.accessToken, {speed: 2.625})
    if (!additions) await page.reload()
    await tile(page, 'Conveyor').filter({hasText: '2.63'}).waitFor()
    await stateOf(page, 'Conveyor').and(page.locator('[data-freshness="fresh"]')).waitFor()
    await stateOf(page, 'Dormant').and(page.locator('[data-status="never"]')).waitFor()
  })
})

describe('a wall', () => {
  const journey = useJourney({additions: true})

  deep(
    'shows the worst device first, by a colour and a shape, and keeps its order while somebody points at it',
    async () => {
      const page = await openWall(journey)
      await setThresholds(page, journey)
      await journey.post(journey.world.conveyor.accessToken, {speed: 1})
      await stateOf(page, 'Conveyor').and(page.locator('[data-status="fresh"]')).waitFor()
      await journey.post(journey.world.conveyor.accessToken, {speed: 9.5})
      await stateOf(page, 'Conveyor').and(page.locator('[data-severity="critical"]')).waitFor()
      await expect.poll(async () => (await readOut(page))[0]).toContain('Conveyor')
      await page.getByRole('button', {name: '1 critical', exact: true}).waitFor()
      const {items} = await (await page.request.get('/api/v0/alarm')).json()
      await page.request.post(`/api/v0/alarm/${items[0]._id}/acknowledge`, {data: {}})
      await stateOf(page, 'Conveyor').and(page.locator('[data-attention="acknowledged"]')).waitFor()
      await tile(page, 'Boiler').hover()
      await journey.post(journey.world.conveyor.accessToken, {speed: 1})
      await stateOf(page, 'Conveyor').and(page.locator('[data-status="fresh"]')).waitFor()
      expect((await readOut(page))[0]).toContain('Conveyor')
    },
  )

  deep('follows what becomes of its devices and of the thresholds of their organisation', async () => {
    const page = await openWall(journey, '?kiosk=1&tiles=device')
    const {plantId, conveyor} = journey.world
    const created = await page.request.post('/api/v0/device', {data: {name: 'Turbine', organisation_id: plantId}})
    const {_id: id} = await created.json()
    await stateOf(page, 'Turbine').and(page.locator('[data-status="never"]')).waitFor()
    await page.request.put(`/api/v0/device/${id}`, {data: {name: 'Windmill'}})
    await stateOf(page, 'Windmill').waitFor()
    await page.request.delete(`/api/v0/device/${id}`)
    await stateOf(page, 'Windmill').waitFor({state: 'detached'})
    await journey.post(conveyor.accessToken, {speed: 7})
    await setThresholds(page, journey)
    await stateOf(page, 'Conveyor').and(page.locator('[data-severity="warning"]')).waitFor()
  })

  it('gives a card to the device in alarm, which names its key, value, limit and age, and says how many are well', async () => {
    const page = await openWall(journey)
    await setThresholds(page, journey)
    const headlines = {attributeKey: 'headlines', attributeType: ATTRIBUTE_SCOPES.shared, lastUpdateTs: 1}
    const {plantId, conveyor} = journey.world
    const answer = await page.request.post(`/api/v0/attribute/organisation/${plantId}`, {
      data: {...headlines, entityId: plantId, organisationId: plantId, json_v: [{by: 'all', key: 'vibration'}]},
    })
    expect(answer.ok()).toBe(true)
    await tile(page, 'Boiler').filter({hasText: 'vibration'}).waitFor()
    await journey.post(conveyor.accessToken, {speed: 9.5, vibration: 0.2})
    const card = page.getByRole('list', {name: 'Devices that need attention'}).getByRole('button', {name: /Conveyor/})
    await card.filter({hasText: 'speed'}).filter({hasText: '9.5'}).filter({hasText: 'above 9'}).waitFor()
    await page.context().setOffline(true)
    await page.locator('[data-wall][data-cut]').waitFor()
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await page.context().setOffline(false)
    await page.getByText(/Link down since/).waitFor({state: 'detached'})
    await card.filter({hasText: '9.5'}).waitFor()
  })

  it('says since when the link is down as soon as it is cut, paints nothing fresh, and recovers', async () => {
    journey.expectComplaint(CUT)
    const page = await openWall(journey)
    await journey.post(journey.world.conveyor.accessToken, {speed: 2})
    await stateOf(page, 'Conveyor').and(page.locator('[data-freshness="fresh"]')).waitFor()
    await page.context().setOffline(true)
    await page.getByText(/Link down since/).waitFor()
    expect(await page.getByText(/Nothing is current/).count()).toBe(0)
    expect(await page.locator('[data-freshness="fresh"]').count()).toBe(0)
    await page.locator('[data-wall][data-cut]').waitFor()
    await journey.post(journey.world.conveyor.accessToken, {speed: 3.5})
    await page.context().setOffline(false)
    await tile(page, 'Conveyor').filter({hasText: '3.5'}).waitFor()
    await page.getByText(/Link down since/).waitFor({state: 'detached'})
  })

  deep('opens the telemetry of a device beside itself by the keyboard, and its dashboard', async () => {
    const page = await openWall(journey)
    await tile(page, 'Boiler').focus()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', {name: 'Telemetry of Boiler'})
    await panel.getByText('vibration').waitFor()
    expect(new URL(page.url()).searchParams.get('show')).toBe(journey.world.boiler.id)
    await panel.getByRole('link', {name: 'Dashboard'}).click()
    await page.getByRole('heading', {name: 'Dashboard', level: 1}).waitFor()
    await page.goBack()
    await panel.getByRole('button', {name: 'Close'}).click()
    await panel.waitFor({state: 'detached'})
  })

  deep.each(['', '?kiosk=1'])('opens and closes it by a click on the tile, too, at “%s”', async search => {
    const page = await openWall(journey, search)
    const panel = page.getByRole('complementary', {name: 'Telemetry of Boiler'})
    await tile(page, 'Boiler').click()
    await panel.getByText('vibration').waitFor()
    await tile(page, 'Boiler').click()
    await panel.waitFor({state: 'detached'})
  })

  deep('is kept by its name, and found by its address', async () => {
    const page = await openWall(journey)
    await page.getByRole('button', {name: 'New wall'}).click()
    const form = page.getByRole('dialog', {name: 'New wall'})
    await form.getByRole('textbox', {name: 'Name'}).fill('Heat')
    await form.getByRole('combobox', {name: 'Devices'}).selectOption('picked')
    await form.getByRole('checkbox', {name: 'Boiler'}).check()
    await pressAndKeep(page, form.getByRole('button', {name: 'Save'}))
    await page.getByRole('heading', {name: 'Heat', level: 1}).waitFor()
    expect(new URL(page.url()).searchParams.get('wall')).toBe('Heat')
    await page.reload()
    await tile(page, 'Boiler').waitFor()
    expect(await tiles(page).count()).toBe(1)
  })

  deep('stands alone as a kiosk, dark and without a pointer, until Escape leaves it', async () => {
    const page = await openWall(journey, '?kiosk=1&tiles=device')
    expect(await page.getByRole('navigation').count()).toBe(0)
    const wall = page.locator('[data-wall][data-kiosk]')
    expect(await wall.evaluate(element => getComputedStyle(element).cursor)).toBe('none')
    expect(await wall.getAttribute('data-mantine-color-scheme')).toBe('dark')
    await page.keyboard.press('Escape')
    await page.getByRole('navigation').first().waitFor()
    expect(await wall.count()).toBe(0)
  })

  deep.each([1600, 360])('never scrolls sideways at %i px', async width => {
    const page = await openWall(journey, '?group=label', {width, height: 800})
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
