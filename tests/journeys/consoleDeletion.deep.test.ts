import {randomUUID} from 'node:crypto'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'
import {store, storeRecords} from './support/records'
import {importDevices} from './support/storedDevices'

const TITLE = 'Salt & <b>Söhne</b>'
const ACKNOWLEDGE = 'I understand what this does.'

describe('a deletion in the console', () => {
  const journey = useJourney({additions: true})

  it('of an organisation counts what goes with it, and waits for the exact title and the tick', async () => {
    journey.expectComplaint(/status of 404/)
    const {page, admin} = await openAdmin()
    const {request} = page.context()
    const ids = await storeRecords(page.context(), 'salt')
    expect((await request.put(`/api/v0/organisation/${ids.organisation}`, {data: {title: TITLE}})).ok()).toBe(true)
    await importDevices(page.context(), ids.organisation, ['Second', 'Third'])
    await page.goto(`/sys_admin/organisation/${ids.organisation}`)
    await openDialog(page)
    const {dialog} = admin
    const confirm = dialog.getByRole('button', {name: 'Delete this organisation'})
    expect(await dialog.locator('p').first().textContent()).toBe(`Are you absolutely sure you want to delete ${TITLE}?`)
    await expect
      .poll(() => dialog.getByRole('listitem').allTextContents())
      .toEqual([
        'This also deletes 1 customer, 1 user, 3 devices, 1 asset, and the telemetry of its devices.',
        'Its attributes and those of all that belongs to it go, too.',
      ])
    const typed = dialog.getByLabel('Type the title to confirm')
    await dialog.getByLabel(ACKNOWLEDGE).check()
    for (const text of ['', TITLE.slice(0, -1), ` ${TITLE}`, `${TITLE} `, TITLE.toLowerCase(), 'Salt & Söhne']) {
      await typed.fill(text)
      expect(await confirm.isDisabled(), text).toBe(true)
      await typed.press('Enter')
    }
    await typed.fill(TITLE)
    expect(await confirm.isDisabled()).toBe(false)
    await dialog.getByLabel(ACKNOWLEDGE).uncheck()
    expect(await confirm.isDisabled()).toBe(true)
    await typed.press('Enter')
    await page.keyboard.press('Escape')
    await dialog.waitFor({state: 'detached'})
    expect((await request.get(`/api/v0/organisation/${ids.organisation}`)).status()).toBe(200)

    await openDialog(page)
    expect([await typed.inputValue(), await dialog.getByLabel(ACKNOWLEDGE).isChecked()]).toEqual(['', false])
    await page.keyboard.press('Escape')
    await dialog.waitFor({state: 'detached'})
    await (await admin.prepareDeletion(TITLE)).click()
    await admin.announcement.getByText('Organisation deleted.').waitFor()
    await page.waitForURL('**/sys_admin')
    const left = [`organisation/${ids.organisation}`, ...OF_IT.map(kind => `${kind}/${ids[kind]}`)]
    const statuses = await Promise.all(left.map(async path => (await request.get(`/api/v0/${path}`)).status()))
    expect(statuses).toEqual(left.map(() => 404))
    await page.goto(`/sys_admin/device/${ids.device}`)
    await page.getByText('Device not found.').waitFor()
  })

  it('that the server refuses says why and leaves everything as it was', async () => {
    journey.expectComplaint(/status of 409/)
    const {page, admin} = await openAdmin()
    const {email} = journey.world.systemAdmin
    const before = await itself(page)
    await page.goto(`/sys_admin/user/${before._id}`)
    const confirm = await admin.prepareDeletion(email)
    await confirm.click()
    const refusal = 'The last system administrator can not be deleted or demoted.'
    await admin.dialog.getByRole('alert').getByText(refusal, {exact: true}).waitFor()
    expect(await confirm.isDisabled()).toBe(false)
    await page.keyboard.press('Escape')
    await admin.dialog.waitFor({state: 'detached'})
    expect(await admin.shown('Deleted').textContent()).toBe('No')
    expect(await itself(page)).toEqual(before)

    await openDialog(page)
    expect(await admin.dialog.getByRole('alert').count()).toBe(0)
    await page.reload()
    await admin.heading(email).waitFor()
  })

  it('of oneself ends in the sign-in, once there is another system administrator', async () => {
    const {page} = await openAdmin()
    const second = {email: `second-${randomUUID()}@example.test`, password: 'correct horse battery'}
    await store(page.context(), 'user/register', {...second, authority: 'SYS_ADMIN'})
    const other = await journey.open('/sys_admin', {account: second})
    const admin = consoleOn(other)
    await other.goto(`/sys_admin/user/${(await itself(other))._id}`)
    await (await admin.prepareDeletion(second.email)).click()
    await other.waitForURL('**/login**')
    expect((await page.context().request.get('/api/v0/user')).status()).toBe(200)
  })

  it('of an organisation by two admins at once is done once, and both are told', async () => {
    journey.expectComplaint(/status of 404/)
    const windows = [await openAdmin(), await openAdmin()] as const
    const {organisation} = await storeRecords(windows[0].page.context(), 'twice')
    const confirms = []
    for (const {page, admin} of windows) {
      await page.goto(`/sys_admin/organisation/${organisation}`)
      confirms.push(await admin.prepareDeletion('twice'))
    }
    await Promise.all(confirms.map(confirm => confirm.click()))
    const told = windows.map(({page}) =>
      page
        .getByText(/^Organisation (deleted|not found)\.$/)
        .first()
        .textContent(),
    )
    expect((await Promise.all(told)).sort()).toEqual(['Organisation deleted.', 'Organisation not found.'])
    const answer = await windows[0].page.context().request.get('/api/v0/audit', {params: {entityId: organisation}})
    expect(audit.parse(await answer.json()).entries.map(({action}) => action)).toEqual([
      'organisation.deleted',
      'organisation.created',
    ])
  })

  async function openAdmin() {
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    return {page, admin: consoleOn(page)}
  }
})

const OF_IT = ['customer', 'user', 'device', 'asset'] as const

const user = z.object({_id: z.string(), email: z.string(), authority: z.string()})
const audit = z.object({entries: z.array(z.object({action: z.string()}))})

const itself = async (page: Page) => user.parse(await (await page.context().request.get('/api/v0/user')).json())

const openDialog = (page: Page) =>
  page.getByRole('main').getByRole('button', {name: 'Delete', exact: true}).first().click()
