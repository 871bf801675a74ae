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
