import {describe, expect, it} from 'vitest'
import {CUT} from './support/console'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('a laptop that slept with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('comes back with every point once', async () => {
    journey.expectComplaint(CUT)
    const {boiler} = journey.world
    const post = (temperature: number) => journey.post(boiler.accessToken, {temperature})
    const page = await journey.open('/dashboard', {hasOwnClock: true})
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await post(50.5)
    await page.context().setOffline(true)
    await dashboard.mark.filter({hasText: /offline/i}).waitFor()
    await post(51.5)
    await post(52.5)
    await page.clock.fastForward('01:00')
    await page.context().setOffline(false)
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await post(53.5)
    if (!additions) await page.clock.runFor('01:01')
    await dashboard.key('temperature', 'Boiler').filter({hasText: '53.5'}).waitFor()
    await expect
      .poll(async () => (await dashboard.downloadCsv()).lines.map(line => line.split(',')[1]).filter(isPosted))
      .toEqual(['50.5', '51.5', '52.5', '53.5'])
  })

  it('survives a jump of its clock without a new sign-in', async () => {
    journey.expectComplaint(CUT)
    const {boiler} = journey.world
    const page = await journey.open('/dashboard', {hasOwnClock: true})
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await page.clock.fastForward('08:00:00')
    await journey.post(boiler.accessToken, {temperature: 60.5})
    if (!additions) await page.clock.runFor('01:01')
    await dashboard.mark.filter({hasText: additions ? /live/i : /polling/i}).waitFor()
    await dashboard
      .key('temperature', 'Boiler')
      .filter({hasText: /60\.5.*fresh/})
      .waitFor()
    await expect
      .poll(async () => (await dashboard.downloadCsv()).lines.filter(line => line.endsWith(',60.5')).length)
      .toBe(1)
  })
})

const isPosted = (value: string | undefined) => /^5[0-3]\.5$/.test(value ?? '')
