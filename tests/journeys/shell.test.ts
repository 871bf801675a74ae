import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {dashboardOn} from './support/dashboard'
import {holdAfter} from './support/hold'
import {SERVERS, useJourney} from './support/journey'

const search = (page: Page) => page.getByRole('combobox', {name: 'Find anything'})
const results = (page: Page) => page.getByRole('listbox', {name: 'Results'}).getByRole('option')
const option = (page: Page, name: string) => results(page).filter({hasText: name})
const address = (page: Page) => {
  const {pathname, searchParams} = new URL(page.url())
  return [pathname, searchParams.get('device'), searchParams.get('key')]
}

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k')
  await search(page).waitFor()
}

describe.each(SERVERS)('the palette with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('finds a key of a device by letters typed at once, opens it, and has it on top the next time', async () => {
    const {boiler, conveyor} = journey.world
    const page = await journey.open(`/dashboard?device=${conveyor.id}&key=speed`)
    await dashboardOn(page).title('Conveyor', 'speed').waitFor()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('vibr boil')
    await option(page, 'Boiler · vibration').waitFor()
    await page.keyboard.press('Enter')
    await dashboardOn(page).title('Boiler', 'vibration').waitFor()
    expect(address(page)).toEqual(['/dashboard', boiler.id, 'vibration'])
    expect(await search(page).count()).toBe(0)

    await page.reload()
    await dashboardOn(page).title('Boiler', 'vibration').waitFor()
    await openPalette(page)
    await expect.poll(() => results(page).first().textContent()).toContain('Boiler · vibration')
    await page.keyboard.press('Escape')
    await search(page).waitFor({state: 'detached'})
  })

  deep('keeps what is typed before its code is there, and then opens what was typed', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.conveyor.id}&key=speed`)
    await dashboardOn(page).title('Conveyor', 'speed').waitFor()
    const code = await holdAfter(page, 0, 'GET', /\/palette-[^/]*\.js$/)
    await page.keyboard.press('Control+k')
    await expect.poll(code.waiting).toBe(1)
    await page.keyboard.type('vibr boil')
    await page.keyboard.press('Enter')
    code.release()
    await option(page, 'Boiler · vibration').waitFor()
    expect(await search(page).inputValue()).toBe('vibr boil')
    await page.keyboard.press('Enter')
    await dashboardOn(page).title('Boiler', 'vibration').waitFor()
  })

  deep('leads a system admin to organisations, and by the beginning of an id to a device', async () => {
    const {systemAdmin, boiler} = journey.world
    const page = await journey.open('/sys_admin', {account: systemAdmin})
    await page.getByRole('heading', {name: 'Organisations', level: 1}).waitFor()
    await openPalette(page)
    await page.keyboard.type('salt')
    await option(page, 'Salt Works').click()
    await page.getByRole('heading', {name: 'Salt Works', level: 1}).waitFor()

    await openPalette(page)
    await page.keyboard.type(boiler.id.slice(0, 30))
    await option(page, 'Dashboard of Boiler').waitFor()
    await option(page, 'Boiler').first().click()
    await page.waitForURL(`**/sys_admin/device/${boiler.id}`)
  })
})

describe('the frame', () => {
  const journey = useJourney({additions: true})

  deep('names the organisation to a customer’s user, who may not read it', async () => {
    const page = await journey.open('/myhome', {account: journey.world.customerUser})
    await page.getByRole('banner').getByText('Salt Works').waitFor()
  })

  deep('gives the focus back when the palette is closed, and changes the theme from it', async () => {
    const page = await journey.open('/profile', {colorScheme: 'light'})
    const found = page.getByRole('button', {name: 'Find anything'})
    await found.focus()
    await page.keyboard.press('Enter')
    await search(page).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => found.evaluate(button => button === document.activeElement)).toBe(true)

    await openPalette(page)
    await page.keyboard.type('dark theme')
    await option(page, 'Dark theme').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('[data-mantine-color-scheme=dark]').first().waitFor()
  })

  deep('hears letters outside of fields, lists them, and can be told not to', async () => {
    const page = await journey.open('/dashboard')
    const help = page.getByRole('dialog', {name: 'Keyboard shortcuts'})
    await dashboardOn(page).device('Boiler').waitFor()
    await page.locator('[data-search]').pressSequentially('gp?')
    expect(await page.locator('[data-search]').inputValue()).toBe('gp?')
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).click()

    await page.keyboard.press('?')
    await help.getByText('Go to the dashboard').waitFor()
    await help.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await help.waitFor({state: 'detached'})
    await page.keyboard.type('?gp')
    expect(await help.count()).toBe(0)

    await page.getByRole('navigation', {name: 'Main'}).getByRole('button', {name: 'Shortcuts'}).click()
    await help.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await help.waitFor({state: 'detached'})
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.keyboard.type('gp')
    await page.waitForURL('**/profile')
  })

  deep('goes to the search of the screen by a slash, which is not typed there', async () => {
    const page = await journey.open('/dashboard')
    await dashboardOn(page).device('Boiler').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('conv')
    await dashboardOn(page).device('Boiler').waitFor({state: 'detached'})
    expect(await page.locator('[data-search]').inputValue()).toBe('conv')
  })

  deep('skips the navigation by the first Tab, and keeps a narrow rail', async () => {
    const page = await journey.open('/profile')
    await page.getByRole('heading', {name: 'Profile'}).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')

    await page.getByRole('button', {name: 'Collapse navigation'}).click()
    await page.reload()
    await page.getByRole('button', {name: 'Expand navigation'}).waitFor()
    await page.getByRole('link', {name: 'Dashboard'}).click()
    await page.waitForURL('**/dashboard*')
  })

  deep('has a bar below on a phone, whose targets are large enough, and a sheet with the rest', async () => {
    const page = await journey.open('/profile', {viewport: {width: 360, height: 640}, hasTouch: true})
    const bar = page.getByRole('navigation', {name: 'Main'})
    await bar.getByRole('link', {name: 'Dashboard'}).waitFor()
    const heights = await bar
      .locator('a, button')
      .evaluateAll(all => all.map(one => one.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await bar.getByRole('button', {name: 'More'}).click()
    await page.getByRole('dialog').getByText('Organisation admin').waitFor()
    await page.getByRole('dialog').getByRole('button', {name: 'Log out'}).click()
    await page.waitForURL('**/login')
  })
})
