import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {setThresholds} from './support/alarms'
import {useJourney} from './support/journey'

const LIST = '**/maintenance/by-org/*'

describe('maintenance', () => {
  const journey = useJourney({additions: true})

  it('is planned, marks wall, dashboard and chart, hides an alarm, and ends by one click', async () => {
    const {boiler, plantAdmin, plantId} = journey.world
    const context = await journey.newContext({timezoneId: 'UTC', viewport: {width: 1600, height: 900}})
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await setThresholds(page, boiler.id, {temperature: {critical: {above: 80}}})
    await page.goto('/alarms/maintenance')
    await page.getByRole('button', {name: 'Plan maintenance…'}).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('New filters')
    await form.getByLabel('For').selectOption({label: 'A device'})
    await form.getByRole('combobox', {name: 'Device', exact: true}).fill('Boiler')
    await page.getByRole('option', {name: 'Boiler'}).click()
    await form.getByLabel('Start').fill(new Date(journey.now()).toISOString().slice(0, 16).replace('T', ' '))
    await form.getByLabel('Duration').selectOption({label: '2 h'})
    await form.getByRole('button', {name: 'Save'}).click()
    await form.waitFor({state: 'detached'})
    await page.getByRole('button', {name: 'End now: New filters'}).waitFor()

    const wall = await context.newPage()
    await wall.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await wall.goto('/dashboard')
    const tile = wall.getByRole('list', {name: /^Devices /}).getByRole('button', {name: /Boiler/})
    await tile.filter({hasText: 'in maintenance'}).waitFor()
    await journey.post(boiler.accessToken, {temperature: 91})
    await tile.filter({hasText: '91'}).filter({hasText: 'in maintenance'}).waitFor()
    expect(await wall.locator('[data-severity="critical"]').count()).toBe(0)

    const dashboard = await context.newPage()
    await dashboard.goto(`/dashboard?device=${boiler.id}&key=temperature`)
    await dashboard
      .locator('header')
      .getByText(/in maintenance until/)
      .waitFor()
    await dashboard.locator('.highcharts-plot-band.maintenance').waitFor({state: 'attached'})
    await dashboard.getByText('New filters').first().waitFor()

    await page.bringToFront()
    await page.getByRole('button', {name: 'End now: New filters'}).click()
    await isTold(page)
    await wall.bringToFront()
    await wall.locator('li[data-severity="critical"]').filter({hasText: 'Boiler'}).waitFor()
    await dashboard.bringToFront()
    await dashboard.getByText(/in maintenance until/).waitFor({state: 'detached'})
  })

  it('is saved by the first click, which leaves the field of the start', async () => {
    const context = await journey.newContext({timezoneId: 'UTC', viewport: {width: 1280, height: 800}})
    await journey.signIn(context, journey.world.plantAdmin)
    const page = await context.newPage()
    await page.goto('/alarms/maintenance')
    await page.getByRole('button', {name: 'Plan maintenance…'}).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Title').fill('One click')
    await form.getByLabel('For').selectOption({label: 'All devices of the organisation'})
    await form.getByRole('region', {name: 'Next'}).getByRole('listitem').waitFor()
    await form.getByLabel('Start').fill('2089-01-03 04:00')
    const save = await form.getByRole('button', {name: 'Save'}).boundingBox()
    if (save === null) throw new Error('Save is not to be seen.')
    await page.mouse.move(save.x + save.width / 2, save.y + save.height - 4)
    await page.mouse.down()
    await form.getByText('Looking for the next times…').waitFor()
    await page.mouse.up()
    await form.waitFor({state: 'detached'})
    await page.getByRole('button', {name: 'Edit One click'}).waitFor()
  })

  it('is edited by a click while the list is read again, which leaves what is typed', async () => {
    const context = await journey.newContext({timezoneId: 'UTC', viewport: {width: 1280, height: 800}})
    await journey.signIn(context, journey.world.plantAdmin)
    const page = await context.newPage()
    await plan(page, 'Pumps')
    let answer = () => {}
    const isAnswered = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(LIST, async route => {
      await isAnswered
      await route.continue()
    })
    const asked = page.waitForRequest(LIST)
    await plan(await context.newPage(), 'Valves')
    await asked

    await page.bringToFront()
    await page.getByRole('button', {name: 'Edit Pumps'}).click()
    const reason = page.getByRole('dialog').getByLabel('Reason')
    await reason.fill('They are loud.')
    answer()
    await page.getByRole('button', {name: 'Edit Valves', includeHidden: true}).waitFor({state: 'attached'})
    expect(await reason.inputValue()).toBe('They are loud.')
    await page.getByRole('button', {name: 'Save'}).click()
    await page
      .getByRole('row', {name: /^Pumps/})
      .getByText('They are loud.')
      .waitFor()
  })
})

async function plan(page: Page, title: string): Promise<void> {
  await page.goto('/alarms/maintenance')
  await page.getByRole('button', {name: 'Plan maintenance…'}).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('For').selectOption({label: 'All devices of the organisation'})
  await form.getByRole('button', {name: 'Save'}).click()
  await page.getByRole('button', {name: `Edit ${title}`}).waitFor()
}

const isTold = (page: Page) => page.getByText('Nothing is in maintenance.').waitFor()
