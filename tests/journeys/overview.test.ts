import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'

describe('the overview', () => {
  const journey = useJourney({additions: true})

  type Account = Parameters<typeof journey.signIn>[1]

  /** In the organisation of the plant, which the configuration names. */
  async function openAs(account: Account): Promise<Page> {
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    const dashboards = {media: [], wall: [], overview: [journey.world.plantId]}
    await context.route('**/config.json', route => route.fulfill({json: {dashboards}}))
    await journey.signIn(context, account)
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForURL('**/dashboard')
    await page.getByRole('link', {name: 'Overview'}).click()
    await page.getByRole('group', {name: 'Most unusual now'}).waitFor()
    return page
  }

  const late = (page: Page) => page.getByRole('group', {name: 'Late devices'})

  it('is an entry of the navigation, and tells what people changed and which devices are late', async () => {
    const page = await openAs(journey.world.plantAdmin)
    for (const name of ['Needs attention', 'Late devices', 'Last changes'])
      await page.getByRole('group', {name}).waitFor()
    await page.getByRole('group', {name: 'Last changes'}).getByText('As of').waitFor()
    await page.getByRole('group', {name: /: today against yesterday$/}).waitFor()
  })

  it('is changed by a user for nobody else, until it is the standard again', async () => {
    const page = await openAs(journey.world.customerAdmin)
    await page.getByRole('button', {name: 'Compose panels'}).click()
    await page.getByRole('button', {name: /^Late devices/}).focus()
    await page.keyboard.press('Delete')
    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))
    const back = page.getByRole('button', {name: 'Back to the standard'})
    await back.waitFor()
    await page.reload()
    await back.waitFor()
    expect(await late(page).count()).toBe(0)

    const other = await openAs(journey.world.plantAdmin)
    await late(other).waitFor()
    expect(await other.getByRole('button', {name: 'Back to the standard'}).count()).toBe(0)

    await back.click()
    await late(page).waitFor()
    await back.waitFor({state: 'detached'})
    await page.reload()
    await late(page).waitFor()
  })

  it('has no panel of what its reader may not read', async () => {
    const page = await openAs(journey.world.customerAdmin)
    await late(page).waitFor()
    expect(await page.getByRole('group', {name: 'Last changes'}).count()).toBe(0)
  })
})
