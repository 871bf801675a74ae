import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {useKillableJourney} from './support/journey'
import {cut, type Records, storeRecords} from './support/records'

const CUT = /net::ERR_|WebSocket connection to/
const HINT = 'The server can’t be reached right now. What you typed is kept.'
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'

interface Life {
  kind: keyof Records
  createPath: (organisation: string) => string
  editPath: string
  filled: Record<string, string>
  name: (name: string) => string
  changed: [label: string, value: string]
  failed: {create: string; load: string; save: string; delete: string}
  done: {create: string; save: string; delete: string}
}

const LIVES: readonly Life[] = [
  {
    kind: 'organisation',
    createPath: () => '/sys_admin/org-create',
    editPath: 'org-edit',
    filled: {Title: 'Cut Works', Email: 'cut@example.test', Phone: '1'},
    name: name => name,
    changed: ['City', 'Bonn'],
    failed: {
      create: 'Failed to create organisation.',
      load: 'Failed to load organisation.',
      save: 'Failed to update organisation.',
      delete: 'Failed to delete organisation.',
    },
    done: {create: 'Organisation created.', save: 'Organisation updated.', delete: 'Organisation deleted.'},
  },
  {
    kind: 'customer',
    createPath: organisation => `/sys_admin/customer-create/${organisation}`,
    editPath: 'customer-edit',
    filled: {Email: 'cut-customer@example.test'},
    name: name => `buyer-${name}@example.test`,
    changed: ['City', 'Bonn'],
    failed: {
      create: 'Customer creation failed',
      load: 'Failed to load customer data',
      save: 'Update failed',
      delete: 'Failed to delete customer',
    },
    done: {create: 'Customer created.', save: 'Customer updated.', delete: 'Customer deleted.'},
  },
  {
    kind: 'user',
    createPath: organisation => `/sys_admin/user-create/${organisation}`,
    editPath: 'user-edit',
    filled: {Email: 'cut-user@example.test', Password: 'correct horse battery'},
    name: name => `user-${name}@example.test`,
    changed: ['Authority', 'CUSTOMER_USER'],
    failed: {
      create: 'Registration failed',
      load: 'Failed to load user data',
      save: 'Update failed',
      delete: 'Failed to delete user',
    },
    done: {create: 'User created.', save: 'User updated.', delete: 'User deleted.'},
  },
  {
    kind: 'device',
    createPath: organisation => `/sys_admin/device-create/${organisation}`,
    editPath: 'device-edit',
    filled: {Name: 'Cut device'},
    name: name => `device-${name}`,
    changed: ['Label', 'north'],
    failed: {
      create: 'Failed to create device',
      load: 'Failed to load device',
      save: '❌ Failed to update device',
      delete: '❌ Failed to delete device',
    },
    done: {create: 'Device created.', save: 'Device updated.', delete: 'Device deleted.'},
  },
  {
    kind: 'asset',
    createPath: organisation => `/sys_admin/asset-create/${organisation}`,
    editPath: 'asset-edit',
    filled: {Name: 'Cut asset', Label: 'blob'},
    name: name => `asset-${name}`,
    changed: ['Type', 'room'],
    failed: {
      create: 'Failed to create asset',
      load: 'Failed to load asset',
      save: 'Failed to update asset',
      delete: 'Failed to delete asset',
    },
    done: {create: 'Asset created.', save: 'Asset updated.', delete: 'Asset deleted.'},
  },
]

describe('the console says what failed, keeps what was typed and goes on', () => {
  const journey = useKillableJourney({additions: true})

  it.each(LIVES)('with a $kind whose calls are cut', async life => {
    journey.expectComplaint(CUT)
    const {page, admin, ids, name} = await openStored(`cut-${life.kind}`)
    const calls = new RegExp(`/api/v0/${life.kind}(/|$)`)

    await page.goto(life.createPath(ids.organisation))
    await admin.fill(life.filled)
    const mendCreation = await cut(page, 'POST', calls)
    await admin.submit.click()
    await expect.poll(() => admin.failure.textContent()).toBe(life.failed.create + HINT)
    for (const [label, value] of Object.entries(life.filled)) {
      expect(await admin.field(label).inputValue()).toBe(value)
    }
    await mendCreation()
    await admin.submit.click()
    await admin.announcement.getByText(life.done.create).waitFor()

    const path = `/sys_admin/${life.kind}/${ids[life.kind]}`
    const mendLoading = await cut(page, 'GET', new RegExp(`/api/v0/${life.kind}/${ids[life.kind]}$`))
    await page.goto(path)
    await page.getByText(life.failed.load, {exact: true}).waitFor()
    await mendLoading()
    await page.getByRole('button', {name: 'Retry'}).click()
    await admin.heading(life.name(name)).waitFor()

    await page.goto(`/sys_admin/${life.editPath}/${ids[life.kind]}`)
    const [label, value] = life.changed
    await admin.fill({[label]: value})
    const mendSaving = await cut(page, 'PUT', calls)
    await admin.submit.click()
    await expect.poll(() => admin.failure.textContent()).toBe(life.failed.save + HINT)
    expect(await admin.field(label).inputValue()).toBe(value)
    await mendSaving()
    await admin.submit.click()
    await admin.announcement.getByText(life.done.save).waitFor()
    await page.waitForURL(`**${path}`)
    await admin.shown(label).getByText(value, {exact: true}).waitFor()

    const confirm = await admin.prepareDeletion(life.name(name))
    const mendDeleting = await cut(page, 'DELETE', calls)
    await confirm.click()
    await expect.poll(() => admin.dialog.getByRole('alert').textContent()).toBe(life.failed.delete + HINT)
    await mendDeleting()
    await confirm.click()
    await admin.announcement.getByText(life.done.delete).waitFor()
  })

  it('with an asset whose attribute is cut', async () => {
    journey.expectComplaint(CUT)
    const {page, admin, ids} = await openStored('cut-attribute')
    await page.goto(`/sys_admin/asset/${ids.asset}`)
    const mend = await cut(page, 'POST', /\/api\/v0\/attribute\//)
    await admin.addAttribute('place', 'Cellar')
    await expect.poll(() => admin.dialog.getByRole('alert').textContent()).toBe(`Failed to add attribute${HINT}`)
    await mend()
    await admin.dialog.getByRole('button', {name: 'Save'}).click()
    await admin.announcement.getByText('Attribute added.').waitFor()
    await admin
      .panel('Attributes')
      .getByRole('row', {name: /^place .*Cellar/})
      .waitFor()
  })

  it('in the server’s own words when it has some', async () => {
    journey.expectComplaint(/status of (409|400)/)
    const {page, admin, ids} = await openStored('taken')
    await admin.create(`/sys_admin/user-create/${ids.organisation}`, {
      Email: journey.world.plantAdmin.email,
      Password: 'correct horse battery',
    })
    await admin.failure.getByText('A user with this email exists already.', {exact: true}).waitFor()
    expect(await admin.field('Email').inputValue()).toBe(journey.world.plantAdmin.email)
    expect(new URL(page.url()).pathname).toBe(`/sys_admin/user-create/${ids.organisation}`)
  })

  it.each([
    [`/sys_admin/organisation/${UNKNOWN_ID}`, 'Organisation not found.'],
    ['/sys_admin/organisation', 'Missing organisation ID'],
    ['/sys_admin/org-summary', 'Missing organisation ID'],
    ['/sys_admin/device-create', 'Missing organisation ID in route.'],
    ['/sys_admin/asset-create', 'Missing organisation ID in route.'],
  ])('at %s: %s', async (path, text) => {
    journey.expectComplaint(/status of 404/)
    const page = await journey.open(path, {account: journey.world.systemAdmin})
    await page.getByText(text, {exact: true}).waitFor()
    await page.getByRole('link', {name: 'Back to the organisations'}).click()
    await consoleOn(page).heading('Organisations').waitFor()
  })

  it('by asking for a password when a deleted user is restored', async () => {
    const {page, admin, ids, name} = await openStored('restored')
    await page.goto(`/sys_admin/user/${ids.user}`)
    await (await admin.prepareDeletion(`user-${name}@example.test`)).click()
    await admin.announcement.getByText('User deleted.').waitFor()
    await page.goto(`/sys_admin/user-edit/${ids.user}`)
    await admin.submit.waitFor()
    expect(await admin.field('Authority').locator('option').allTextContents()).toEqual([
      'CUSTOMER_USER',
      'CUSTOMER_ADMIN',
      'ORGANISATION_ADMIN',
    ])
    await page.getByRole('switch', {name: 'Deleted'}).uncheck()
    await admin.submit.click()
    await page.getByText('Password is required when restoring a deleted user.').first().waitFor()
    await admin.fill({Password: 'another horse battery'})
    await admin.submit.click()
    await admin.announcement.getByText('User updated.').waitFor()
    expect(await admin.shown('Deleted').textContent()).toBe('No')
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
    return {page, name, admin: consoleOn(page), ids: await storeRecords(page.context(), name)}
  }
})
