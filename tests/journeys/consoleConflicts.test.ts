import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'
import {storeRecords} from './support/records'

describe('two admins with one record', () => {
  const journey = useJourney({additions: true})

  it('see both versions, and whoever is second chooses hers on top of the other', async () => {
    const {here, there, ids} = await openTwice('chosen-mine')
    await here.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await here.admin.fill({Title: 'Mine', City: 'Bonn'})
    await there.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await there.admin.fill({Title: 'Theirs', Phone: '42'})
    await there.admin.submit.click()
    await there.admin.announcement.getByText('Customer updated.').waitFor()

    await here.admin.submit.click()
    const dialog = here.admin.dialog
    await dialog.getByText('Somebody else has changed this meanwhile').waitFor()
    expect(await rowsOf(here)).toEqual([
      ['Titlechanged by both', 'Mine', 'Theirs'],
      ['Phonechanged by them, and stays', 'nothing', '42'],
      ['Citychanged by me', 'Bonn', 'nothing'],
    ])
    await dialog.getByRole('button', {name: 'Save mine over theirs'}).click()
    await here.admin.announcement.getByText('Customer updated.').waitFor()
    expect(await shownOf(here)).toEqual(['Mine', '42', 'Bonn'])
  })

  it('see both versions, and whoever is second takes the other’s', async () => {
    const {here, there, ids} = await openTwice('chosen-theirs')
    await here.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await here.admin.fill({Title: 'Mine'})
    await there.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await there.admin.fill({Title: 'Theirs'})
    await there.admin.submit.click()
    await there.admin.announcement.getByText('Customer updated.').waitFor()

    await here.admin.submit.click()
    await here.admin.dialog.getByRole('button', {name: 'Take theirs'}).click()
    expect(await shownOf(here)).toEqual(['Theirs', '—', '—'])
  })

  it('delete it once', async () => {
    const {here, there, ids} = await openTwice('deleted')
    const confirms = await Promise.all(
      [here, there].map(async ({page, admin}) => {
        await page.goto(`/sys_admin/device/${ids.device}`)
        return admin.prepareDeletion('device-deleted')
      }),
    )
    for (const confirm of confirms) await confirm.click()
    await here.admin.announcement.getByText('Device deleted.').waitFor()
    await there.page.getByText('Device not found.').waitFor()
  })

  it('may save what somebody else has deleted, without losing what was typed', async () => {
    const {here, there, ids} = await openTwice('gone')
    await here.page.goto(`/sys_admin/asset-edit/${ids.asset}`)
    await here.admin.fill({Name: 'Mine'})
    await there.page.goto(`/sys_admin/asset/${ids.asset}`)
    await (await there.admin.prepareDeletion('asset-gone')).click()
    await there.admin.announcement.getByText('Asset deleted.').waitFor()
    await here.admin.submit.click()
    await here.admin.failure.getByText('Asset not found.').waitFor()
    expect(await here.admin.field('Name').inputValue()).toBe('Mine')
  })

  async function openTwice(name: string) {
    journey.expectComplaint(/status of (409|404)/)
    const {systemAdmin} = journey.world
    const [here, there] = [await openOnce(), await openOnce()]
    return {here, there, ids: await storeRecords(here.page.context(), name)}

    async function openOnce() {
      const page = await journey.open('/sys_admin', {account: systemAdmin})
      return {page, admin: consoleOn(page)}
    }
  }
})

describe('a changed form', () => {
  const journey = useJourney({additions: true})

  it('is asked about before it is left', async () => {
    const page = await journey.open('/sys_admin/org-create', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    await admin.fill({Title: 'Half a name'})
    await admin.link('Cancel').click()
    await admin.dialog.getByText('Leave without saving?').waitFor()
    await admin.dialog.getByRole('button', {name: 'Stay'}).click()
    await admin.dialog.waitFor({state: 'detached'})
    expect(await admin.field('Title').inputValue()).toBe('Half a name')

    await page.getByRole('link', {name: 'Dashboard'}).click()
    await admin.dialog.getByRole('button', {name: 'Leave'}).click()
    await page.waitForURL('**/dashboard')
    await page.goto('/sys_admin/org-create')
    expect(await admin.field('Title').inputValue()).toBe('')
  })

  it('that has not changed is left at once', async () => {
    const page = await journey.open('/sys_admin/org-create', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    await admin.field('Title').waitFor()
    await admin.link('Cancel').click()
    await admin.heading('Organisations').waitFor()
  })
})

interface Window {
  page: Page
  admin: ReturnType<typeof consoleOn>
}

async function rowsOf({admin}: Window): Promise<string[][]> {
  const rows = await admin.dialog.locator('tbody tr').all()
  return Promise.all(rows.map(row => row.locator('th, td').allTextContents()))
}

async function shownOf({admin}: Window): Promise<(string | null)[]> {
  await admin.shown('Title').waitFor()
  return Promise.all(['Title', 'Phone', 'City'].map(label => admin.shown(label).textContent()))
}
