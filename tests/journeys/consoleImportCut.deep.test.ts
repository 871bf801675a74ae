import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {holdAfter, loseAnswers} from './support/hold'
import {SERVERS, useJourney} from './support/journey'
import {store} from './support/records'
import {savedBy} from './support/saved'
import {namesOf, numbered} from './support/storedDevices'

/** The ways in which the server takes the devices: `atOnce` rows are under way together. */
const WAYS = {
  batches: {calls: /\/api\/v0\/device\/import$/, atOnce: 200, callsAtOnce: 1, count: 450},
  oneByOne: {calls: /\/api\/v0\/device$/, atOnce: 6, callsAtOnce: 6, count: 20},
}

describe.each(SERVERS)('an import of devices with $kind', ({additions}) => {
  const journey = useJourney({additions})
  const {calls, atOnce, callsAtOnce, count} = additions ? WAYS.batches : WAYS.oneByOne

  it('makes every device once although answers get lost, again and again', async () => {
    journey.expectComplaint(/net::ERR_FAILED/)
    const names = ['Twin', 'Twin', ...numbered('Pump', count - 2)]
    const {page, admin, organisation} = await openImport(names)
    const unsure = page.getByText(`It is unclear whether the last ${atOnce} rows arrived.`)
    const mend = await loseAnswers(page, 'POST', calls)
    await admin.button(`Import ${count} devices`).click()
    await unsure.waitFor()
    expect(await admin.failure.textContent()).toMatch(/^The import is paused. The server did not answer./)
    expect(await namesOf(page.context(), organisation)).toHaveLength(atOnce)

    const lostAgain = page.waitForEvent('requestfailed', request => calls.test(request.url()))
    await admin.button('Continue').click()
    await lostAgain
    await unsure.waitFor()
    await mend()
    await admin.button('Continue').click()

    await page.getByRole('heading', {name: 'The import is done'}).waitFor()
    await admin.button(`${count} created`).waitFor()
    expect((await namesOf(page.context(), organisation)).sort()).toEqual(names.sort())
    const {rows} = await savedBy(page, admin.button('Save the result as CSV'))
    expect(new Set(rows.slice(1).map(([, outcome]) => outcome))).toEqual(new Set(['created']))
    expect(new Set(rows.slice(1).map(([, , , id]) => id)).size).toBe(count)
  })

  it('that is stopped keeps what was made, and says what was not done', async () => {
    const names = numbered('Pump', count)
    const {page, admin, organisation} = await openImport(names)
    const hold = await holdAfter(page, callsAtOnce, 'POST', calls)
    await admin.button(`Import ${count} devices`).click()
    await expect.poll(hold.waiting).toBe(callsAtOnce)
    await page.getByText(new RegExp(`^${atOnce} done, 0 failed, ${count - atOnce} left`)).waitFor()
    await admin.button('Stop the import').click()
    await page.getByText('Stopping. Waiting for the answer to the last rows…').waitFor()
    hold.release()

    const made = 2 * atOnce
    await page.getByRole('heading', {name: 'The import has ended'}).waitFor()
    await admin.button(`${made} created`).waitFor()
    await admin.button(`${count - made} not started`).waitFor()
    await page.getByText('Devices that are created stay.').waitFor()
    expect(await namesOf(page.context(), organisation)).toEqual(names.slice(0, made))
    const {rows} = await savedBy(page, admin.button('Save the result as CSV'))
    expect(rows.map(row => row.slice(0, 3))).toEqual([
      ['name', 'Outcome', 'Reason'],
      ...names.map((name, nth) => [name, nth < made ? 'created' : 'not started', '']),
    ])

    await admin.button(`Import the other ${count - made} rows`).click()
    await page.getByRole('heading', {name: 'The import is done'}).waitFor()
    expect(await namesOf(page.context(), organisation)).toEqual(names)
  })

  /** A checked file of these names for a new organisation. */
  async function openImport(names: readonly string[]) {
    const page: Page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    const values = {title: 'Harbour', email: 'office@example.test', phone: '1'}
    const organisation = await store(page.context(), 'organisation', values)
    await page.goto(`/sys_admin/device-import/${organisation}`)
    await page.locator('input[type="file"]').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['name', ...names].join('\n')),
    })
    await admin.button('Check the rows').click()
    await page.getByRole('heading', {name: 'Nothing has been created yet'}).waitFor()
    return {page, admin, organisation}
  }
})
