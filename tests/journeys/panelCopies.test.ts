import {describe, expect, it} from 'vitest'
import {drawn} from './support/axe'
import {useJourney} from './support/journey'
import {pressAndKeep} from './support/kept'
import {illegibleTexts} from './support/legible'

describe('panels of charts and copies', () => {
  const journey = useJourney({additions: true})

  it('shows a chart of its own time range and a panel for each label on the kiosk, as they were composed', async () => {
    const {plantId, plantAdmin, boiler, conveyor} = journey.world
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await journey.signIn(context, plantAdmin)
    await journey.post(conveyor.accessToken, {speed: 7.25})
    const stored = await context.request.put(`/api/v0/attribute/organisation/${plantId}/2/walls`, {
      data: {json_v: [{name: 'Lines', panels: [], shape: '16:9'}]},
    })
    expect(stored.ok()).toBe(true)
    for (const [{id}, label] of [
      [boiler, 'Line 1'],
      [conveyor, 'Line 2'],
    ] as const)
      expect((await context.request.put(`/api/v0/device/${id}`, {data: {label}})).ok()).toBe(true)
    const page = await context.newPage()
    await page.goto('/dashboard?wall=Lines')
    await page.getByRole('button', {name: 'Compose panels'}).click()
    const form = page.getByRole('complementary', {name: 'Panel'})
    const choose = (field: string, choice: string) => form.getByRole('combobox', {name: field}).selectOption(choice)
    const add = async (kind: string) => {
      await page.getByRole('button', {name: 'Add panel'}).click()
      await page.getByRole('menuitem', {name: kind, exact: true}).click()
    }
    const chooseSeries = async (field: string) => {
      await form.getByRole('combobox', {name: field}).click()
      await form.getByRole('option', {name: 'Conveyor · speed'}).click()
    }

    await add('Chart')
    await form.getByRole('textbox', {name: 'Title'}).fill('Belt')
    await chooseSeries('Devices and keys')
    await choose('Range', 'last 6 hours')
    await add('Tiles')
    await form.getByRole('textbox', {name: 'Title'}).fill('Lines')
    await choose('Repeat', 'Once for each label')
    await pressAndKeep(page, page.getByRole('button', {name: 'Save'}))

    await page.getByRole('button', {name: 'Full screen'}).click()
    const chart = page.getByRole('group', {name: 'Belt'})
    await chart.getByRole('heading', {name: 'Belt last 6 hours'}).waitFor()
    await chart.getByText('7.25').waitFor()
    const copies = page.getByRole('group', {name: 'Lines'}).getByRole('group')
    await copies.getByText('Conveyor').waitFor()
    await expect.poll(() => copies.getByRole('heading').allInnerTexts()).toEqual(['Line 1', 'Line 2', 'No label'])
    await drawn(page)
    expect(await illegibleTexts(page)).toEqual([])
  })
})
