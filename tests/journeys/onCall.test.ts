import type {Page} from 'playwright-core'
import {describe, it} from 'vitest'
import type {EpochMs} from '../../contract/wire/common'
import {useJourney} from './support/journey'

const MINUTE = 60_000
const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, {exact: true})

async function choose(page: Page, label: string, option: string) {
  await field(page, label).first().fill(option)
  await page.getByRole('option', {name: option}).click()
}

/** Returns the time on the clocks of Auckland in some minutes, such as 08:00. */
const inAuckland = (now: EpochMs, minutes: number) =>
  new Intl.DateTimeFormat('en-GB', {timeZone: 'Pacific/Auckland', timeStyle: 'short'}).format(now + minutes * MINUTE)

describe('who is on call', () => {
  const journey = useJourney({additions: true, hasOwnTime: true})

  it('changes at a hand-over by the clocks of another zone, and is taken over in two clicks', async () => {
    const page = await journey.open('/alarms/on-call')
    await page.getByText('There is no rota yet.').waitFor()
    await press(page, 'Add a rota…')
    await field(page, 'Name').fill('Night')
    await choose(page, 'People', 'Petra Plant')
    await choose(page, 'People', 'chief@example.test')
    await choose(page, 'Time zone', 'Pacific/Auckland')
    await field(page, 'Hand-over at').fill(inAuckland(journey.now(), 10))
    await field(page, 'Rotate every (days)').fill('1')
    const draft = page.getByRole('dialog').getByRole('status')
    await draft.getByText('On call now: Petra Plant until ').waitFor()
    const proposed = await field(page, 'First hand-over on').inputValue()
    await field(page, 'First hand-over on').fill('2090-01-01')
    await draft.getByText('On call now: Nobody until ').waitFor()
    await field(page, 'First hand-over on').fill(proposed)
    await press(page, 'Save')

    const rota = page.getByRole('region', {name: 'Night'})
    await rota.getByText('Petra Plant until ').waitFor()
    await rota.getByText('chief@example.test from ').waitFor()

    await press(page, 'Take over Night')
    await press(page, 'Save')
    const takeovers = rota.getByRole('region', {name: 'Takeovers'})
    await takeovers.getByText('Petra Plant').waitFor()
    await rota.getByText('Petra Plant until ').waitFor()
    await takeovers.getByRole('button').click()
    await takeovers.waitFor({state: 'detached'})

    await journey.pass(12 * MINUTE)
    await rota.getByText('chief@example.test until ').waitFor()
    await rota.getByText('Petra Plant from ').waitFor()
  })
})

/** A Monday morning before the hand-over at eight. */
const MONDAY = Date.parse('2026-11-30T00:39+01:00')

describe('a rota made on a Monday at 00:39', () => {
  const journey = useJourney({additions: true, hasOwnTime: true, startsAt: MONDAY})

  it('calls somebody at once, is swapped, covered and has a note', async () => {
    const page = await journey.open('/alarms/on-call')
    await press(page, 'Add a rota…')
    await field(page, 'Name').fill('Week')
    await choose(page, 'People', 'Petra Plant')
    await choose(page, 'People', 'chief@example.test')
    await page.getByRole('dialog').getByText('On call now: Petra Plant until ').waitFor()
    await page.getByRole('dialog').getByRole('list', {name: 'Then'}).getByText('chief@example.test: ').waitFor()
    await press(page, 'Save')

    const calendar = page.getByRole('region', {name: 'Week: the next two weeks'})
    const shift = (name: string) => calendar.getByRole('button', {name: new RegExp(`^${name}: `)}).first()
    const item = (name: string) => page.getByRole('menuitem', {name})
    await shift('Petra Plant').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', {name: 'Swap shifts of Week'}).waitFor()
    await choose(page, 'Shift', 'chief@example.test')
    await press(page, 'Save')
    await page.getByText('chief@example.test until ').waitFor()

    await shift('chief@example.test').click()
    await item('Take over…').click()
    await field(page, 'Note (optional)').fill('Dentist')
    await press(page, 'Save')
    await calendar
      .getByRole('button', {name: /^Petra Plant: .*, cover\. Dentist$/})
      .first()
      .waitFor()

    await shift('Petra Plant').click()
    await item('Add a note…').click()
    await field(page, 'Note').fill('Generator test')
    await press(page, 'Save')
    await calendar
      .getByRole('button', {name: /Generator test$/})
      .first()
      .waitFor()
  })
})
