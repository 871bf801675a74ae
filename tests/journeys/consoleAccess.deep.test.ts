import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {violations} from './support/axe'
import {pagesOf, visit} from './support/consolePages'
import {useJourney} from './support/journey'
import {tabTo} from './support/keyboard'
import {type Records, storeRecords} from './support/records'

const SCHEMES = ['light', 'dark'] as const

describe('the console', () => {
  const journey = useJourney({additions: true})
  let stored: Promise<Records> | undefined

  it.each(SCHEMES)('has no violation in its dialogs and with wrong fields, %s', async colorScheme => {
    journey.expectComplaint(/status of 409/)
    const {page, ids} = await walk({colorScheme})
    const admin = consoleOn(page)
    await visit(page, '/sys_admin/org-create', 'Create organisation')
    await admin.submit.click()
    await admin.failure.waitFor()
    expect(await violations(page)).toEqual([])
    await admin.fill({City: 'Bonn'})
    await admin.link('Cancel').click()
    await admin.dialog.getByText('Leave without saving?').waitFor()
    expect(await violations(page)).toEqual([])
    await admin.dialog.getByRole('button', {name: 'Leave'}).click()

    await visit(page, `/sys_admin/device/${ids.device}`, 'device-walk')
    await admin.prepareDeletion('device-walk')
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await admin.dialog.waitFor({state: 'detached'})
    await admin.panel('Attributes').getByRole('button', {name: 'Add attribute'}).click()
    await admin.dialog.getByRole('button', {name: 'Save'}).click()
    await admin.dialog.getByText('Key is required.').waitFor()
    expect(await violations(page)).toEqual([])
  })

  it('can be used with the keyboard alone', async () => {
    const {page} = await walk({})
    const admin = consoleOn(page)
    await visit(page, '/sys_admin', 'Organisations')
    await tabTo(page, admin.link('Create New Organisation'))
    await page.keyboard.press('Enter')
    await admin.heading('Create organisation').waitFor()
    for (const [label, value] of [
      ['Title', 'Keys'],
      ['Email', 'keys@example.test'],
      ['Phone', '1'],
    ] as const) {
      await tabTo(page, admin.field(label))
      await page.keyboard.type(value)
    }
    await page.keyboard.press('Enter')
    await admin.heading('Keys').waitFor()

    await tabTo(page, admin.tab('Overview'))
    await tabTo(page, admin.tab('Devices'), 'ArrowRight')
    await page.keyboard.press('Enter')
    await tabTo(page, admin.link('Create device'))
    await page.keyboard.press('Enter')
    await tabTo(page, admin.field('Name'))
    await page.keyboard.type('Typed')
    await page.keyboard.press('Enter')
    await tabTo(page, admin.link('Typed'))
    await page.keyboard.press('Enter')
    await admin.heading('Typed').waitFor()
    await tabTo(page, admin.button('Create credentials'))
    await page.keyboard.press('Enter')
    await admin.panel('Credentials').getByRole('button', {name: 'Show'}).waitFor()

    await tabTo(page, page.getByRole('main').getByRole('button', {name: 'Delete', exact: true}).first())
    await page.keyboard.press('Enter')
    await tabTo(page, admin.dialog.getByLabel(/^Type the /))
    await page.keyboard.type('Typed')
    await tabTo(page, admin.dialog.getByRole('checkbox'))
    await page.keyboard.press('Space')
    await tabTo(page, admin.dialog.getByRole('button', {name: 'Delete this device'}))
    await page.keyboard.press('Enter')
    await admin.announcement.getByText('Device deleted.').waitFor()
    await page.getByText('No devices yet.').waitFor()
  })

  it.each(['plantAdmin', 'customerAdmin', 'customerUser'] as const)('turns the %s away from each page', async who => {
    const ids = await store()
    const page = await journey.open('/dashboard', {account: journey.world[who]})
    for (const [path] of pagesOf(ids)) {
      await page.goto(path)
      await page.waitForURL('**/unauthorized')
      expect(await page.getByRole('link', {name: 'Admin'}).count()).toBe(0)
    }
  })

  async function walk(options: Parameters<typeof journey.open>[1]) {
    const ids = await store()
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin, ...options})
    return {page, ids}
  }

  function store(): Promise<Records> {
    stored ??= journey
      .open('/sys_admin', {account: journey.world.systemAdmin})
      .then(page => storeRecords(page.context(), 'walk'))
    return stored
  }
})
