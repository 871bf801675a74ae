import {TZDate} from '@date-fns/tz'
import {format, startOfDay, subDays, subHours} from 'date-fns'
import {describe, expect, it} from 'vitest'
import {readCsv} from './support/csv'
import {dashboardOn} from './support/dashboard'
import {type Journey, useJourney} from './support/journey'

/** The browsers of the journeys are in Berlin. */
const ZONE = 'Europe/Berlin'
const clock = (at: Date): string => format(at, 'yyyy-MM-dd HH:mm:ss')

describe('the time range', () => {
  const journey = useJourney({additions: true})

  it('is chosen by name, kept in the address as it was chosen, and found again with Back', async () => {
    const {page, dashboard} = await openChart(journey)
    expect(await dashboard.range.textContent()).toContain('Last 2 days· Europe/Berlin')
    const place = await dashboard.range.boundingBox()
    await (await dashboard.openRange()).getByRole('button', {name: 'Last 6 hours'}).click()
    await page.waitForURL(/from=now-6h&to=now$/)
    expect(await dashboard.range.textContent()).toContain('Last 6 hours')
    expect(await dashboard.range.boundingBox()).toEqual(place)
    expect(await dashboard.liveUpdate.isChecked()).toBe(true)
    const since = journey.now() - 6 * 3_600_000
    const saved = readCsv((await dashboard.downloadCsv()).lines).map(({ts}) => ts)
    expect(saved).toEqual(journey.world.temperature.map(({ts}) => ts).filter(ts => ts >= since))
    await page.goBack()
    await dashboard.range.getByText('Last 2 days').waitFor()
  })

  it('is typed, refused with a reason, and typed again', async () => {
    const {page, dashboard} = await openChart(journey)
    const range = await dashboard.openRange()
    await range.getByLabel('Type or paste a range').waitFor()
    await page.keyboard.type('soon')
    await page.keyboard.press('Enter')
    await range.getByText(/^Not understood\./).waitFor()
    await range.getByLabel('Type or paste a range').fill('90m')
    await page.keyboard.press('Enter')
    await dashboard.range.getByText('Last 90 minutes').waitFor()
    await range.waitFor({state: 'detached'})
  })

  it('is set by its times, which pauses live update, stepped, and offered again later', async () => {
    const {page, dashboard} = await openChart(journey)
    const now = new TZDate(journey.now(), ZONE)
    const [start, end] = [startOfDay(subDays(now, 1)), subHours(now, 3)]
    const range = await dashboard.openRange()
    expect(await range.getByLabel('Start').inputValue()).toBe(clock(startOfDay(subDays(now, 2))))
    await range.getByLabel('Start').fill(clock(start))
    await range.getByLabel('End').fill(clock(end))
    await range.getByRole('button', {name: 'Apply'}).click()
    await expect.poll(() => dashboard.liveUpdate.isChecked()).toBe(false)
    await page.waitForURL(/from=2.*to=2/)
    await dashboard.section.getByRole('button', {name: 'Earlier'}).click()
    const length = Math.floor(end.getTime() / 1000) * 1000 - start.getTime()
    const shown = (edge: 'from' | 'to') => Date.parse(new URL(page.url()).searchParams.get(edge) ?? '')
    await expect.poll(() => shown('to')).toBe(start.getTime())
    expect(shown('from')).toBe(start.getTime() - length)
    await (await dashboard.openRange()).getByRole('region', {name: 'Recent ranges'}).getByRole('button').first().click()
    await expect.poll(() => shown('from')).toBe(start.getTime())
  })

  it('is copied and pasted where the browser lets it, and shown as a text where it does not', async () => {
    const {page, dashboard} = await openChart(journey, '&from=now-3h&to=now')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], {origin: journey.origin})
    const range = await dashboard.openRange()
    await range.getByRole('button', {name: 'Copy range'}).click()
    await range.getByRole('button', {name: 'Copied'}).waitFor()
    await range.getByRole('button', {name: 'Last 7 days'}).click()
    await dashboard.range.getByText('Last 7 days').waitFor()
    await (await dashboard.openRange()).getByRole('button', {name: 'Paste range'}).click()
    await dashboard.range.getByText('Last 3 hours').waitFor()
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', {value: undefined}))
    await (await dashboard.openRange()).getByRole('button', {name: 'Copy range'}).click()
    expect(await range.getByLabel(/^This browser does not let a page copy/).inputValue()).toBe(
      '{"from":"now-3h","to":"now"}',
    )
  })
})

async function openChart(journey: Journey, search = '') {
  const page = await journey.open(`/dashboard?device=${journey.world.boiler.id}&key=temperature${search}`)
  const dashboard = dashboardOn(page)
  await dashboard.section.getByText(/^\d+ points?$/).waitFor()
  return {page, dashboard}
}
