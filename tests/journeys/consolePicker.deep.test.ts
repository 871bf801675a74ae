import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {violations} from './support/axe'
import {useJourney} from './support/journey'
import {tabTo} from './support/keyboard'
import {cut, store, storeRecords} from './support/records'

const TITLE = 'Söhne & <b>Salz</b> \u202eKG'
const SHOWN = 'Söhne & <b>Salz</b> KG (sons@example.test)'

describe('what a record names', () => {
  const journey = useJourney({additions: true})

  it.each(['light', 'dark'] as const)(
    'is chosen by a part of its title, with the keyboard alone, %s',
    async colorScheme => {
      const {page, admin, ids, customer} = await openStored(`chosen-${colorScheme}`, {colorScheme})
      await page.goto(`/sys_admin/device-edit/${ids.device}`)
      await page.getByText('2 customers. Type to search.').waitFor()
      const field = picker(page, 'Customer ID')
      await tabTo(page, field)
      await page.keyboard.type('salz')
      await options(page).first().waitFor()
      await expect.poll(() => options(page).allTextContents()).toEqual([SHOWN])
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      expect(await field.inputValue()).toBe(SHOWN)
      expect(await violations(page)).toEqual([])
      await page.keyboard.press('Enter')
      await admin.announcement.getByText('Device updated.').waitFor()
      expect(await admin.shown('Customer ID').locator('code').textContent()).toBe(customer)
    },
  )

  it('can be typed while its list is cut off, and chosen when it is back', async () => {
    journey.expectComplaint(/net::ERR_/)
    const {page, admin, ids, customer} = await openStored('cut-off')
    const mend = await cut(page, 'GET', /\/customer\/by-org\//)
    await page.goto(`/sys_admin/device-edit/${ids.device}`)
    await page.getByText('The customers could not be loaded. You can type the ID of the customer instead.').waitFor()
    await admin.fill({'Customer ID': customer})
    expect(await violations(page)).toEqual([])
    await admin.submit.click()
    await admin.announcement.getByText('Device updated.').waitFor()

    await page.goto(`/sys_admin/device-edit/${ids.device}`)
    const again = page.getByRole('button', {name: 'Try again to load the customers'})
    await again.waitFor()
    expect(await admin.field('Customer ID').inputValue()).toBe(customer)
    await mend()
    await tabTo(page, again)
    await page.keyboard.press('Enter')
    const field = picker(page, 'Customer ID')
    await expect.poll(() => field.inputValue()).toBe(SHOWN)
    expect(await field.evaluate(element => element === document.activeElement)).toBe(true)
    await choose(page, 'Customer ID', 'No customer')
    await admin.submit.click()
    await admin.announcement.getByText('Device updated.').waitFor()
    expect(await admin.shown('Customer ID').textContent()).toBe('—')
  })

  it('brings a user of no organisation into one, and to a customer of it', async () => {
    const {page, admin, ids, customer} = await openStored('joined')
    const other = await store(page.context(), 'organisation', {title: 'Other', email: 'o@example.test', phone: '1'})
    const user = await store(page.context(), 'user/register', {
      email: 'alone@example.test',
      password: 'correct horse battery',
      authority: 'CUSTOMER_USER',
    })
    await page.goto(`/sys_admin/user-edit/${user}`)
    await page.getByText('Without an organisation there is nothing to choose from.').waitFor()
    await choose(page, 'Organisation ID', 'joined')
    await choose(page, 'Customer ID', SHOWN)
    await admin.submit.click()
    await admin.announcement.getByText('User updated.').waitFor()
    expect(await namesOf(page)).toEqual([ids.organisation, customer])

    await page.goto(`/sys_admin/user-edit/${user}`)
    await page.getByText('2 customers. Type to search.').waitFor()
    await choose(page, 'Organisation ID', 'Other')
    await page.getByText('There are no customers to choose from.').waitFor()
    expect(await picker(page, 'Customer ID').inputValue()).toBe('')
    await admin.submit.click()
    await admin.announcement.getByText('User updated.').waitFor()
    expect(await namesOf(page)).toEqual([other, '—'])
  })

  it('of an asset is any other asset', async () => {
    const {page, admin, ids} = await openStored('parent')
    const building = await store(page.context(), 'asset', {
      name: 'Building',
      label: 'blob',
      organisation_id: ids.organisation,
    })
    await page.goto(`/sys_admin/asset-edit/${ids.asset}`)
    await page.getByText('1 asset. Type to search.').waitFor()
    await choose(page, 'Parent ID', 'Building')
    await admin.submit.click()
    await admin.announcement.getByText('Asset updated.').waitFor()
    expect(await admin.shown('Parent ID').locator('code').textContent()).toBe(building)
  })

  it('stays quick to find among ten thousand', async () => {
    const {page, ids} = await openStored('many')
    const customers = Array.from({length: 10_000}, (_, at) => ({
      _id: `c${at}`,
      title: `Customer ${at}`,
      email: `${at}@b.test`,
    }))
    await page.route(/\/customer\/by-org\//, route => route.fulfill({json: customers}))
    await page.goto(`/sys_admin/device-edit/${ids.device}`)
    await page.getByText('10,000 customers. Type to search.').waitFor()
    await picker(page, 'Customer ID').click()
    expect(await options(page).count()).toBe(101)
    await page.keyboard.type('customer 9999')
    await expect.poll(() => options(page).allTextContents()).toEqual(['Customer 9999 (9999@b.test)'])
  })

  async function openStored(name: string, options: Parameters<typeof journey.open>[1] = {}) {
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin, ...options})
    const ids = await storeRecords(page.context(), name)
    const customer = await store(page.context(), 'customer', {
      title: TITLE,
      email: 'sons@example.test',
      organisation_id: ids.organisation,
    })
    return {page, admin: consoleOn(page), ids, customer}
  }
})

const picker = (page: Page, label: string) => page.getByRole('combobox', {name: label})
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

async function choose(page: Page, label: string, name: string) {
  await picker(page, label).click()
  await options(page).filter({hasText: name}).click()
}

/** The ids of the organisation and the customer that a page shows. */
async function namesOf(page: Page): Promise<(string | null)[]> {
  const shown = ['Organisation ID', 'Customer ID'].map(label => consoleOn(page).shown(label))
  return Promise.all(shown.map(value => value.locator('code').or(value.getByText('—')).textContent()))
}
