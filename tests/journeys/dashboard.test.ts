import type {Locator} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {arrivals} from './support/arrivals'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('the telemetry dashboard with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('lists the devices with their keys and selects the first key of the first device', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    expect(await dashboard.key('temperature', 'Boiler').getAttribute('aria-current')).toBe('true')
    expect(await dashboard.device('Boiler').textContent()).toContain(journey.world.boiler.id)
    await dashboard.key('vibration', 'Boiler').waitFor()
    await dashboard.key('speed', 'Conveyor').filter({hasText: '1.25'}).waitFor()
    await dashboard.device('Dormant').waitFor()
    await dashboard.devices.getByText('No telemetry yet').waitFor()
    expect(await dashboard.device('Foreign pump').count()).toBe(0)
  })

  it('shows a value that a device has just posted, in the list and in the chart', async () => {
    const page = await journey.open('/dashboard', {hasOwnClock: !additions})
    const arrival = arrivals(page, {additions})
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await journey.post(journey.world.boiler.accessToken, {temperature: 42.125})
    await arrival()
    await dashboard.key('temperature', 'Boiler').filter({hasText: '42.1'}).waitFor()
    await expect.poll(async () => (await dashboard.downloadCsv()).lines.at(-1)).toMatch(/,42\.125$/)
  })

  deep('shows a key that a device sends for the first time', async () => {
    const page = await journey.open('/dashboard', {hasOwnClock: !additions})
    const arrival = arrivals(page, {additions})
    const dashboard = dashboardOn(page)
    await dashboard.device('Dormant').waitFor()
    await journey.post(journey.world.dormant.accessToken, {awake: true})
    await arrival()
    await dashboard.key('awake', 'Dormant').filter({hasText: 'true'}).waitFor()
  })

  deep('sums up the last hour, today and this week in nine tiles with two decimals', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=vibration`)
    const dashboard = dashboardOn(page)
    await expect
      .poll(() => dashboard.tiles.getByRole('definition').allInnerTexts())
      .toEqual(Array.from({length: 9}, () => expect.stringMatching(/^-?\d+\.\d\d$/)))
    await expect
      .poll(() => dashboard.tiles.getByRole('term').allInnerTexts())
      .toEqual(
        ['last hour', 'today', 'this week'].flatMap(window =>
          ['Average', 'Min', 'Max'].map(figure => expect.stringMatching(new RegExp(`^${figure}\\s+${window}$`))),
        ),
      )
  })
})

describe('the telemetry dashboard', () => {
  const journey = useJourney({additions: true})

  deep('lists what a customer may see and no more', async () => {
    const page = await journey.open('/dashboard', {account: journey.world.customerUser})
    const dashboard = dashboardOn(page)
    await dashboard.title('Conveyor', 'speed').waitFor()
    expect(await dashboard.devices.getByText('Device name:').count()).toBe(1)
  })

  deep('clears the key by a click on a device and selects by a click on a key', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await dashboard.device('Conveyor').click()
    await dashboard.section.waitFor({state: 'detached'})
    expect(await dashboard.device('Conveyor').getAttribute('aria-current')).toBe('true')
    expect(await weightOf(dashboard.device('Conveyor').getByText('Conveyor'))).toBeGreaterThanOrEqual(600)
    expect(await weightOf(dashboard.device('Boiler').getByText('Boiler'))).toBeLessThan(600)

    await dashboard.key('speed', 'Conveyor').click()
    await dashboard.title('Conveyor', 'speed').waitFor()
    expect(await dashboard.key('speed', 'Conveyor').getAttribute('aria-current')).toBe('true')
    expect(isBlue(await colourOf(dashboard.key('speed', 'Conveyor').getByText('speed')))).toBe(true)
    expect(isBlue(await colourOf(dashboard.key('vibration', 'Boiler').getByText('vibration')))).toBe(false)
  })
})

const weightOf = (text: Locator) => text.evaluate(element => Number(getComputedStyle(element).fontWeight))
const colourOf = (text: Locator) => text.evaluate(element => getComputedStyle(element).color)

/** Tests an `rgb(…)` colour: blue outweighs the others by far. The colour of plain text has a tinge of it. */
function isBlue(colour: string): boolean {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return blue > 1.3 * red + 40 && blue > 1.1 * green
}
