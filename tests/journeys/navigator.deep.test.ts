import type {Locator, Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'
import {dashboardOn} from './support/dashboard'
import {useJourney} from './support/journey'
import {importDevices, numbered} from './support/storedDevices'

describe('the device navigator', () => {
  const journey = useJourney({additions: true})
  const narrow = {viewport: {width: 360, height: 740}}

  it('filters, sorts and groups, and opens the same list again from its link', async () => {
    const page = await journey.open('/dashboard')
    const {devices, device, title} = dashboardOn(page)
    await title('Boiler', 'temperature').waitFor()
    await devices.getByRole('searchbox').fill('OR')
    await devices.getByText('2 of 3 devices').waitFor()
    await page.waitForURL(/q=OR/)
    await devices.getByRole('button', {name: /^\d+ never$/}).click()
    await devices.getByText('1 of 3 devices').waitFor()
    await devices.getByText('Selected device is hidden by the filter.').waitFor()
    await page.goBack()
    await device('Conveyor').waitFor()

    await devices.getByRole('searchbox').fill('')
    await devices.getByLabel('Sort').selectOption('worst')
    await devices.getByLabel('Group').selectOption('status')
    const never = devices.getByRole('button', {name: /^never/, expanded: true})
    await never.click()
    await device('Dormant').waitFor({state: 'detached'})
    await page.waitForURL(/sort=worst.*group=status.*closed=/)

    await page.reload()
    await devices.getByRole('button', {name: /^never/, expanded: false}).waitFor()
    expect(await device('Dormant').count()).toBe(0)
    await page.goBack()
    await devices.getByLabel('Group').and(page.locator(':has([value=none]:checked)')).waitFor()
    await device('Dormant').waitFor()
  })

  it('says what a link names and nobody has', async () => {
    const page = await journey.open('/dashboard?device=gone&type=windmill')
    const {devices, title} = dashboardOn(page)
    await devices
      .getByText('The link points to something that no longer exists: device “gone”, type “windmill”.')
      .waitFor()
    await title('Boiler', 'temperature').waitFor()
  })

  it('shows the device of a link, however far down the list it stands', async () => {
    const page = await journey.open('/dashboard')
    const organisation = await organisationOf(page)
    const idOf = await importDevices(page.context(), organisation, numbered('Pump', 200))
    await page.goto(`/dashboard?device=${idOf('Pump 150')}&key=flow`)
    const {devices, device} = dashboardOn(page)
    await device('Pump 150').waitFor()
    await expect.poll(() => isInView(device('Pump 150'))).toBe(true)
    await devices.getByRole('searchbox').fill('boiler')
    await devices.getByRole('button', {name: 'Show'}).click()
    await expect.poll(() => isInView(device('Pump 150'))).toBe(true)
  })

  it('is a page of its own on a phone, from which a key leads to the chart and Back returns', async () => {
    const page = await journey.open('/dashboard', narrow)
    const {device, key, title, chart} = dashboardOn(page)
    await key('temperature', 'Boiler').waitFor()
    await expect.poll(() => new URL(page.url()).searchParams.get('key')).toBe('temperature')
    expect([await device('Boiler').isVisible(), await title('Boiler', 'temperature').isVisible()]).toEqual([
      true,
      false,
    ])
    await key('temperature', 'Boiler').click()
    await chart.waitFor()
    expect(await device('Boiler').isVisible()).toBe(false)
    await page.getByRole('button', {name: 'Devices', exact: true}).click()
    await device('Boiler').waitFor()
    await key('vibration', 'Boiler').click()
    await title('Boiler', 'vibration').waitFor()
    await page.reload()
    await title('Boiler', 'vibration').waitFor()
    await page.goBack()
    await device('Boiler').waitFor()
  })
})

const owned = z.array(z.object({organisation_id: z.string()}))

async function organisationOf(page: Page): Promise<string> {
  const [first] = owned.parse(await (await page.request.get('/api/v0/device')).json())
  return first?.organisation_id ?? ''
}

/** Tells whether the line is within the list's frame. Lines near it are drawn as well. */
const isInView = (line: Locator): Promise<boolean> =>
  line.evaluate(element => {
    const frame = element.closest('ul')?.parentElement?.getBoundingClientRect()
    const {top, bottom} = element.getBoundingClientRect()
    return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1
  })
