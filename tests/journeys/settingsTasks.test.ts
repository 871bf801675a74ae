import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'

const at = (page: Page) => {
  const {pathname, search} = new URL(page.url())
  return `${pathname}${search}`
}
const state = (page: Page, task: string) =>
  page.getByRole('region', {name: 'Settings'}).getByRole('link', {name: new RegExp(`^${task}`)})

describe('the tasks of the settings', () => {
  const journey = useJourney({additions: true})

  it('let an admin set a unit and the zone, and see that nobody is notified', async () => {
    const page = await journey.open('/settings', {account: journey.world.plantAdmin})
    const admin = consoleOn(page)
    await state(page, 'Notifications').getByText('Nobody is notified').waitFor()
    await state(page, 'Units').getByText('No unit').waitFor()

    await state(page, 'Units').click()
    await admin.button('Add unit').click()
    await admin.dialog.getByRole('combobox', {name: /^Key/}).fill('speed')
    await admin.dialog.getByRole('combobox', {name: /^Unit/}).fill('m/s')
    await admin.dialog.getByRole('button', {name: 'Save'}).click()
    await admin
      .panel('Units')
      .getByRole('row', {name: /^speed m\/s/})
      .waitFor()
    expect([at(page), await page.title()]).toEqual(['/settings/units', expect.stringMatching(/^Units – Salt Works/)])

    await admin.tab('Time zone').click()
    await admin.button('Change time zone').click()
    const picker = admin.dialog.getByRole('combobox', {name: 'Time zone of what is usual'})
    await picker.fill('Europe/Berlin')
    await picker.press('Enter')
    expect(await admin.dialog.getByLabel('Key').count()).toBe(0)
    await admin.dialog.getByRole('button', {name: 'Save'}).click()
    await page.getByText('What is usual is learned by the weeks of the time zone Europe/Berlin.').waitFor()

    await admin.tab('Notifications').click()
    await page.getByText('No routes yet: nobody is notified.').waitFor()
    expect(await page.getByRole('link', {name: 'On call', exact: true}).last().getAttribute('href')).toBe(
      '/alarms/on-call',
    )

    await page.goBack()
    await admin.button('Change time zone').waitFor()
    await page.goBack()
    await page.goBack()
    await state(page, 'Units').getByText('1 unit', {exact: true}).waitFor()
    await state(page, 'Time zone').getByText('Europe/Berlin').waitFor()
    await page.goForward()
    await admin.button('Add unit').waitFor()
    expect(at(page)).toBe('/settings/units')
  })

  it('are found by their former addresses, by short ones, and in the palette', async () => {
    const page = await journey.open('/settings?tab=notifications', {account: journey.world.plantAdmin})
    const admin = consoleOn(page)
    await admin.button('Add route').waitFor()
    expect(at(page)).toBe('/settings/notifications')

    await page.goto('/settings/people')
    await page.getByRole('link', {name: 'Create user'}).waitFor()
    expect(at(page)).toBe('/settings?tab=users')

    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('api keys')
    await page
      .getByRole('option', {name: /API keys/})
      .first()
      .waitFor()
    await page.keyboard.press('Enter')
    await admin.panel('API keys').waitFor()
    expect(at(page)).toBe('/settings/keys')

    await page.goto(`/settings/organisation/${journey.world.plantId}/walls`)
    await admin.panel('Walls').waitFor()
    await page.goto('/settings/no-such-task')
    await page.getByRole('link', {name: 'Go to the start page'}).waitFor()
  })

  it('hide the attributes that have a form, until all are asked for', async () => {
    const page = await journey.open('/settings', {account: journey.world.plantAdmin})
    const attributes = consoleOn(page).panel('Attributes')
    await attributes.getByRole('button', {name: /^All attributes/}).click()
    await attributes.getByRole('row', {name: /^units/}).waitFor()
    await attributes.getByRole('button', {name: 'Only attributes without a form of their own'}).click()
    await attributes.getByRole('row', {name: /^units/}).waitFor({state: 'detached'})
  })

  it('begin for a customer’s admin with what may be done, and refuse nothing', async () => {
    const page = await journey.open('/settings', {account: journey.world.customerAdmin})
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    await page.reload()
    await page.getByText('Limits set by your organisation apply as well.').waitFor()
    await state(page, 'Devices').click()
    await consoleOn(page).row(journey.world.conveyor.name).waitFor()
    await page.goto('/alarms')
    await page.getByRole('link', {name: 'Report', exact: true}).waitFor()
    expect(await page.getByRole('link', {name: 'On call', exact: true}).count()).toBe(0)
    expect(refused).toEqual([])
  })
})
