import type {BrowserContext} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {CUT} from './support/console'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('an expired access token with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('is renewed once for all calls that it fails', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    const renewals = countRenewals(page.context())
    await page.context().clearCookies({name: 'accessToken'})
    await dashboard.key('speed', 'Conveyor').click()
    await dashboard.section.getByText('1 point', {exact: true}).waitFor()
    await dashboard.tiles.getByText('1.25').first().waitFor()
    expect(renewals()).toBe(1)
  })

  it('leads to the sign-in when it can not be renewed, and back to the same screen', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    // A call still under way would end the session before the key is chosen.
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
    await dashboard.tiles.getByText('last hour').first().waitFor()
    await dashboard.devices.getByText('No telemetry yet').waitFor()
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies()
    await dashboard.key('speed', 'Conveyor').click()
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(journey.world.plantAdmin.email)
    await page.getByLabel('Password', {exact: true}).fill(journey.world.plantAdmin.password)
    await page.keyboard.press('Enter')
    await dashboard.title('Conveyor', 'speed').waitFor()
  })
})

describe('an expired access token', () => {
  const journey = useJourney({additions: true})

  it('is renewed when the page is opened', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.title('Boiler', 'temperature').waitFor()
    // A page that still calls would renew the token itself as it is left.
    await page.goto('about:blank')
    const renewals = countRenewals(page.context())
    await page.context().clearCookies({name: 'accessToken'})
    await page.goto('/dashboard')
    await dashboard.title('Boiler', 'temperature').waitFor()
    expect(renewals()).toBe(1)
  })

  it('is renewed once for two tabs', async () => {
    const page = await journey.open('/dashboard')
    const second = await page.context().newPage()
    await second.goto('/dashboard')
    const tabs = [dashboardOn(page), dashboardOn(second)]
    await Promise.all(tabs.map(tab => tab.section.getByText(/^\d+ points$/).waitFor()))
    const renewals = countRenewals(page.context())
    await page.context().clearCookies({name: 'accessToken'})
    await Promise.all(tabs.map(tab => tab.key('speed', 'Conveyor').click()))
    await Promise.all(tabs.map(tab => tab.section.getByText('1 point', {exact: true}).waitFor()))
    expect(renewals()).toBe(1)
  })

  it('is renewed for the live link, which only a request can tell why it is refused', async () => {
    journey.expectComplaint(CUT)
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    await dashboard.mark.filter({hasText: /live/i}).waitFor()
    // A call still under way would fail, and complain.
    await page.waitForLoadState('networkidle')
    const renewals = countRenewals(page.context())
    await page.context().setOffline(true)
    await dashboard.mark.filter({hasText: /offline/i}).waitFor()
    await page.context().clearCookies({name: 'accessToken'})
    const handshake = page.waitForResponse(
      answer => answer.url().includes('transport=polling') && answer.status() === 401,
    )
    await page.context().setOffline(false)
    await handshake
    await dashboard.mark.filter({hasText: /live/i}).waitFor()
    expect(renewals()).toBe(1)
  })
})

function countRenewals(context: BrowserContext): () => number {
  let count = 0
  context.on('request', request => {
    if (request.url().endsWith('/api/v0/auth/refresh-token')) count++
  })
  return () => count
}
