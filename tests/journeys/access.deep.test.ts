import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'
import {tabTo} from './support/keyboard'

const NARROW = {viewport: {width: 360, height: 640}}

describe('everybody', () => {
  const journey = useJourney({additions: true})

  it('can do it all with the keyboard alone', async () => {
    const context = await journey.newContext()
    const page = await context.newPage()
    await page.goto('/login')
    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(journey.world.plantAdmin.email)
    await tabTo(page, page.getByLabel('Password', {exact: true}))
    await page.keyboard.type(journey.world.plantAdmin.password)
    await page.keyboard.press('Enter')

    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await tabTo(page, dashboard.key('temperature', 'Boiler'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await dashboard.title('Boiler', 'vibration').waitFor()

    await tabTo(page, dashboard.liveUpdate)
    await page.keyboard.press('Space')
    await expect.poll(() => dashboard.liveUpdate.isChecked()).toBe(false)
    await tabTo(page, dashboard.control('Aggregation'))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => dashboard.control('Aggregation').inputValue()).toBe('average')
    await tabTo(page, dashboard.control('Window'))
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => dashboard.control('Window').inputValue()).toBe('60')

    await dashboard.section.getByText(/^\d+ buckets$/).waitFor()
    await tabTo(page, dashboard.chart)
    const whole = await dashboard.axisLabels()
    for (let step = 0; step < 5; step++) await page.keyboard.press('+')
    await expect.poll(() => dashboard.axisLabels()).not.toEqual(whole)
    await page.keyboard.press('0')
    await expect.poll(() => dashboard.axisLabels()).toEqual(whole)

    await tabTo(page, page.getByRole('button', {name: 'Log out'}))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
  })

  it('reads /login on a screen of 360 pixels without scrolling sideways', async () => {
    expect(await widthOf(await openAt('/login', NARROW))).toBeLessThanOrEqual(NARROW.viewport.width)
  })

  it('reads the devices and a chart on a screen of 360 pixels without scrolling sideways', async () => {
    const page = await journey.open('/dashboard', NARROW)
    const dashboard = dashboardOn(page)
    await dashboard.key('temperature', 'Boiler').waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROW.viewport.width)
    await dashboard.key('temperature', 'Boiler').click()
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(NARROW.viewport.width)
  })

  async function openAt(path: string, options: Parameters<typeof journey.newContext>[0]): Promise<Page> {
    if (path === '/login') {
      const page = await (await journey.newContext(options)).newPage()
      await page.goto('/login')
      await page.getByLabel('Email').waitFor()
      return page
    }
    const page = await journey.open(path, options)
    await dashboardOn(page)
      .section.getByText(/^\d+ points$/)
      .waitFor()
    return page
  }
})

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)
