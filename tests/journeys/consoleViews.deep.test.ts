import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {openDevices} from './support/openDevices'
import {store} from './support/records'
import {savedBy} from './support/saved'

const exactly = (name: string) => ({name, exact: true})
const headersOf = async (page: Page) =>
  (await page.getByRole('table', exactly('Devices')).getByRole('columnheader').allTextContents()).filter(Boolean)
const namesOf = (page: Page) => page.getByRole('table', exactly('Devices')).getByRole('rowheader').allTextContents()

describe('a view of a list', () => {
  const journey = useJourney({additions: true})

  it('has chosen columns and filters, is kept by name, and a reload keeps it', async () => {
    const {page, list, organisation} = await openDevices(journey, ['Pump 1', 'Pump 2'])
    await store(page.context(), 'device', {name: 'Valve', type: 'valve', organisation_id: organisation})
    await page.reload()
    await list.count('3 devices').waitFor()

    await page.getByRole('button', exactly('Columns')).click()
    const shown = page.getByRole('list', exactly('Shown columns'))
    await shown.getByLabel('Label', {exact: true}).press(' ')
    await shown.getByRole('button', exactly('Move Created at to the left')).press('Enter')
    await page.keyboard.press('Escape')
    expect(await headersOf(page)).toEqual(['Name', 'Status', 'Last seen', 'Customer', 'Created at', 'Type', 'Actions'])

    await page.getByRole('button', exactly('Filter')).click()
    await page.getByLabel('Column', {exact: true}).selectOption('type')
    await page.getByLabel('Value', {exact: true}).fill('VALVE')
    await page.keyboard.press('Enter')
    await list.count('1 device').waitFor()
    expect(await namesOf(page)).toEqual(['Valve'])
    expect(new URL(page.url()).searchParams.getAll('filter')).toEqual(['type:VALVE'])

    await page.getByRole('button', exactly('Views')).click()
    await page.getByLabel('Name of the view').fill('Valves')
    await page.keyboard.press('Enter')
    await page.getByRole('button', exactly('Valves')).waitFor()
    await page.keyboard.press('Escape')

    const {rows} = await savedBy(page, list.exportCsv)
    expect(rows.map(row => row.slice(1, 3))).toEqual([
      ['Name', 'Status'],
      ['Valve', 'never'],
    ])
    await page.reload()
    await list.count('1 device').waitFor()
    expect(await headersOf(page)).toEqual(['Name', 'Status', 'Last seen', 'Customer', 'Created at', 'Type', 'Actions'])

    await page.getByRole('button', exactly('Remove the filter Type: VALVE')).press('Delete')
    await list.count('3 devices').waitFor()
    await page.getByRole('button', exactly('Views')).click()
    await page.getByRole('button', exactly('Valves')).click()
    await list.count('1 device').waitFor()
  })

  it('says what it does not know', async () => {
    const {page, list} = await openDevices(journey, ['Pump 1'])
    const view = JSON.stringify({v: 99, columns: ['name', 'gone'], sort: 'name', filters: []})
    await page.goto(`${new URL(page.url()).pathname}?tab=devices&sort=gone&view=${encodeURIComponent(view)}`)
    await list.count('1 device').waitFor()
    await page.getByText('This is unknown here and was left out:').getByText('“gone”, “gone”').waitFor()
    await page.getByText(/^The view is of another version. These columns were added: Status/).waitFor()
    await page.getByRole('button', exactly('OK')).click()
    expect(await page.getByText('This is unknown here').count()).toBe(0)
  })

  it('shows a record beside the list, row by row by the keyboard, and Back takes it away', async () => {
    const {page, list} = await openDevices(journey, ['Pump 1', 'Pump 2', 'Pump 3'])
    await list.count('3 devices').waitFor()
    const beside = (name: string) =>
      page.getByRole('complementary', exactly('Beside the list')).getByRole('heading', exactly(name))
    await page.getByRole('region', exactly('Devices')).focus()
    for (const key of ['j', 'j', 'p']) await page.keyboard.press(key)
    await beside('Pump 2').waitFor()
    await page.keyboard.press('j')
    await beside('Pump 3').waitFor()
    await page.keyboard.press('Home')
    await beside('Pump 1').waitFor()
    await page.keyboard.press(' ')
    await list.selection.getByText('1 selected', {exact: true}).waitFor()
    await page.reload()
    await beside('Pump 1').waitFor()
    await page.goBack()
    await beside('Pump 1').waitFor({state: 'detached'})
    await page.goForward()
    await beside('Pump 1').waitFor()
    await page.getByRole('button', exactly('Close what is beside the list')).focus()
    await page.keyboard.press('Escape')
    await beside('Pump 1').waitFor({state: 'detached'})

    await page.getByRole('region', exactly('Devices')).focus()
    for (const key of ['End', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', {level: 1, ...exactly('Pump 3')}).waitFor()
  })
})
