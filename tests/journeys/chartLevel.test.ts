import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {dragLevel} from './support/level'

describe('a level on the chart', () => {
  const journey = useJourney({additions: true})

  it('is dragged and moved by keys, and leads to the form of the threshold with what it would have raised', async () => {
    const {boiler, plantAdmin} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await page.goto(`/dashboard?device=${boiler.id}&key=temperature`)
    await page.getByRole('button', {name: 'Alarm level'}).click()
    const handle = page.getByRole('slider', {name: 'Level of an alarm'})
    const valueNow = async () => Number(await handle.inputValue())
    const {before, after: dragged} = await dragLevel(page)
    expect(dragged).toBeLessThan(before)
    await handle.press('ArrowUp')
    const chosen = await valueNow()
    expect(chosen).toBeGreaterThan(dragged)
    await page.getByRole('combobox', {name: 'Severity'}).selectOption('Warning')
    await page.getByRole('link', {name: 'Set threshold…'}).click()
    const form = page.getByRole('dialog')
    expect(Number(await form.getByLabel('Warning above').inputValue())).toBeCloseTo(chosen, 6)
    await form.getByText(/^Would have raised .* in the last week/).waitFor()
    await form.getByRole('button', {name: 'Save'}).click()
    await page.getByText('Threshold saved.').waitFor()
    await page.goBack()
    await page
      .getByText(/warning: above/)
      .first()
      .waitFor()
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
