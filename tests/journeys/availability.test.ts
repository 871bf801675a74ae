import {describe, expect, it} from 'vitest'
import {raiseAlarm} from './support/alarms'
import {useJourney} from './support/journey'
import {savedBy} from './support/saved'

describe('the availability', () => {
  const journey = useJourney({additions: true})

  it('shows an organisation’s admin gaps and alarms, takes a goal, and saves a file', async () => {
    const {boiler, conveyor, plantAdmin} = journey.world
    await raiseAlarm(journey, conveyor)
    const page = await journey.open('/alarms', {account: plantAdmin})
    await page.getByRole('link', {name: 'Availability', exact: true}).click()
    const row = (name: string) => page.getByRole('row').filter({has: page.getByRole('rowheader', {name, exact: true})})
    await row(boiler.name)
      .getByText(/^\d+(\.\d+)? %$/)
      .first()
      .waitFor()
    await row(conveyor.name).waitFor()

    await page.getByRole('button', {name: 'Change goals…'}).click()
    const form = page.getByRole('dialog', {name: 'Availability goals'})
    await form.getByLabel('All devices').fill('500')
    await form.getByRole('button', {name: 'Save'}).click()
    await form.getByText('Enter a percentage from 0 to 100.').waitFor()
    await form.getByLabel('All devices').fill('99.9')
    await form.getByRole('button', {name: 'Save'}).click()
    await row(boiler.name).getByText('99.9 %', {exact: true}).waitFor()

    const {name, rows} = await savedBy(page, page.getByRole('button', {name: 'Save as CSV'}))
    expect([name, rows[0]?.slice(4, 7)]).toEqual([
      'availability.csv',
      ['availability_percent', 'goal_percent', 'left_seconds'],
    ])
    expect(rows.find(([device]) => device === boiler.name)?.[5]).toBe('99.9')
  })
})
