import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'

const NAME = 'Gauges'

describe('a wall of a gauge, indicators and a map', () => {
  const journey = useJourney({additions: true})

  it('is composed by the form, which tells what is wrong, and shows values after a reload', async () => {
    const {boiler, conveyor} = journey.world
    await journey.post(conveyor.accessToken, {speed: 2, latitude: 48, longitude: 9})
    await journey.post(boiler.accessToken, {speed: 3})
    const page = await openComposer()
    const form = page.getByRole('complementary', {name: 'Panel'})
    const field = (name: string) => form.getByRole('textbox', {name}).or(form.getByRole('spinbutton', {name}))
    const choose = async (field: string, name: string) => {
      await form.getByRole('combobox', {name: field}).and(page.locator('input')).fill(name)
      await form.getByRole('option', {name}).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }

    await add(page, 'Gauge')
    await page.getByText('Nothing is chosen for this panel yet.').waitFor()
    await field('Title').fill('Belt')
    await choose('Device and key', 'Conveyor · speed')
    await form.getByRole('combobox', {name: 'Shape'}).selectOption('Bar')
    await field('Lowest value of the scale').fill('10')
    await field('Highest value of the scale').fill('4')
    const isInvalid = () => field('Highest value of the scale').getAttribute('aria-invalid')
    await form.getByText('The lowest value must be less than the highest.').waitFor()
    expect(await isInvalid()).toBe('true')
    await field('Lowest value of the scale').fill('-4')
    await form.getByText('The lowest value must be less than the highest.').waitFor({state: 'detached'})
    expect(await isInvalid()).not.toBe('true')

    await add(page, 'Indicators')
    await page.getByText('Nothing is chosen for this panel yet.').waitFor()
    await field('Title').fill('Speeds')
    await choose('Key', 'speed')
    await page.getByText('Boiler').and(page.locator('[aria-label="Indicators"] *')).first().waitFor()
    await form.getByRole('combobox', {name: 'Devices'}).selectOption('Selected devices')
    await choose('Devices', 'Conveyor')

    await add(page, 'Map')
    await field('Title').fill('Sites')
    await form.getByRole('combobox', {name: 'Shows'}).selectOption('This part')
    await field('Latitude of the middle').fill('95')
    await form.getByText(/^Enter a number from −\d+ to \d+\.$/).waitFor()
    await field('Latitude of the middle').fill('47')
    await field('Longitude of the middle').fill('8')
    await field('Zoom').fill('4')

    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))
    await page.getByRole('button', {name: 'Compose panels'}).waitFor()
    await page.reload()
    const panel = (name: string) => page.getByRole('group', {name, exact: true})
    await panel('Belt').getByText('2', {exact: true}).first().waitFor()
    await panel('Belt').getByText('−4', {exact: true}).waitFor()
    await panel('Speeds').getByText('Conveyor').first().waitFor()
    expect(await panel('Speeds').getByRole('listitem').count()).toBe(1)
    await panel('Sites')
      .getByRole('button', {name: /^Conveyor, /})
      .waitFor()
    await journey.post(conveyor.accessToken, {speed: 7.25})
    await panel('Belt').getByText('7.25').first().waitFor()
    await panel('Belt').getByText('above the scale').waitFor()
    await panel('Speeds').getByText('7.25').first().waitFor()
  })

  async function openComposer(): Promise<Page> {
    const {plantId, plantAdmin} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await journey.signIn(context, plantAdmin)
    const path = `/api/v0/attribute/organisation/${plantId}/2/walls`
    const kept = await context.request.put(path, {data: {json_v: [{name: NAME}]}})
    expect(kept.ok()).toBe(true)
    const page = await context.newPage()
    await page.goto(`/dashboard?wall=${NAME}`)
    await page.getByRole('list', {name: 'Devices on the wall'}).getByRole('button').first().waitFor()
    await page.getByRole('button', {name: 'Compose panels'}).click()
    return page
  }
})

async function add(page: Page, kind: string) {
  await page.getByRole('button', {name: 'Add panel'}).click()
  await page.getByRole('menuitem', {name: kind, exact: true}).click()
}
