import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {dashboardOn} from './support/dashboard'
import {type Journey, SERVERS, useJourney} from './support/journey'

/** A network that breaks some calls: by an answer of 500, by one of another shape, or by none. */
const BREAKS = {
  refused: {status: 500, contentType: 'application/json', body: '{"message":"Broken."}'},
  garbage: {status: 200, contentType: 'application/json', body: '[{"what":["is",{"this":null}]}]'},
  html: {status: 200, contentType: 'text/html', body: '<html><body>A proxy says hello.</body></html>'},
  cut: null,
} as const

const DEVICES = /\/api\/v0\/device(\?|$)/
const OPENING = /\/api\/v0\/opening/
const SERIES = /\/values\/timeseries/
const STATISTICS = /\/statistics/
const COMPLAINTS = /status of 500|net::ERR_|Failed to load devices|could not|Failed to/

describe.each(SERVERS)('bad answers of $kind', ({additions}) => {
  const journey = useJourney({additions})

  deep.each(['refused', 'garbage', 'cut'] as const)('to the statistics: %s hides the tiles', async kind => {
    const calls = additions ? STATISTICS : SERIES
    const {dashboard} = await openBroken(journey, calls, kind)
    await dashboard.title('Boiler', 'temperature').waitFor()
    await dashboard.tiles.waitFor({state: 'detached'})
  })

  it('to the latest values: the devices are listed without them', async () => {
    const {conveyor} = journey.world
    const calls = additions ? /\/telemetry\/device\/latest/ : new RegExp(`/telemetry/device/${conveyor.id}/latest/`)
    const {dashboard} = await openBroken(journey, calls, 'refused')
    await dashboard.device('Boiler').waitFor()
    await dashboard.device('Conveyor').waitFor()
    if (!additions) await dashboard.key('speed', 'Conveyor').filter({hasText: 'N/A'}).waitFor()
  })
})

describe('bad answers', () => {
  const journey = useJourney({additions: true})

  deep.each(['refused', 'garbage', 'html', 'cut'] as const)('to the list of devices: %s', async kind => {
    const {dashboard, mend} = await openBroken(journey, DEVICES, kind)
    // A link that comes up asks again by itself.
    await dashboard.mark.filter({hasText: /live|polling/}).waitFor()
    await dashboard.devices.getByRole('alert').getByText('The devices could not be loaded.').waitFor()
    await mend()
    await dashboard.devices.getByRole('button', {name: 'Retry'}).click()
    await dashboard.title('Boiler', 'temperature').waitFor()
  })

  deep.each(['refused', 'garbage', 'html', 'cut'] as const)('to what the page begins with: %s', async kind => {
    const {dashboard} = await openBroken(journey, OPENING, kind)
    await dashboard.title('Boiler', 'temperature').waitFor()
  })

  deep.each(['refused', 'garbage', 'html', 'cut'] as const)('to the series: %s', async kind => {
    const {dashboard, mend} = await openBroken(journey, SERIES, kind)
    await dashboard.section.getByRole('alert').getByText('The chart could not be loaded.').waitFor()
    expect(await dashboard.line.count()).toBe(0)
    await mend()
    await dashboard.section.getByRole('button', {name: 'Retry'}).click()
    await dashboard.section.getByText(/^\d+ points$/).waitFor()
  })

  deep.each(['refused', 'garbage', 'html'] as const)('to the current user: %s', async kind => {
    const {page, mend} = await openBroken(journey, /\/api\/v0\/user$/, kind)
    await page.getByText('Error loading user data').waitFor()
    await mend()
    await page.getByRole('button', {name: /retry|try again/i}).click()
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
  })

  deep.each(['garbage', 'cut'] as const)('to the configuration: %s', async kind => {
    const {page, mend} = await openBroken(journey, /\/config\.json$/, kind)
    await page.getByRole('alert').waitFor()
    await mend()
    await page.getByRole('button', {name: /retry|try again/i}).click()
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
  })

  deep.each(['refused', 'html'] as const)('to the configuration: %s means that there is none', async kind => {
    const {page} = await openBroken(journey, /\/config\.json$/, kind)
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
  })
})

async function openBroken(journey: Journey, calls: RegExp, kind: keyof typeof BREAKS, path = '/dashboard') {
  journey.expectComplaint(COMPLAINTS)
  const context = await journey.newContext()
  await journey.signIn(context, journey.world.plantAdmin)
  const page = await context.newPage()
  // The data that comes with the page would be an answer, too.
  await page.route(OPENING, route => route.abort())
  await page.route(calls, route => {
    const answer = BREAKS[kind]
    return answer === null ? route.abort() : route.fulfill(answer)
  })
  await page.goto(path)
  return {page, dashboard: dashboardOn(page), mend: () => page.unroute(calls)}
}
