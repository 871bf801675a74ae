import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {readCsv} from './support/csv'
import {dashboardOn} from './support/dashboard'
import {useForeignJourney} from './support/foreign'
import {homeOn} from './support/home'
import {profileOn} from './support/profile'

describe('with a server that is not ours', () => {
  const journey = useForeignJourney()

  it('the dashboard lists devices, keys and latest values, and selects the first', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await dashboard.key('temperature', 'Boiler').filter({hasText: '21\u202f°C'}).waitFor()
    await dashboard.key('vibrates', 'Boiler').waitFor()
    await dashboard.key('speed', 'Conveyor').filter({hasText: '1.25'}).waitFor()
    await dashboard.device('Dormant').waitFor()
    await dashboard.mark.filter({hasText: /polling/i}).waitFor()
    expect(await page.getByText(/reconnecting/i).count()).toBe(0)
    await page.getByRole('button', {name: 'Download CSV'}).waitFor()
    expect(await page.getByRole('button', {name: 'Alarm level'}).count()).toBe(0)
  })

  deep('the dashboard asks for additions once, and for values again at each poll', async () => {
    const {motor} = journey.world
    const page = await journey.open(`/dashboard?device=${motor}&key=load`, {hasOwnClock: true})
    const dashboard = dashboardOn(page)
    await dashboard.key('load', 'Motor').filter({hasText: '7'}).waitFor()
    await dashboard.section.getByText(/^1 point$/).waitFor()
    journey.callsTaken(/./)
    journey.server.store.send(motor, 'load', {ts: Date.now(), typed: {dbl_v: 42.125}})
    await page.clock.runFor('01:01')
    await dashboard.key('load', 'Motor').filter({hasText: '42.1'}).waitFor()
    await expect.poll(async () => (await dashboard.downloadCsv()).lines.at(-1)).toMatch(/,42\.125$/)
    await page.clock.runFor('05:00')
    await dashboard.mark.filter({hasText: /polling/i}).waitFor()
    expect(journey.callsTaken(/capabilities|statistics/)).toEqual([])
  })

  deep('the user is read each time that the dashboard is opened', async () => {
    const page = await journey.open('/dashboard')
    await dashboardOn(page).title('Boiler', 'temperature').waitFor()
    for (const visit of [1, 2]) {
      await page.getByRole('link', {name: 'Profile'}).click()
      await profileOn(page).field('Name').waitFor()
      journey.callsTaken(/./)
      await page.getByRole('link', {name: 'Dashboard'}).click()
      await dashboardOn(page).title('Boiler', 'temperature').waitFor()
      expect(journey.callsTaken(/^GET \/api\/v0\/user$/), `visit ${visit}`).toEqual(['GET /api/v0/user'])
    }
  })

  deep('the chart draws the newest points of the range, oldest first, and hands them out', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler}&key=temperature`)
    const dashboard = dashboardOn(page)
    await dashboard.line.waitFor()
    await dashboard.section
      .getByText(/1,000 points/)
      .first()
      .waitFor()
    const {lines} = await dashboard.downloadCsv()
    const times = readCsv(lines).map(({ts}) => ts)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    expect(times.length).toBeGreaterThanOrEqual(1000)
  })

  deep('the chart shows each aggregation of each window', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler}&key=temperature`)
    const dashboard = dashboardOn(page)
    await dashboard.line.waitFor()
    // Raw points have no windows, so an aggregation comes first.
    await dashboard.control('Aggregation').selectOption('sum')
    await dashboard.control('Window').selectOption('60')
    for (const [aggregation, ofOneWindow] of Object.entries({average: 24.5, sum: 1470, count: 60, max: 29, min: 20})) {
      // The chart's note about its points moves the button that is clicked next.
      const answered = page.waitForResponse(/values\/timeseries/)
      await dashboard.control('Aggregation').selectOption(aggregation)
      await answered
      const header = new RegExp(`${aggregation} of each 60 min; newest 1000 points`)
      await expect.poll(async () => (await dashboard.downloadCsv()).lines[0]).toMatch(header)
      const {lines} = await dashboard.downloadCsv()
      expect(lines.slice(1).map(line => Number(line.split(',').at(-1)))).toContain(ofOneWindow)
    }
  })

  deep('the tiles are derived from the points', async () => {
    const page = await journey.open(`/dashboard?device=${journey.world.boiler}&key=temperature`)
    const dashboard = dashboardOn(page)
    await expect
      .poll(() => dashboard.tiles.getByRole('definition').allInnerTexts())
      .toEqual(Array.from({length: 9}, () => expect.stringMatching(/^-?\d+\.\d\d\s°C$/)))
    expect((await dashboard.tiles.getByRole('definition').allInnerTexts()).slice(1, 3)).toEqual([
      '20.00\u202f°C',
      '29.00\u202f°C',
    ])
  })

  deep('MyHome shows the devices with values and charts', async () => {
    const page = await journey.open('/myhome', {account: journey.world.customerUser})
    const home = homeOn(page)
    await home.value('Conveyor', 'speed').filter({hasText: '1.25'}).waitFor()
    await home.chart('Boiler', 'temperature').waitFor()
    await expect.poll(() => home.isDrawn('Boiler', 'temperature')).toBe(true)
    await expect
      .poll(() => home.cards.getByRole('heading').allInnerTexts())
      .toEqual(['Boiler', 'Conveyor', 'Motor', 'Dormant'])
  })

  deep('the profile is made, then changed, and its unit is that of every temperature', async () => {
    const page = await journey.open('/profile')
    const profile = profileOn(page)
    await page.getByText('You have no profile yet. Fill in what you like and save it.').waitFor()
    await profile.field('Name').fill('Petra')
    await profile.save()
    await profile.field('City').fill('Porto')
    await profile.field('Temperature unit').selectOption('Fahrenheit (°F)')
    await profile.save()
    expect(await profile.values()).toEqual(['Petra', '', '', '', '', 'Porto', 'private', 'fahrenheit'])
    await page.goto('/dashboard')
    await dashboardOn(page).key('temperature', 'Boiler').filter({hasText: '°F'}).waitFor()
  })
})
