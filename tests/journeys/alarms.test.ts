import type {Page} from 'playwright-core'
import {describe, it} from 'vitest'
import {deep} from '../support/deep'
import {setThresholds} from './support/alarms'
import {useJourney} from './support/journey'

const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
/** While the pointer is on the list, its rows stay where they are. */
const leaveList = (page: Page) => page.getByRole('heading', {name: 'Alarms', exact: true}).hover()
const mark = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', {name})

describe('an alarm', () => {
  const journey = useJourney({additions: true})

  it('calls on each screen, and is acknowledged, commented on and cleared for all of them', async () => {
    const {boiler} = journey.world
    const dashboard = await journey.open('/dashboard')
    const page = await journey.open('/alarms?standing=all')
    await page.getByText('There are no alarms.').waitFor()
    await setThresholds(page, boiler.id, {temperature: {critical: {above: 80}, clear: 2}})

    await journey.post(boiler.accessToken, {temperature: 91})
    await mark(dashboard, /not acknowledged 1 critical/).waitFor()
    const row = page.getByRole('row', {name: /Critical .*temperature.* 91.*Active, not acknowledged/})
    await row.waitFor()

    await mark(dashboard, /not acknowledged 1 critical/).click()
    const bell = dashboard.getByRole('dialog', {name: 'Alarms that need attention'})
    await bell
      .getByRole('listitem')
      .filter({hasText: /temperature.*91/})
      .waitFor()
    await dashboard.keyboard.press('a')
    await bell.getByText('Nothing needs attention.').waitFor()
    await mark(dashboard, /all are acknowledged/).waitFor()
    await bell.getByRole('link', {name: 'All alarms'}).click()
    await dashboard.getByRole('heading', {name: 'Alarms', exact: true}).waitFor()
    await bell.waitFor({state: 'hidden'})
    await page.getByRole('row', {name: /Active, acknowledged/}).waitFor()

    await page.getByRole('link', {name: boiler.name}).click()
    await page.getByText('Critical when the value is > 80 °C, normal again when it is ≤ 78 °C.').waitFor()
    await press(page, 'Comment…')
    await page.getByRole('textbox', {name: 'Note'}).fill('Valve 3 is stuck.')
    await press(page, 'Comment')
    await page.getByText('Valve 3 is stuck.').waitFor()

    await journey.post(boiler.accessToken, {temperature: 78})
    await page.getByRole('listitem').getByText('Back to normal').waitFor()
    await page.getByRole('cell', {name: 'back to normal'}).waitFor()
  })

  deep('that somebody else was first with says who', async () => {
    const {conveyor, customerAdmin} = journey.world
    const page = await journey.open('/alarms')
    await setThresholds(page, conveyor.id, {speed: {warning: {above: 5}}})
    await journey.post(conveyor.accessToken, {speed: 9})
    await page.getByRole('row', {name: /Warning .*speed/}).waitFor()
    const late = await journey.open('/alarms', {account: customerAdmin})
    await late.getByRole('checkbox', {name: /^Select .*speed/}).check()
    await press(late, 'Acknowledge 1…')

    await press(page, 'Acknowledge')
    await leaveList(page)
    await page.getByText('Nothing needs attention.').waitFor()
    journey.expectComplaint(/status of 409 .*\/acknowledge/)
    await late.getByRole('dialog').getByRole('button', {name: 'Acknowledge', exact: true}).click()
    await late
      .getByRole('dialog')
      .getByText(/admin|plant/i)
      .waitFor()
  })
})
