import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {violations} from './support/axe'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'
import {openDevices} from './support/openDevices'

/** A right-to-left name, and one of markup, must read as they are. */
const NAMES = ['משאבה 7', '<b>🏭 plant</b>']
const exactly = (name: string) => ({name, exact: true})

/** Opens each of them by its button, and closes it again. */
async function found(page: Page, names: readonly string[]): Promise<string[]> {
  const all: string[] = []
  for (const name of names) {
    const button = page.getByRole('button', exactly(name))
    await button.click()
    await page.getByRole('dialog').waitFor()
    all.push(...(await violations(page)))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({state: 'detached'})
    expect(await button.evaluate(opener => opener === document.activeElement)).toBe(true)
  }
  return all
}

describe.each(['light', 'dark'] as const)('what opens beneath a button is clean to axe, %s:', colorScheme => {
  const journey = useJourney({additions: true})

  it('the menus and the peek of a list', async () => {
    const {page} = await openDevices(journey, NAMES)
    await page.emulateMedia({colorScheme})
    expect(await found(page, ['Columns', 'Views', 'Filter'])).toEqual([])
    await page.getByRole('button', exactly('Show משאבה 7 beside the list')).click()
    await page.getByRole('complementary', exactly('Beside the list')).waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('the range and the share menu of the chart', async () => {
    const page = await journey.open('/dashboard', {colorScheme})
    await dashboardOn(page).chart.waitFor()
    await page.getByRole('button', {name: /^Time range: /}).click()
    await page.getByRole('dialog').getByLabel('Start').waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', exactly('Share')).click()
    await page.getByRole('menu', exactly('Share')).waitFor()
    expect(await violations(page)).toEqual([])
  })
})
