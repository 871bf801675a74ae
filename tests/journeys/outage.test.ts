import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {arrivals} from './support/arrivals'
import {CUT} from './support/console'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useKillableJourney} from './support/journey'

describe.each(SERVERS)('an outage of $kind', ({additions}) => {
  const journey = useKillableJourney({additions})

  it('makes everything look stale, and ends without a gap or a sign-in', async () => {
    journey.expectComplaint(CUT)
    const {boiler} = journey.world
    const page = await journey.open('/dashboard', {hasOwnClock: !additions})
    const arrival = arrivals(page, {additions})
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await journey.post(boiler.accessToken, {temperature: 30.5})
    await arrival()
    await dashboard
      .key('temperature', 'Boiler')
      .filter({hasText: /30\.5.*fresh/})
      .waitFor()

    await journey.server.kill()
    await arrival()
    await dashboard.mark.filter({hasText: 'reconnecting'}).waitFor()
    const bar = page
      .getByRole('banner')
      .getByText(/^Link down since [\d:]+ – values are \d+ (s|min) old · (next try|trying)/)
    await bar.waitFor()
    await dashboard
      .key('temperature', 'Boiler')
      .filter({hasText: /30\.5.*link down/})
      .waitFor()
    await dashboard.section.getByText('Link down: this is what was known before.').waitFor()
    expect(await dashboard.marked('fresh').count()).toBe(0)

    const whileAway = journey.now()
    await page.context().setOffline(true)
    await journey.server.start()
    await journey.post(boiler.accessToken, {ts: whileAway, values: {temperature: 31.5}})
    await journey.post(boiler.accessToken, {temperature: 32.5})
    await page.context().setOffline(false)
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    expect(await bar.count()).toBe(0)
    await dashboard
      .key('temperature', 'Boiler')
      .filter({hasText: /32\.5.*fresh/})
      .waitFor()
    await expect
      .poll(async () => (await dashboard.downloadCsv()).lines.slice(-3).map(line => line.split(',')[1]))
      .toEqual(['30.5', '31.5', '32.5'])
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  deep('of the browser alone is told as offline, and what came meanwhile is fetched', async () => {
    journey.expectComplaint(CUT)
    const {boiler} = journey.world
    const page = await journey.open('/dashboard', {hasOwnClock: !additions})
    const arrival = arrivals(page, {additions})
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await page.context().setOffline(true)
    await dashboard.mark.filter({hasText: /offline/i}).waitFor()
    expect(await dashboard.marked('fresh').count()).toBe(0)
    await journey.post(boiler.accessToken, {temperature: 40.5})
    await journey.post(boiler.accessToken, {temperature: 41.5})
    await arrival()
    expect(await dashboard.key('temperature', 'Boiler').filter({hasText: '41.5'}).count()).toBe(0)

    await page.context().setOffline(false)
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await dashboard
      .key('temperature', 'Boiler')
      .filter({hasText: /41\.5.*fresh/})
      .waitFor()
    await expect
      .poll(async () => (await dashboard.downloadCsv()).lines.slice(-2).map(line => line.split(',')[1]))
      .toEqual(['40.5', '41.5'])
  })

  deep('keeps a page that was opened meanwhile on its way, and signs nobody out', async () => {
    journey.expectComplaint(CUT)
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await journey.server.kill()
    await dashboard.key('speed', 'Conveyor').click()
    await dashboard.section.getByRole('alert').getByText('The chart could not be loaded.').waitFor()
    await journey.server.start()
    await dashboard.section.getByText('1 point', {exact: true}).waitFor()
  })
})
