import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {useJourney} from './support/journey'
import {store, storeRecords} from './support/records'
import type {Account} from './support/seed'

describe('two admins with one record', () => {
  const journey = useJourney({additions: true})

  it('see both versions and who was first, and whoever is second chooses field by field', async () => {
    const {here, there, ids, other} = await openTwice('chosen')
    await here.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await here.admin.fill({Title: 'Mine', City: 'Bonn', State: 'Mine'})
    await there.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await there.admin.fill({Title: 'Theirs', Phone: '42', State: 'Theirs'})
    await there.admin.submit.click()
    await there.admin.announcement.getByText('Customer updated.').waitFor()

    await here.admin.submit.click()
    const dialog = here.admin.dialog
    await dialog.getByText(`Changed by ${other.email}`).waitFor()
    expect(await choicesOf(here)).toEqual([
      'Title both changed it Before: nothing Mine Mine Theirs Theirs',
      'Phone only they changed it Before: nothing Mine nothing Theirs 42',
      'City only I changed it Before: nothing Mine Bonn Theirs nothing',
      'State both changed it Before: nothing Mine Mine Theirs Theirs',
    ])
    expect(await chosenIn(here)).toEqual(['Theirs', 'Theirs', 'Mine', 'Theirs'])

    // The first choice has the focus; the arrows choose, and Enter saves.
    await here.page.keyboard.press('ArrowLeft')
    expect(await chosenIn(here)).toEqual(['Mine', 'Theirs', 'Mine', 'Theirs'])
    await here.page.keyboard.press('Enter')
    await here.admin.announcement.getByText('Customer updated.').waitFor()
    expect(await shownOf(here)).toEqual(['Mine', '42', 'Bonn', 'Theirs'])
  })

  it('see both versions, and whoever is second goes back to the form, and then takes the other’s', async () => {
    const {here, there, ids} = await openTwice('taken')
    await here.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await here.admin.fill({Title: 'Mine'})
    await there.page.goto(`/sys_admin/customer-edit/${ids.customer}`)
    await there.admin.fill({Title: 'Theirs'})
    await there.admin.submit.click()
    await there.admin.announcement.getByText('Customer updated.').waitFor()

    await here.admin.submit.click()
    await here.admin.dialog.getByRole('button', {name: 'Back to the form'}).click()
    expect(await here.admin.field('Title').inputValue()).toBe('Mine')
    await here.admin.submit.click()
    await here.admin.dialog.getByRole('button', {name: 'Save'}).click()
    expect(await shownOf(here)).toEqual(['Theirs', '—', '—', '—'])
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
    const here = await openAs(journey.world.systemAdmin)
    const context = here.page.context()
    const other = {email: `other-${name}@example.test`, password: 'correct horse battery'}
    await store(context, 'user/register', {...other, authority: 'SYS_ADMIN'})
    return {here, there: await openAs(other), ids: await storeRecords(context, name), other}
  }

  async function openAs(account: Account) {
    const page = await journey.open('/sys_admin', {account})
    return {page, admin: consoleOn(page)}
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

async function choicesOf({admin}: Window): Promise<string[]> {
  const texts = await admin.dialog.getByRole('group').allInnerTexts()
  return texts.map(text => text.replaceAll(/\s+/g, ' '))
}

const chosenIn = ({admin}: Window): Promise<string[]> =>
  admin.dialog
    .locator('label:has(input:checked)')
    .allInnerTexts()
    .then(texts => texts.map(text => text.trim()))

async function shownOf({admin}: Window): Promise<(string | null)[]> {
  await admin.shown('Title').waitFor()
  return Promise.all(['Title', 'Phone', 'City', 'State'].map(label => admin.shown(label).textContent()))
}
