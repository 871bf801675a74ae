import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'

describe('a wall of a template', () => {
  const journey = useJourney({additions: true})

  it('is composed on pages, is its maker’s first wall, and turns them in full screen', async () => {
    const {plantId, plantAdmin} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()
    await page.goto('/dashboard')
    await page.getByRole('button', {name: 'New wall'}).click()
    const form = page.getByRole('dialog', {name: 'New wall'})
    await form.getByRole('textbox', {name: 'Name'}).fill('Shift')
    await form.getByRole('combobox', {name: 'Begins with'}).selectOption('NOC')
    await pressAndKeep(page, form.getByRole('button', {name: 'Save'}))
    await page.getByRole('heading', {name: 'Shift', level: 1}).waitFor()

    await page.getByRole('button', {name: 'Compose panels'}).click()
    await focused(page, 'Add panel')
    await addPanel(page, 'Text')
    await focused(page, /^Text: column 1, row 13/)
    await page.getByRole('status').getByText('2 rows are below it').waitFor()
    await page.getByRole('textbox', {name: 'Text', exact: true}).fill('Call the plant')
    await addPanel(page, 'Picture')
    await page.getByRole('checkbox', {name: 'Pages that turn'}).check()
    await page.getByText('2 rows are below it').waitFor({state: 'detached'})
    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))

    await stored(page, () => page.getByRole('button', {name: 'My first wall'}).click())
    await page.goto('/profile')
    const first = page.getByRole('combobox', {name: 'First wall'})
    await expect.poll(() => first.inputValue()).toBe('/Shift')
    await stored(page, () => first.selectOption('All devices'))
    await page.goto('/dashboard')
    await page.getByRole('heading', {name: 'Wall', level: 1}).waitFor()
    await page.goto('/profile')
    await stored(page, () => first.selectOption('Shift'))
    await page.goto('/dashboard')
    await page.getByRole('heading', {name: 'Shift', level: 1}).waitFor()
    await page.getByText('Nothing is chosen for this panel yet.').waitFor({state: 'attached'})

    await page.getByRole('button', {name: 'Full screen'}).click()
    const [attention, text] = [page.getByRole('group', {name: 'Needs attention'}), page.getByText('Call the plant')]
    await attention.waitFor()
    await text.waitFor({state: 'hidden'})
    await page.keyboard.press('PageDown')
    await text.waitFor()
    await attention.waitFor({state: 'hidden'})
    expect(await page.getByText('Nothing is chosen for this panel yet.').count()).toBe(0)
    await page.keyboard.press('PageUp')
    await attention.waitFor()
    for (const size of [
      {width: 1280, height: 800},
      {width: 3840, height: 2160},
      {width: 390, height: 844},
    ]) {
      await page.setViewportSize(size)
      await page.evaluate(drawn)
      expect([size.width, await page.evaluate(cutLists)]).toEqual([size.width, []])
    }
  })

  const focused = (page: Page, name: string | RegExp) =>
    page.getByRole('button', {name}).and(page.locator(':focus')).waitFor()

  async function stored(page: Page, change: () => Promise<unknown>) {
    const answered = page.waitForResponse(
      answer => answer.url().endsWith('/users/preferences') && answer.request().method() !== 'GET' && answer.ok(),
    )
    await change()
    await answered
  }

  async function addPanel(page: Page, kind: string) {
    await page.getByRole('button', {name: 'Add panel'}).click()
    await page.getByRole('menuitem', {name: kind, exact: true}).click()
  }
})

/** Runs in the browser: resolves after two frames, in which observers have seen the new size. */
const drawn = () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** Runs in the browser, and returns the texts of lists that are higher than their panels. */
function cutLists(): string[] {
  return [...document.querySelectorAll('[data-rows]')]
    .map(rows => rows.parentElement)
    .filter(list => list !== null)
    .filter(({scrollHeight, clientHeight}) => scrollHeight > clientHeight + 1)
    .map(({textContent}) => textContent)
}
