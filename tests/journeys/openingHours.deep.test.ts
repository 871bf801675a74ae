import {describe, it} from 'vitest'
import {useJourney} from './support/journey'
import {mediaOn} from './support/media'

describe('opening hours', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('are set for the organisation, count for its screens, and are removed again', async () => {
    const page = await journey.open('/dashboard', {viewport: {width: 1280, height: 900}})
    const section = await mediaOn(page).openSection('Opening hours')
    const save = section.getByRole('button', {name: 'Save opening hours'})
    await section.getByText('Nobody has set opening hours').waitFor()
    await section.getByRole('button', {name: 'Add hours'}).click()
    await section.getByLabel('From').fill('25:00')
    await save.click()
    await section.getByText('Enter a time such as 08:00.').waitFor()
    await section.getByLabel('From').fill('9:00')
    await section.getByRole('button', {name: 'Add a closed day'}).click()
    await section.getByLabel('Day', {exact: true}).fill('2026-12-25')
    await section.getByLabel('Name').fill('Christmas')
    await save.click()
    await section.getByRole('button', {name: 'Remove opening hours'}).waitFor()

    await section.getByLabel('Whose hours').selectOption({label: `Screen ${journey.world.boiler.name}`})
    await section.getByText('No opening hours of its own. These count: The organisation').waitFor()
    await section.getByLabel('Raise an alarm after (minutes)').fill('5')
    await save.click()
    await section.getByRole('button', {name: 'Follow the organisation'}).waitFor()
    await page.reload()
    await mediaOn(page).openSection('Opening hours')
    await section.getByLabel('Raise an alarm after (minutes)').and(page.locator('[value="10"]')).waitFor()
    await section.getByLabel('Whose hours').selectOption({label: `Screen ${journey.world.boiler.name}`})
    await section.getByLabel('Raise an alarm after (minutes)').and(page.locator('[value="5"]')).waitFor()
    await section.getByRole('button', {name: 'Follow the organisation'}).click()
    await section.getByText('No opening hours of its own. These count: The organisation').waitFor()
    await page.getByRole('button', {name: 'Save opening hours'}).waitFor()
    await page.reload()
    await mediaOn(page).openSection('Opening hours')
    await section.getByLabel('Whose hours').selectOption({label: `Screen ${journey.world.boiler.name}`})
    await section.getByText('No opening hours of its own. These count: The organisation').waitFor()
  })
})
