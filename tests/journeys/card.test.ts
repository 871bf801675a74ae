import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {raiseAlarm} from './support/alarms'
import {CUT} from './support/console'
import {type Journey, useJourney} from './support/journey'
import type {SeededDevice} from './support/seed'

/** The wall of the plant, one of whose devices has a critical alarm. */
async function openRedWall(journey: Journey, device: SeededDevice): Promise<Page> {
  await raiseAlarm(journey, device)
  const context = await journey.newContext({viewport: {width: 1600, height: 900}})
  await context.route('**/config.json', route =>
    route.fulfill({json: {dashboards: {media: [], wall: [journey.world.plantId]}}}),
  )
  await journey.signIn(context, journey.world.plantAdmin)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await tile(page, device).and(page.locator('[data-attention="unacknowledged"]')).waitFor()
  return page
}

const tile = (page: Page, {name}: SeededDevice) => page.locator('li[data-status]').filter({hasText: name})
const cardOf = (page: Page, {name}: SeededDevice) => page.getByRole('complementary', {name: `Telemetry of ${name}`})

describe('the card of a red tile', () => {
  const journey = useJourney({additions: true})

  it('acknowledges its alarm by the second click, shelves it for a known reason, and puts the device into maintenance', async () => {
    const {conveyor} = journey.world
    const page = await openRedWall(journey, conveyor)
    await tile(page, conveyor).getByRole('button').click()
    const card = cardOf(page, conveyor)
    await card.getByRole('button', {name: 'Acknowledge', exact: true}).click()
    await card.getByText('Active, acknowledged').waitFor()
    await tile(page, conveyor).and(page.locator('[data-attention="acknowledged"]')).waitFor()

    await card.getByText('above 9').waitFor()
    await card.getByRole('img', {name: 'Trend of speed, Last hour'}).waitFor()
    await card.getByRole('button', {name: 'Maintenance: 1 hour'}).click()
    await card.getByText(/In maintenance until/).waitFor()
    await card.getByRole('button', {name: 'End maintenance'}).click()
    await card.getByRole('button', {name: 'Maintenance: 4 hours'}).waitFor()

    await card.getByRole('button', {name: 'Other reason…'}).click()
    const dialog = page.getByRole('dialog', {name: /^Shelve/})
    await dialog.getByRole('button', {name: 'Shelve', exact: true}).click()
    await dialog.getByText('Write the reason first.').waitFor()
    await dialog.getByRole('textbox', {name: 'Reason'}).fill('Belt is changed')
    await dialog.getByRole('button', {name: 'Shelve', exact: true}).click()
    await card.getByText(/Shelved until/).waitFor()
    await card.getByRole('button', {name: `More for ${conveyor.name}, speed`}).click()
    await page.getByRole('menuitem', {name: 'Unshelve'}).click()
    await card.getByRole('button', {name: 'Belt is changed'}).click()
    await card.getByText(/: Belt is changed/).waitFor()
  })

  it('does the same by keys', async () => {
    const {boiler} = journey.world
    const page = await openRedWall(journey, boiler)
    await tile(page, boiler).getByRole('button').focus()
    await page.keyboard.press('Enter')
    const card = cardOf(page, boiler)
    await card.getByRole('button', {name: 'Acknowledge', exact: true}).waitFor()
    await page.keyboard.press('a')
    await card.getByText('Active, acknowledged').waitFor()
    await page.keyboard.press('s')
    const dialog = page.getByRole('dialog', {name: /^Shelve/})
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({state: 'detached'})
    await card.getByRole('button', {name: 'Maintenance: 1 hour'}).and(page.locator('[aria-disabled=false]')).waitFor()
    await page.keyboard.press('m')
    await card.getByText(/In maintenance until/).waitFor()
  })

  it('says that its alarm is not current while the link is down, and why it can’t be acknowledged', async () => {
    const {dormant} = journey.world
    const page = await openRedWall(journey, dormant)
    await tile(page, dormant).getByRole('button').click()
    const card = cardOf(page, dormant)
    await card.getByText('above 9').waitFor()
    journey.expectComplaint(CUT)
    await page.context().setOffline(true)
    await card.getByText(/Not current since/).waitFor()
    await card.getByRole('button', {name: 'Acknowledge', exact: true}).click()
    const dialog = page.getByRole('dialog', {name: /^Acknowledge/})
    await dialog.getByText('0 done, 1 failed').waitFor()
    await page.context().setOffline(false)
    await page.getByText(/Link down since/).waitFor({state: 'detached'})
    await dialog.getByRole('button', {name: 'Try those again'}).click()
    await card.getByText('Active, acknowledged').waitFor()
  })
})

describe('the page of a device in the settings', () => {
  const journey = useJourney({additions: true})

  it('puts it into maintenance by one click, and ends that', async () => {
    const page = await journey.open(`/settings/device/${journey.world.boiler.id}`)
    const maintenance = page.getByRole('region', {name: 'Maintenance'})
    await maintenance.getByRole('button', {name: 'Maintenance: 4 hours'}).click()
    await maintenance.getByText(/In maintenance until/).waitFor()
    await maintenance.getByRole('button', {name: 'End maintenance'}).click()
    await maintenance.getByRole('link', {name: 'Plan…'}).click()
    await page
      .getByRole('dialog')
      .getByRole('combobox', {name: 'Device', exact: true})
      .and(page.locator('[value=Boiler]'))
      .waitFor()
  })
})

describe('a word that names no page of the alarms', () => {
  const journey = useJourney({additions: true})

  it('is no alarm that has been deleted, and no failure, also for a customer and in the settings', async () => {
    const {customerAdmin} = journey.world
    const page = await journey.open('/alarms/routes')
    await page.getByRole('heading', {name: 'Page not found'}).waitFor()
    await page.goto('/alarms/routes/of/nobody')
    await page.getByRole('heading', {name: 'Page not found'}).waitFor()
    await page.getByRole('link', {name: 'All alarms'}).click()
    await page.waitForURL('**/alarms')
    const theirs = await journey.open('/settings/nothing', {account: customerAdmin})
    await theirs.getByRole('heading', {name: 'Page not found'}).waitFor()
    await theirs.getByRole('link', {name: 'Go to the start page'}).click()
    await theirs.waitForURL('**/settings')
  })
})

describe('the card of a device that is well', () => {
  const journey = useJourney({additions: true})

  it('begins with a value, and leads to its dashboard', async () => {
    const {boiler, plantAdmin, plantId} = journey.world
    await journey.post(boiler.accessToken, {temperature: 71.5})
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await page.goto('/dashboard')
    await tile(page, boiler).getByRole('button').click()
    const card = cardOf(page, boiler)
    await card.getByText('No alarm is active.').waitFor()
    await card.getByText('71.5').first().waitFor()
    await card.getByRole('link', {name: 'Dashboard'}).click()
    expect(new URL(page.url()).searchParams.get('device')).toBe(boiler.id)
  })
})
