import {execFile} from 'node:child_process'
import {promisify} from 'node:util'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {SENT_KEY, SENT_VALUES} from '../../src/domain/console/sendLines'
import {deep} from '../support/deep'
import {arrivals} from './support/arrivals'
import type {OpenOptions} from './support/browsers'
import {type Journey, SERVERS, useJourney} from './support/journey'

const run = promisify(execFile)
const NO_CREDENTIALS = /status of 404 .*\/credentials/
const CONFLICT = /status of 409 .*\/attribute\//

async function openDevice(journey: Journey, deviceId: string, options: OpenOptions = {}): Promise<Page> {
  const page = await journey.open(`/sys_admin/device/${deviceId}`, {account: journey.world.systemAdmin, ...options})
  await page.getByRole('heading', {name: 'Attributes'}).waitFor()
  return page
}

const panel = (page: Page, name: string) => page.getByRole('region', {name})
const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
const row = (page: Page, key: string) => panel(page, 'Attributes').getByRole('row', {name: new RegExp(`^${key}`)})

describe.each(SERVERS)('the page of a device with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('shows that the very device sends, by a line from the page', async () => {
    const page = await openDevice(journey, journey.world.dormant.id, {
      permissions: ['clipboard-read', 'clipboard-write'],
      hasOwnClock: !additions,
    })
    const arrival = arrivals(page, {additions})
    await page.getByText('No telemetry yet.').waitFor()
    await page.getByText('waiting for a value').waitFor()
    await press(page, 'Copy: the lines for Linux, macOS')
    await run('sh', ['-c', await page.evaluate(() => navigator.clipboard.readText())])
    await arrival()
    await page.getByText(/^arrived .* ago: temperature = 21\.1\s°C$/).waitFor()
    const send = panel(page, 'Send a value')
    await send.getByText('Linux, macOS: the value has arrived.').waitFor({state: 'attached'})
    expect(await send.getByText('waiting', {exact: true}).count()).toBe((await send.locator('pre').count()) - 1)
    await panel(page, 'Latest telemetry')
      .getByRole('row', {name: additions ? /temperature 21\.1\s°C fresh/ : /temperature 21\.1\s°C/})
      .waitFor()
  })
})

describe('the page of a device', () => {
  const journey = useJourney({additions: true})

  deep('marks each line whose value was pushed, though another value came right after it', async () => {
    const {id, accessToken} = journey.world.dormant
    const page = await openDevice(journey, id)
    const send = panel(page, 'Send a value')
    await page.getByText('No telemetry yet.').waitFor()
    await journey.post(accessToken, [
      {ts: journey.now() - 2, values: {[SENT_KEY]: SENT_VALUES.sh}},
      {ts: journey.now() - 1, values: {[SENT_KEY]: SENT_VALUES.powerShell}},
      {ts: journey.now(), values: {[SENT_KEY]: 20}},
    ])
    for (const name of ['Linux, macOS', 'Windows PowerShell'])
      await send.getByText(`${name}: the value has arrived.`).waitFor({state: 'attached'})
    await send.getByText('temperature = 20\u202f°C').waitFor()
    expect(await send.getByText('waiting', {exact: true}).count()).toBe((await send.locator('pre').count()) - 2)
  })

  deep(
    'replaces an access token, while the former one counts until somebody ends it, and gives the new one an end',
    async () => {
      const {id, accessToken} = journey.world.conveyor
      const page = await openDevice(journey, id)
      const send = (token: string) =>
        page.request.post(`/api/v1/${token}/telemetry`, {data: {temperature: 20}}).then(answer => answer.status())
      const dialog = page.getByRole('dialog')
      await press(page, 'Replace the access token')
      await dialog.getByLabel('The former one is valid').selectOption('for a week')
      await dialog.getByRole('button', {name: 'Replace', exact: true}).click()
      await page.getByText('Access token replaced.').waitFor()
      await press(page, 'Show the access token')
      const next = (await panel(page, 'Credentials').locator('code').textContent()) ?? ''
      expect(next).not.toBe(accessToken)
      expect([await send(accessToken), await send(next)]).toEqual([200, 200])

      await panel(page, 'Credentials').getByText('Old token valid until').waitFor()
      await press(page, 'End the former access token')
      await dialog.getByRole('button', {name: 'End it now'}).click()
      await page.getByText('Former access token ended.').waitFor()
      expect([await send(accessToken), await send(next)]).toEqual([401, 200])

      await panel(page, 'Credentials').getByText('no end').waitFor()
      await press(page, 'Change until when the access token is valid')
      await dialog.getByLabel('It is valid').selectOption('for a year from now')
      await dialog.getByRole('button', {name: 'Change', exact: true}).click()
      await panel(page, 'Credentials').getByText('no end').waitFor({state: 'detached'})
    },
  )

  deep('deletes credentials, whose device is refused from then on, and creates others', async () => {
    journey.expectComplaint(NO_CREDENTIALS)
    const {id, accessToken} = journey.world.boiler
    const page = await openDevice(journey, id)
    const send = (token: string) =>
      page.request.post(`/api/v1/${token}/telemetry`, {data: {temperature: 20}}).then(answer => answer.status())
    await press(page, 'Show the access token')
    await panel(page, 'Credentials').getByText(accessToken, {exact: true}).waitFor()
    await press(page, 'Delete the credentials')
    await page.getByRole('dialog').getByRole('button', {name: 'Delete', exact: true}).click()
    await page.getByText('Credentials deleted.').waitFor()
    expect(await send(accessToken)).toBe(401)
    await press(page, 'Create credentials')
    await press(page, 'Show the access token')
    const created = await panel(page, 'Credentials').locator('code').textContent()
    expect(created).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await send(created ?? '')).toBe(200)
  })

  deep('sets a threshold, says what is wrong with it first, and the chart draws its line', async () => {
    const {id} = journey.world.boiler
    const page = await openDevice(journey, id)
    await press(page, 'Add threshold')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', {name: 'Key'}).fill('temperature')
    await dialog.getByLabel('Warning above (°C)').fill('1')
    await dialog.getByLabel('Critical above (°C)').fill('0')
    await dialog.getByRole('button', {name: 'Save'}).click()
    await dialog.getByText(/^A critical limit must not be nearer/).waitFor()
    await dialog.getByLabel('Critical above (°C)').fill('1000')
    await dialog.getByText('Warning: raised when the value is > 1 °C, ends when it is ≤ 1 °C.').waitFor()
    await dialog.getByRole('button', {name: 'Save'}).click()
    await panel(page, 'Thresholds').getByText('warning: above 1 °C').waitFor()
    await page.getByRole('link', {name: 'temperature'}).first().click()
    await page.locator('.limit-text', {hasText: 'warning: above 1 °C'}).waitFor()
    await page.locator('.limit-text', {hasText: '↑ critical: above 1,000 °C'}).waitFor()
    await page.getByRole('button', {name: 'Limits'}).click()
    await expect.poll(() => page.locator('.limit-text').count()).toBe(0)
  })

  deep('adds, changes and deletes an attribute, and overwrites nobody unasked', async () => {
    journey.expectComplaint(CONFLICT)
    const {id} = journey.world.conveyor
    const page = await openDevice(journey, id)
    await press(page, 'Add attribute')
    await page.getByRole('textbox', {name: 'Key'}).fill('hall')
    await page.getByRole('textbox', {name: 'Value'}).fill('<b>three</b>')
    await press(page, 'Save')
    await row(page, 'hall').getByText('<b>three</b>', {exact: true}).waitFor()

    await press(page, 'Edit the attribute hall')
    await page.getByRole('textbox', {name: 'Value'}).fill('mine')
    await page.request.put(`/api/v0/attribute/device/${id}/2/hall`, {data: {str_v: 'theirs'}})
    await press(page, 'Save')
    await page.getByRole('dialog').getByText('theirs', {exact: true}).waitFor()
    await page.getByText(`Changed by ${journey.world.systemAdmin.email}`).waitFor()
    expect(await page.getByRole('radio', {name: 'Theirs'}).isChecked()).toBe(true)
    await page.getByRole('radio', {name: 'Mine'}).check()
    await press(page, 'Save')
    await row(page, 'hall').getByText('mine', {exact: true}).waitFor()

    await press(page, 'Delete the attribute hall')
    await page.getByRole('dialog').getByRole('button', {name: 'Delete', exact: true}).click()
    await page.getByText('No shared attributes yet.').waitFor()
  })
})
