import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

describe('around the chart', () => {
  const journey = useJourney({additions: true})

  it('stand statistics, facts, recent points, the other keys, and notes that two people write', async () => {
    const {boiler} = journey.world
    journey.expectComplaint(/409 \(Conflict\)/)
    const address = `/dashboard?device=${boiler.id}&key=vibration`
    const page = await journey.open(address)
    const {section, tiles, title, downloadCsv} = dashboardOn(page)
    await title('Boiler', 'vibration').waitFor()
    const recent = section.getByRole('region', {name: 'Recent points'}).locator('time')
    await recent.first().waitFor()
    const newest = journey.world.vibration.slice(-20).reverse()
    expect(
      await recent.evaluateAll(times => times.map(time => Date.parse(time.getAttribute('datetime') ?? ''))),
    ).toEqual(newest.map(({ts}) => ts))
    await section.getByRole('region', {name: 'Device', exact: true}).getByText('Created').waitFor()
    expect((await downloadCsv()).lines.length).toBeGreaterThan(1)

    await section.getByRole('button', {name: 'More Statistics'}).click()
    await expect.poll(() => tiles.getByRole('definition').count()).toBe(25)
    expect(page.url()).toContain('stats=all')

    const other = await journey.open(address)
    const elsewhere = dashboardOn(other).section
    await elsewhere.getByRole('button', {name: /^Add note at/}).waitFor()
    const write = async (where: typeof section, text: string) => {
      await where.getByRole('button', {name: /^Add note at/}).click()
      await where.getByLabel('Note', {exact: true}).fill(text)
      await where.getByRole('button', {name: 'Save note'}).click()
      await where.getByRole('listitem').filter({hasText: text}).waitFor()
    }
    await write(section, 'Valve <b>opened</b>')
    await write(elsewhere, 'Filter changed')
    await elsewhere.getByRole('listitem').filter({hasText: 'Valve <b>opened</b>'}).waitFor()
    await section.getByRole('button', {name: 'Delete note: Valve <b>opened</b>'}).click()
    await section.getByRole('listitem').filter({hasText: 'Filter changed'}).waitFor()
    await expect.poll(() => section.getByRole('listitem').filter({hasText: 'Valve'}).count()).toBe(0)

    await section
      .getByRole('region', {name: 'Other keys of Boiler'})
      .getByRole('button', {name: /^temperature/})
      .click()
    await title('Boiler', 'temperature').waitFor()
    await section.getByRole('listitem').filter({hasText: 'Filter changed'}).waitFor()
  })
})
