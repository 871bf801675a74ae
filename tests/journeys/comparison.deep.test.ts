import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../contract/wire/entities/attribute'
import {attribute} from '../../server/database/schema/attribute'
import {device} from '../../server/database/schema/device'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

describe('the comparison of series', () => {
  const journey = useJourney({additions: true})

  it('is made and read with the keyboard, kept by the address, and refuses a third unit', async () => {
    const {boiler, conveyor} = journey.world
    await nameUnit('vibration', 'mm/s')
    await journey.post(conveyor.accessToken, {temperature: 30, speed: 1.5, mode: 'automatic'})
    const page = await journey.open(`/dashboard?device=${boiler.id}&key=temperature`)
    const {section, key, line, chart} = dashboardOn(page)
    const {legend, toggle} = comparisonOn(page)
    await line.waitFor({state: 'attached'})

    await key('vibration', 'Boiler').focus()
    await page.keyboard.press('Shift+Enter')
    await toggle('Boiler · vibration').waitFor()
    await section.getByRole('button', {name: 'Compare…'}).focus()
    await page.keyboard.press('Enter')
    const search = section.getByRole('combobox', {name: 'Add a series to compare'})
    await search.fill('conveyor temp')
    await page.getByRole('option', {name: 'Conveyor · temperature'}).waitFor()
    await page.keyboard.press('Enter')
    await toggle('Conveyor · temperature').waitFor()
    expect(await legend.count()).toBe(3)
    expect(
      await section.locator('.highcharts-yaxis .highcharts-axis-title, .highcharts-axis-title').allTextContents(),
    ).toEqual(['°C', 'mm/s'])

    await search.fill('conveyor speed')
    await page.getByRole('option', {name: 'Conveyor · speed'}).click()
    await section.getByText(/^Conveyor · speed was not added: the two axes show °C and mm\/s/).waitFor()
    await search.fill('conveyor mode')
    await page.getByText('Nothing is found.').waitFor()
    await search.fill('')
    await key('mode', 'Conveyor').focus()
    await page.keyboard.press('Shift+Enter')
    await section.getByText(/^Conveyor · mode can't be compared: it holds texts/).waitFor()
    expect(await legend.count()).toBe(3)

    await toggle('Boiler · vibration').focus()
    await page.keyboard.press('Space')
    await expect.poll(() => toggle('Boiler · vibration').getAttribute('aria-pressed')).toBe('false')
    await chart.focus()
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText(/: Boiler · temperature .*°C/).waitFor({state: 'attached'})
    await page.keyboard.press('Escape')
    await toggle('Boiler · vibration').click()
    await chart.hover()
    await section
      .locator('b', {hasText: /°C|mm.s/})
      .first()
      .waitFor()

    await page.reload()
    await toggle('Conveyor · temperature').waitFor()
    expect(await legend.count()).toBe(3)
    await section.getByRole('button', {name: 'Remove Boiler · vibration'}).click()
    await expect.poll(() => legend.count()).toBe(2)
    await page.goBack()
    await expect.poll(() => legend.count()).toBe(3)
  })

  it('says which series of a link are not there, and draws the others', async () => {
    const {boiler, dormant} = journey.world
    const page = await journey.open(
      `/dashboard?device=${boiler.id}&key=temperature&with=nobody~speed&with=${boiler.id}~vibration&with=${dormant.id}~`,
    )
    const {section} = dashboardOn(page)
    await comparisonOn(page).toggle('Boiler · vibration').waitFor()
    await section.getByText('The link compares what is not here: nobody · speed.').waitFor()
    await section.getByRole('button', {name: 'Dismiss'}).click()
    await page.waitForURL(url => url.searchParams.getAll('with').join() === `,${boiler.id}~vibration`)
  })

  it('draws pushed values of all series', async () => {
    const {boiler, conveyor} = journey.world
    const page = await journey.open(
      `/dashboard?device=${boiler.id}&key=temperature&with=${conveyor.id}~temperature&from=now-15m&to=now`,
    )
    const {toggle} = comparisonOn(page)
    await journey.post(conveyor.accessToken, {temperature: 41.5})
    await toggle('Conveyor · temperature').filter({hasText: '41.5'}).waitFor()
    await page
      .locator('.compared-2 .highcharts-point, .compared-2 .highcharts-graph')
      .first()
      .waitFor({state: 'attached'})
  })

  async function nameUnit(key: string, unit: string) {
    const [found] = await journey.database.db.select().from(device).limit(1)
    const organisationId = found?.organisationId ?? ''
    await journey.database.db.insert(attribute).values({
      entityType: 'organisation',
      entityId: organisationId,
      organisationId,
      scope: ATTRIBUTE_SCOPES.shared,
      key: 'units',
      jsonV: {[key]: unit},
      lastUpdateTs: 0,
    })
  }
})

function comparisonOn(page: Page) {
  const list = page.getByRole('list', {name: 'Compared series'})
  return {
    legend: list.getByRole('listitem'),
    toggle: (title: string) => list.getByRole('button', {name: new RegExp(`^${title} `)}),
  }
}
