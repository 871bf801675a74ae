import type {Locator, Page, Route} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {dragLevel} from './support/level'

describe('a level on the chart', () => {
  const journey = useJourney({additions: true})

  it('is dragged and moved by keys, becomes a threshold over the paused chart, and is drawn at once', async () => {
    journey.expectComplaint(/status of (500|409)/)
    const {boiler, plantAdmin} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await page.goto(`/dashboard?device=${boiler.id}&key=temperature&live=0`)
    const opener = page.getByRole('button', {name: 'Alarm level'})
    await opener.click()
    const handle = page.getByRole('slider', {name: 'Level of an alarm'})
    const valueNow = async () => Number(await handle.inputValue())
    const {before, after: dragged} = await dragLevel(page)
    expect(dragged).toBeLessThan(before)
    await handle.press('ArrowUp')
    const chosen = await valueNow()
    expect(chosen).toBeGreaterThan(dragged)
    expect(await coveredBy(page, handle)).toEqual([])
    await page.getByRole('combobox', {name: 'Severity'}).selectOption('Warning')

    const button = page.getByRole('button', {name: 'Set threshold…'})
    const form = page.getByRole('dialog')
    const address = page.url()
    const open = async () => {
      await button.click()
      expect(Number(await form.getByLabel('Warning above').inputValue())).toBeCloseTo(chosen, 6)
    }
    for (const leave of [() => page.keyboard.press('Escape'), () => form.getByText('Cancel').click()]) {
      await open()
      await leave()
      await form.waitFor({state: 'detached'})
      await page.locator(':focus').and(button).waitFor()
      expect([page.url(), await valueNow()]).toEqual([address, chosen])
    }

    await open()
    await form.getByText(/^Would have raised .* in the last week/).waitFor()
    await form.getByLabel('What to do').fill('Open the valve')
    const attribute = `/api/v0/attribute/device/${boiler.id}/2/thresholds`
    const refuse = (route: Route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({status: 500})
    await page.route('**/api/v0/attribute/device/**', refuse)
    await form.getByRole('button', {name: 'Save'}).click()
    await form.getByRole('alert').getByText('Failed to save the threshold').waitFor()
    await page.unroute('**/api/v0/attribute/device/**')
    const other = {temperature: {critical: {above: chosen + 1}}}
    expect((await context.request.put(attribute, {data: {json_v: other}})).ok()).toBe(true)
    await form.getByRole('button', {name: 'Save'}).click()
    await form.getByText('changed meanwhile').waitFor()
    await form.getByRole('radio', {name: /^Mine/}).check()
    await form.getByRole('button', {name: 'Save'}).click()

    await page.getByText('Threshold saved.').waitFor()
    await page.locator('.limit-text').filter({hasText: 'warning: above'}).waitFor()
    await page.locator(':focus').and(opener).waitFor()
    expect([await form.count(), await button.count(), page.url()]).toEqual([0, 0, address])
    expect(await page.getByRole('switch', {name: /^Live update/}).isChecked()).toBe(false)
    const {json_v: stored} = await (await context.request.get(attribute)).json()
    expect(stored.temperature).toMatchObject({warning: {above: expect.closeTo(chosen, 6)}, runbook: 'Open the valve'})
  })

  it('is not to be pressed before the chart has a scale', async () => {
    const {boiler} = journey.world
    const page = await journey.open('/profile')
    let goOn = () => {}
    const held = new Promise<void>(resolve => {
      goOn = resolve
    })
    await page.route('**/values/timeseries?*', async route => {
      await held
      await route.continue()
    })
    await page.goto(`/dashboard?device=${boiler.id}&key=temperature`)
    const button = page.getByRole('button', {name: 'Alarm level'})
    await button.waitFor()
    expect(await button.isDisabled()).toBe(true)
    goOn()
    await button.click()
    await page.getByRole('slider', {name: 'Level of an alarm'}).waitFor()
  })

  it('is offered to nobody who may set no threshold', async () => {
    const context = await journey.newContext()
    await journey.signIn(context, journey.world.customerUser)
    const page = await context.newPage()
    await page.goto('/dashboard')
    await page.getByRole('button', {name: 'Download CSV'}).waitFor()
    expect(await page.getByRole('button', {name: 'Alarm level'}).count()).toBe(0)
  })
})

/** The texts of the chart that are under the element. */
async function coveredBy(page: Page, element: Locator): Promise<string[]> {
  const {x = 0, width = 0} = (await element.boundingBox()) ?? {}
  const texts = page.locator('.last-value, .limit-text, .highcharts-yaxis-labels text')
  return texts.evaluateAll(
    (found, [left, right]) =>
      found.flatMap(text => {
        const box = text.getBoundingClientRect()
        return box.left < right && box.right > left ? [text.textContent ?? ''] : []
      }),
    [x, x + width] as const,
  )
}
