import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'
import {accountOn} from './support/account'
import {consoleOn} from './support/adminConsole'
import {auditTrailOn} from './support/auditTrail'
import {ageAudit} from './support/clock'
import {CUT} from './support/console'
import {useKillableJourney} from './support/journey'
import {cut, store} from './support/records'
import {savedBy} from './support/saved'
import {importDevices, numbered} from './support/storedDevices'

const TITLE = 'Short & <b>brief</b>'
const NOTHING = 'Nothing found. Other filters may find something.'
const UNKNOWN_ID = '01890000-0000-7000-8000-000000000000'
const DAY = 86_400_000

describe('the audit trail', () => {
  const journey = useKillableJourney({additions: true})

  it('tells who did what and when, on the clock of who reads it', async () => {
    const zone = 'Asia/Kolkata'
    const {plantAdmin, systemAdmin} = journey.world
    const stranger = await (await journey.newContext()).newPage()
    for (const email of [plantAdmin.email, 'nobody@example.test']) {
      await accountOn(stranger).logIn({email, password: 'a wrong password'})
      await accountOn(stranger).failure.waitFor()
    }
    const page = await journey.open('/sys_admin', {account: systemAdmin, timezoneId: zone})
    const admin = consoleOn(page)
    await admin.create('/sys_admin/org-create', {Title: TITLE, Email: 'office@example.test', Phone: '1'})
    await admin.announcement.getByText('Organisation created.').waitFor()
    await admin.heading(TITLE).waitFor()
    await admin.link('Edit').click()
    await admin.fill({City: 'Kiel', Phone: '2'})
    await admin.submit.click()
    await admin.announcement.getByText('Organisation updated.').waitFor()
    await (await admin.prepareDeletion(TITLE)).click()
    await admin.announcement.getByText('Organisation deleted.').waitFor()

    await admin.link('Audit trail').click()
    const trail = auditTrailOn(page)
    const root = [systemAdmin.email, 'from 127.0.0.1']
    const organisation = [TITLE, 'Organisation']
    await expect.poll(async () => (await trail.told()).length).toBeGreaterThanOrEqual(6)
    expect((await trail.told()).slice(0, 6)).toEqual([
      [root, ['Organisation deleted', expect.stringContaining('devices: 0')], organisation],
      [
        root,
        ['Organisation changed', expect.stringMatching(/^(phone|city): .+ → .+, (phone|city): .+ → .+$/)],
        organisation,
      ],
      [root, ['Organisation created'], organisation],
      [root, ['Signed in'], [systemAdmin.email, 'User']],
      [['not signed in', 'from 127.0.0.1'], ['Sign-in refused', 'reason: unknown'], []],
      [
        [plantAdmin.email, 'from 127.0.0.1'],
        ['Sign-in refused', 'reason: password'],
        [plantAdmin.email, 'User'],
      ],
    ])
    const answer = await page.context().request.get('/api/v0/audit', {params: {limit: 6}})
    const {entries} = audit.parse(await answer.json())
    const shown = new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'medium', timeZone: zone})
    expect((await trail.times()).slice(0, 6)).toEqual(
      entries.map(({at}) => [new Date(at).toISOString(), expect.stringContaining(shown.format(at))]),
    )
  })

  it('of an entity is found from its page, narrowed, kept in the address by a reload, and all of it again', async () => {
    const {page, admin, trail, organisation} = await openOrganisation('Found')
    await page.goto(`/sys_admin/org-edit/${organisation}`)
    await admin.fill({City: 'Kiel'})
    await admin.submit.click()
    await admin.link('History').click()
    await expect.poll(trail.actions).toEqual(['Organisation changed', 'Organisation created'])
    expect(await trail.chips()).toEqual(['Kind: Organisation', 'Target: Found'])
    const file = await savedBy(page, trail.button('Export CSV'))
    expect([file.name, file.rows.map(row => row[4])]).toEqual([
      'audit-trail.csv',
      ['Action', 'Organisation changed', 'Organisation created'],
    ])
    await page.getByText('Saved 2 entries.').waitFor()

    await (await trail.field('Action')).selectOption('Organisation created')
    await expect.poll(trail.actions).toEqual(['Organisation created'])
    await page.waitForURL(/[?&]action=organisation\.created(&|$)/)
    await page.reload()
    await expect.poll(trail.actions).toEqual(['Organisation created'])
    expect(await trail.chips()).toContain('Action: Organisation created')
    await (await trail.field('Action')).selectOption('Customer created')
    await page.getByText(NOTHING).waitFor()
    await trail.clear.click()
    await page.waitForURL(/\/sys_admin\/audit$/)
    await expect.poll(async () => (await trail.actions()).length).toBeGreaterThan(2)

    await trail.button('only this: what was done to Found').first().click()
    await expect.poll(trail.actions).toEqual(['Organisation changed', 'Organisation created'])
    await trail.button(`only this: what ${journey.world.systemAdmin.email} did`).first().click()
    await page.waitForURL(/[?&]userId=/)
    await expect.poll(trail.actions).toEqual(['Organisation changed', 'Organisation created'])
    await trail.remove('Target: Found')
    await (await trail.field('Kind')).selectOption('User')
    await expect.poll(async () => new Set(await trail.actions())).toEqual(new Set(['Signed in']))
  })

  it('says what is no ID, and goes on with one', async () => {
    journey.expectComplaint(/status of 400/)
    const {page, trail, organisation} = await openOrganisation('Typed')
    await page.goto('/sys_admin/audit')
    const look = async (id: string) => {
      await (await trail.field('Target')).fill(id)
      await trail.button('Add the filter').click()
    }
    await look(organisation.slice(0, -1))
    await page.getByRole('alert').getByText('entityId: must be a UUID').waitFor()
    await look(UNKNOWN_ID)
    await page.getByText(NOTHING).waitFor()
    await look(` ${organisation}`)
    await expect.poll(trail.actions).toEqual(['Organisation created'])
  })

  it('between two times, by whole minutes of the reader’s own clock', async () => {
    const zone = 'Asia/Kathmandu'
    const {page, trail, organisation} = await openOrganisation('Timed', {timezoneId: zone})
    await ageAudit(journey.database, 2 * DAY)
    expect((await page.context().request.delete(`/api/v0/organisation/${organisation}`)).status()).toBe(204)
    await page.goto(`/sys_admin/audit?entityId=${organisation}`)
    await expect.poll(trail.actions).toEqual(['Organisation deleted', 'Organisation created'])
    const [deletedAt = 0, createdAt = 0] = (await trail.times()).map(([iso]) => Date.parse(iso ?? ''))
    const minuteOf = (at: number) => new Date(at).toLocaleString('sv-SE', {timeZone: zone}).slice(0, 16)
    const fill = async (filter: string, at: number) => {
      const field = await trail.field(filter)
      await field.fill(minuteOf(at))
      await field.press('Enter')
      await trail.close()
    }
    const chipOf = (at: number) =>
      new Intl.DateTimeFormat('en-GB', {dateStyle: 'medium', timeStyle: 'short', timeZone: zone}).format(at)
    await fill('From', deletedAt)
    await expect.poll(trail.actions).toEqual(['Organisation deleted'])
    await fill('From', deletedAt + 60_000)
    await page.getByText(NOTHING).waitFor()
    await trail.remove(`From: ${chipOf(deletedAt + 60_000)}`)
    await fill('Until', createdAt)
    await expect.poll(trail.actions).toEqual(['Organisation created'])
    await fill('From', createdAt)
    await page.waitForURL(/[?&]from=.*[?&]to=/)
    await page.reload()
    await expect.poll(trail.actions).toEqual(['Organisation created'])
    expect((await trail.chips()).slice(1)).toEqual([`From: ${chipOf(createdAt)}`, `Until: ${chipOf(createdAt)}`])
    await fill('Until', createdAt - 60_000)
    await page.getByText(NOTHING).waitFor()
  })

  it('goes back to what is older page by page, and says when one can’t be had', async () => {
    journey.expectComplaint(CUT)
    const {page, trail, organisation} = await openOrganisation('Paged')
    await ageAudit(journey.database, 2 * DAY)
    await importDevices(page.context(), organisation, numbered('Pump', 150))
    await page.goto(`/sys_admin/audit?action=device.created&from=${journey.now() - DAY}`)
    await trail.count('100 entries so far').waitFor()
    const mend = await cut(page, 'GET', /\/api\/v0\/audit\?.*cursor=/)
    await trail.scroller.focus()
    await page.keyboard.press('End')
    const missed = 'The audit trail could not be loaded. What is shown is not all.'
    await page.getByRole('alert').getByText(missed).waitFor()
    await trail.count('100 entries so far').waitFor()
    await mend()
    await trail.button('Retry').click()
    await trail.count('150 entries').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await trail.scroller.focus()
    await expect
      .poll(async () => {
        await page.keyboard.press('End')
        return trail.link('Pump 001').count()
      })
      .toBe(1)
  })

  it('leads to what is there, and back, and not to what is gone', async () => {
    journey.expectComplaint(/status of 404/)
    const {page, admin, trail, organisation} = await openOrganisation('Linked')
    const idOf = await importDevices(page.context(), organisation, ['Kept', 'Gone'])
    await page.goto('/sys_admin/audit?action=device.created')
    await trail.link('Gone').waitFor()
    expect((await page.context().request.delete(`/api/v0/device/${idOf('Gone')}`)).status()).toBe(204)
    await trail.link('Kept').click()
    await admin.heading('Kept').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/sys_admin/device/${idOf('Kept')}`)
    await page.goBack()
    await page.waitForURL(/\/sys_admin\/audit\?action=device\.created$/)

    await trail.link('Gone').click()
    await page.getByText('Device not found.').waitFor()
    await page.goBack()
    await trail.remove('Action: Device created')
    await expect.poll(async () => (await trail.actions())[0]).toBe('Device deleted')
    expect([await trail.link('Gone').count(), await trail.link('Kept').count()]).toEqual([0, 1])

    expect((await page.context().request.delete(`/api/v0/organisation/${organisation}`)).status()).toBe(204)
    await trail.button('Refresh').click()
    await expect.poll(async () => (await trail.actions())[0]).toBe('Organisation deleted')
    for (const name of ['Linked', 'Kept', 'Gone']) expect(await trail.link(name).count()).toBe(0)
  })

  // Last, as it takes the server away from the others should it fail.
  it('says that it can’t be had, and comes when asked again or with the server', async () => {
    journey.expectComplaint(CUT)
    const {page, trail, organisation} = await openOrganisation('Outage')
    await page.goto(`/sys_admin/audit?entityId=${organisation}`)
    await trail.count('1 entry').waitFor()
    const mend = await cut(page, 'GET', /\/api\/v0\/audit/)
    await trail.button('Refresh').click()
    await page.getByRole('alert').getByText('The audit trail could not be loaded.').waitFor()
    await mend()
    await trail.button('Retry').click()
    await trail.count('1 entry').waitFor()

    await journey.server.kill()
    await trail.button('Refresh').click()
    await page.getByRole('alert').getByText('The audit trail could not be loaded.').waitFor()
    await journey.server.start()
    await trail.count('1 entry').waitFor()
    expect(await trail.actions()).toEqual(['Organisation created'])
  })

  async function openOrganisation(title: string, options: {timezoneId?: string} = {}) {
    const page: Page = await journey.open('/sys_admin', {account: journey.world.systemAdmin, ...options})
    const values = {title, email: 'office@example.test', phone: '1'}
    const organisation = await store(page.context(), 'organisation', values)
    return {page, admin: consoleOn(page), trail: auditTrailOn(page), organisation}
  }
})

const audit = z.object({entries: z.array(z.object({at: z.number()}))})
