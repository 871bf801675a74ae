import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {CUT} from './support/console'
import {useKillableJourney} from './support/journey'
import {cut, storeRecords} from './support/records'

const HINT = 'The server can’t be reached right now. What you typed is kept.'

describe('the console says what failed, keeps what was typed and goes on', () => {
  const journey = useKillableJourney({additions: true})

  it('with a device whose calls are cut', async () => {
    journey.expectComplaint(CUT)
    const {page, admin, ids} = await openStored('cut')
    const calls = /\/api\/v0\/device(\/|$)/

    await page.goto(`/sys_admin/device-create/${ids.organisation}`)
    await admin.fill({Name: 'Cut device'})
    const mendCreation = await cut(page, 'POST', calls)
    await admin.submit.click()
    await expect.poll(() => admin.failure.textContent()).toBe(`Failed to create device${HINT}`)
    expect(await admin.field('Name').inputValue()).toBe('Cut device')
    await mendCreation()
    await admin.submit.click()
    await admin.announcement.getByText('Device created.').waitFor()

    const path = `/sys_admin/device/${ids.device}`
    const mendLoading = await cut(page, 'GET', new RegExp(`/api/v0/device/${ids.device}$`))
    await page.goto(path)
    await page.getByText('Failed to load device', {exact: true}).waitFor()
    await mendLoading()
    await page.getByRole('button', {name: 'Retry'}).click()
    await admin.heading('device-cut').waitFor()

    await page.goto(`/sys_admin/device-edit/${ids.device}`)
    await admin.fill({Label: 'north'})
    const mendSaving = await cut(page, 'PUT', calls)
    await admin.submit.click()
    await expect.poll(() => admin.failure.textContent()).toBe(`❌ Failed to update device${HINT}`)
    expect(await admin.field('Label').inputValue()).toBe('north')
    await mendSaving()
    await admin.submit.click()
    await admin.announcement.getByText('Device updated.').waitFor()
    await page.waitForURL(`**${path}`)
    await admin.shown('Label').getByText('north', {exact: true}).waitFor()

    const confirm = await admin.prepareDeletion('device-cut')
    const mendDeleting = await cut(page, 'DELETE', calls)
    await confirm.click()
    await expect.poll(() => admin.dialog.getByRole('alert').textContent()).toBe(`❌ Failed to delete device${HINT}`)
    await mendDeleting()
    await confirm.click()
    await admin.announcement.getByText('Device deleted.').waitFor()
  })

  // Last, as it takes the server away from the others should it fail.
  it('with a server that ends while saving and comes back', async () => {
    journey.expectComplaint(CUT)
    const {page, admin, ids} = await openStored('ended')
    await page.goto(`/sys_admin/device-edit/${ids.device}`)
    await admin.fill({Label: 'north'})
    await journey.server.kill()
    await admin.submit.click()
    await expect.poll(() => admin.failure.textContent()).toBe(`❌ Failed to update device${HINT}`)
    expect(await admin.field('Label').inputValue()).toBe('north')
    await journey.server.start()
    await admin.submit.click()
    await admin.announcement.getByText('Device updated.').waitFor()
    await admin.shown('Label').getByText('north', {exact: true}).waitFor()
  })

  async function openStored(name: string) {
    const page: Page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    return {page, admin: consoleOn(page), ids: await storeRecords(page.context(), name)}
  }
})
