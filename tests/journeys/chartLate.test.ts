import {describe, expect, it} from 'vitest'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** The chart waits so long for more late values. */
const PATIENCE = 5000

describe('a value that arrives late', () => {
  const journey = useJourney({additions: true, hasOwnTime: true})

  it.each([
    {chart: 'a paused chart', late: 20.0625, search: () => 'live=0'},
    {
      chart: 'a chart of a fixed range',
      late: 20.1875,
      search: (now: number) => `from=${now - 30 * HOUR}&to=${now - HOUR}`,
    },
  ])('is drawn by $chart, which stays as it is', async ({late, search}) => {
    const {boiler} = journey.world
    const now = journey.now()
    const page = await journey.open(`/dashboard?device=${boiler.id}&key=temperature&${search(now)}`)
    const dashboard = dashboardOn(page)
    await dashboard.line.waitFor({state: 'attached'})
    const counted = dashboard.section.getByText(/^\d+ points$/)
    const count = Number.parseInt((await counted.textContent()) ?? '', 10)
    const [path, labels, address] = [await dashboard.linePath(), await dashboard.axisLabels(), page.url()]
    expect(await dashboard.liveUpdate.isChecked()).toBe(false)

    await journey.post(boiler.accessToken, [
      {ts: Math.round(now - 25 * HOUR - MINUTE), values: {temperature: late}},
      {ts: Math.round(journey.now()), values: {temperature: 21.0625}},
    ])
    await dashboard.key('temperature', 'Boiler').filter({hasText: '21.1'}).waitFor()
    await journey.pass(PATIENCE)

    await dashboard.section.getByText(`${count + 1} points`, {exact: true}).waitFor()
    await expect.poll(() => dashboard.linePath()).not.toBe(path)
    expect((await dashboard.linePath()).length).toBeGreaterThan(path.length)
    expect(await dashboard.axisLabels()).toEqual(labels)
    expect([page.url(), await dashboard.liveUpdate.isChecked()]).toEqual([address, false])
    const values = (await dashboard.downloadCsv()).lines.map(line => line.split(',').at(-1))
    expect([values.includes(`${late}`), values.includes('21.0625')]).toEqual([true, false])
  })
})
