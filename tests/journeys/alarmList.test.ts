import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {raiseAlarm, setThresholds} from './support/alarms'
import {useJourney} from './support/journey'

describe('the list of alarms', () => {
  const journey = useJourney({additions: true})

  it('shows the present value of an alarm, and says when no other comes', async () => {
    const {boiler, plantAdmin} = journey.world
    const context = await journey.newContext()
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await page.route('**/config.json', route => route.fulfill({json: {lateAfter: 10_000}}))
    await page.goto('/alarms')
    await page.getByText('Nothing needs attention.').waitFor()
    await setThresholds(page, boiler.id, {temperature: {critical: {above: 80}, clear: 2}})
    await journey.post(boiler.accessToken, {temperature: 91})
    await page.getByRole('row', {name: /Critical .*temperature.* 91 °C fresh .* above 80 °C .*Active/}).waitFor()

    await journey.post(boiler.accessToken, {temperature: 85})
    await page.getByRole('row', {name: /85 °C fresh .* raised with 91 °C/}).waitFor()
    await page.getByRole('row', {name: /85 °C late .*No new value for/}).waitFor()
  })

  it('has the alarm of a row beside it, which the address names and Escape closes', async () => {
    const page = await journey.open('/alarms')
    await page
      .getByRole('row', {name: /Boiler/})
      .getByText('above 80 °C')
      .click()
    const beside = page.getByRole('complementary', {name: 'Beside the list'})
    await beside.getByText('Critical when the value is > 80 °C, normal again when it is ≤ 78 °C.').waitFor()
    expect(page.url()).toContain('peek=')
    await page.reload()
    await beside.getByText('Present value').waitFor()
    await beside.getByRole('button', {name: 'Close what is beside the list'}).press('Escape')
    await beside.waitFor({state: 'detached'})
    expect(page.url()).not.toContain('peek=')
  })

  it.each([0, 1])('has the alarm of a row beside it when a shape in the row is pressed, the one at %i', async at => {
    const page = await journey.open('/alarms')
    const shapes = page.getByRole('row', {name: /Boiler/}).locator('td svg:not(a *, button *)')
    await shapes.nth(at).click()
    await page.getByRole('complementary', {name: 'Beside the list'}).getByText('Present value').waitFor()
  })

  it('leads to the page of an alarm, which says all that whoever is called needs', async () => {
    const {boiler, conveyor} = journey.world
    await raiseAlarm(journey, conveyor)
    const page = await journey.open('/alarms')
    await page.getByRole('link', {name: boiler.name}).click()
    const now = page.getByRole('region', {name: 'Now'})
    await now.getByText('85 °C').waitFor()
    await page.getByRole('application', {name: /temperature/}).waitFor()
    await page.getByText('critical: above 80 °C').first().waitFor()
    await page.getByRole('button', {name: 'Download CSV'}).waitFor()
    const together = page.getByRole('region', {name: 'Raised within five minutes'})
    await together.getByRole('link', {name: `${conveyor.name}: speed`}).waitFor()

    const change = now.getByRole('button', {name: /^Change/})
    await change.click()
    const form = page.getByRole('dialog', {name: /temperature/})
    await form.getByRole('textbox', {name: 'What to do'}).fill('https://wiki.example.test/boilers')
    await form.getByRole('button', {name: 'Save'}).click()
    await page.locator(':focus').and(change).waitFor()
    const runbook = now.getByRole('link', {name: 'https://wiki.example.test/boilers'})
    expect(await runbook.getAttribute('rel')).toBe('noreferrer')

    await page.getByRole('link', {name: 'Replay from five minutes before'}).click()
    await page.waitForURL(/dashboard.*at=/)
  })

  it('puts the device of the row in focus into maintenance by a key, and leads to where that ends', async () => {
    const {dormant} = journey.world
    await raiseAlarm(journey, dormant)
    const page = await journey.open('/alarms')
    await page.getByRole('row', {name: new RegExp(dormant.name)}).focus()
    await page.keyboard.press('m')
    await page.getByText('The device is in maintenance.').waitFor()
    await page.getByText(/in maintenance until/).waitFor()
    await page.getByRole('status').getByRole('link', {name: 'Maintenance'}).click()
    await page.getByRole('button', {name: 'End now: Maintenance'}).click()
    await page.getByText('Nothing is in maintenance.').waitFor()
  })

  deep('is grouped as its address says, and a view of it is kept by name', async () => {
    const {boiler} = journey.world
    const page = await journey.open('/alarms?standing=all')
    await page.getByRole('button', {name: 'Filters', exact: true}).click()
    await page.getByRole('combobox', {name: 'Group'}).selectOption('device')
    await page.keyboard.press('Escape')
    await page.getByRole('rowheader', {name: new RegExp(`${boiler.name}.*1 Critical`)}).waitFor()
    expect(page.url()).toContain('group=device')
    await page.getByRole('button', {name: 'Views'}).click()
    await page.getByRole('textbox', {name: 'Name of the view'}).fill('By device')
    await page.getByRole('button', {name: 'Save this view'}).click()
    await page.goto('/alarms')
    await page.getByRole('button', {name: 'Views'}).click()
    await page.getByRole('button', {name: 'By device', exact: true}).click()
    await page.waitForURL(/standing=all.*group=device/)
  })
})
