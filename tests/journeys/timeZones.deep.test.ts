import {TZDate} from '@date-fns/tz'
import {format, startOfDay, startOfISOWeek, subDays, subHours} from 'date-fns'
import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('time zones with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it.each([
    ['America/New_York', null],
    ['Asia/Kolkata', null],
    ['Pacific/Auckland', 'Asia/Kolkata'],
  ])('in a browser in %s with tz=%s days, weeks, fields, file and axis are of that zone', async (browser, named) => {
    const {boiler, temperature} = journey.world
    const zone = named ?? browser
    const tz = named === null ? '' : `&tz=${named}`
    const page = await journey.open(`/dashboard?device=${boiler.id}&key=temperature${tz}`, {timezoneId: browser})
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    const now = new TZDate(journey.now(), zone)
    const range = await dashboard.openRange()
    expect(await range.getByLabel('Start').inputValue()).toBe(
      format(startOfDay(subDays(now, 2)), 'yyyy-MM-dd HH:mm:ss'),
    )
    await page.keyboard.press('Escape')
    const expected = [subHours(now, 1), startOfDay(now), startOfISOWeek(now)].flatMap(start =>
      figures(temperature.filter(({ts}) => ts >= start.getTime()).map(({value}) => value)),
    )
    await expect.poll(() => dashboard.tiles.getByRole('definition').allInnerTexts()).toEqual(expected)
    const midnights = [2, 1, 0].map(days => format(startOfDay(subDays(now, days)), 'd MMM'))
    const labels = (await dashboard.axisLabels()).map(label => label.trim()).filter(label => / /.test(label))
    expect(midnights).toEqual(expect.arrayContaining(labels))
    expect(labels.length).toBeGreaterThan(0)
    expect((await dashboard.downloadCsv()).lines[1]).toContain(format(now, 'xxx'))
  })

  it('a zone that nobody knows is said, and the browser’s is taken', async () => {
    const page = await journey.open('/dashboard?tz=Europe/Atlantis', {timezoneId: 'Asia/Tokyo'})
    await page.getByText(/Europe\/Atlantis\. All times are those of Asia\/Tokyo/).waitFor()
    expect(new URL(page.url()).searchParams.get('tz')).toBe('Europe/Atlantis')
  })
})

/** Average, min and max as tiles write them. */
function figures(values: number[]): string[] {
  if (values.length === 0) return ['–', '–', '–'].map(dash => `${dash}\nno points`)
  const average = values.reduce((sum, value) => sum + value, 0) / values.length
  return [average, Math.min(...values), Math.max(...values)].map(value => `${value.toFixed(2)}\u202f°C`)
}
