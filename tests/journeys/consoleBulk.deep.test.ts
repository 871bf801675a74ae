import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import * as z from 'zod'
import {CUT} from './support/console'
import {holdAfter, loseAnswers} from './support/hold'
import {type Journey, useJourney, useKillableJourney} from './support/journey'
import {openDevices, openDevicesOf} from './support/openDevices'
import {recordListOn} from './support/recordList'
import {cut, store} from './support/records'
import {savedBy} from './support/saved'
import {namesOf, numbered} from './support/storedDevices'

const DEVICES = /\/api\/v0\/device\//
const FAILED = '❌ Failed to delete device'

describe('a deletion of many rows', () => {
  const journey = useKillableJourney({additions: true})

  it('reaches all that are found, beyond the first page, and nothing else', async () => {
    const {page, list, organisation} = await openDevices(journey, [...numbered('Pump', 250), ...numbered('Valve', 5)])
    await list.count('200 of 255 devices').waitFor()
    await list.search.fill('pump')
    await list.count('200 of 250 devices').waitFor()
    await list.tickShown.check()
    await list.selection.getByText('200 selected', {exact: true}).waitFor()
    await list.selectAll(250).click()
    await list.selection.getByText('250 selected', {exact: true}).waitFor()

    await list.askToDelete()
    await list.heading('Delete 250 devices').waitFor()
    await expect
      .poll(() => list.dialog.getByRole('listitem').allTextContents())
      .toEqual([...numbered('Pump', 5), 'and 245 more', expect.stringContaining('telemetry')])
    await list.dialog.getByLabel('I understand what this does.').check()
    for (const typed of ['', '25', '0250', '250 ']) {
      await list.dialog.getByLabel(/^Type 250/).fill(typed)
      expect(await list.confirm('Delete').isDisabled(), typed).toBe(true)
    }
    await list.dialog.getByLabel(/^Type 250/).fill('250')
    await list.confirm('Delete').click()
    await list.outcome('250 deleted').waitFor()
    expect(await list.inDialog('Retry the failed').count()).toBe(0)
    const {name, rows} = await savedBy(page, list.inDialog('Save the outcomes as CSV'))
    expect(name).toBe('outcomes.csv')
    expect(rows.map(([, ...row]) => row)).toEqual([
      ['Name', 'Outcome', 'Reason'],
      ...numbered('Pump', 250).map(pump => [pump, 'done', '']),
    ])

    await list.close()
    await page.getByText('Nothing found for “pump”.').waitFor()
    expect(await list.selection.count()).toBe(0)
    expect(await namesOf(page.context(), organisation)).toEqual(numbered('Valve', 5))
  })

  it('takes what somebody else has deleted meanwhile for deleted, and tries again what failed alone', async () => {
    journey.expectComplaint(CUT)
    journey.expectComplaint(/status of 404/)
    const {page, list, organisation, idOf} = await openDevices(journey, ['=1+1', 'Beta', 'Gamma', 'Stays'])
    for (const name of ['=1+1', 'Beta', 'Gamma']) await list.tick(name).check()
    await deleteElsewhere(journey, `device/${idOf('Beta')}`)
    const mend = await cut(page, 'DELETE', new RegExp(idOf('=1+1')))
    await (await list.prepareDeletion('3')).click()
    await list.outcome('2 deleted, 1 failed').waitFor()
    await expect.poll(() => list.failures.allTextContents()).toEqual([`=1+1: ${FAILED}`])
    const {rows} = await savedBy(page, list.inDialog('Save the outcomes as CSV'))
    expect(rows.sort()).toEqual(
      [
        ['ID', 'Name', 'Outcome', 'Reason'],
        [idOf('=1+1'), "'=1+1", 'failed', FAILED],
        [idOf('Beta'), 'Beta', 'done', ''],
        [idOf('Gamma'), 'Gamma', 'done', ''],
      ].sort(),
    )
    expect(await namesOf(page.context(), organisation)).toEqual(['=1+1', 'Stays'])

    await mend()
    const again = deletionsFrom(page)
    await list.inDialog('Retry the failed').click()
    await list.outcome('3 deleted').waitFor()
    expect(again).toEqual([idOf('=1+1')])
    await list.close()
    await list.count('1 device').waitFor()
    expect(await list.selection.count()).toBe(0)
    expect(await namesOf(page.context(), organisation)).toEqual(['Stays'])
  })

  it('finds what was deleted without its being told', async () => {
    journey.expectComplaint(CUT)
    journey.expectComplaint(/status of 404/)
    const {page, list, organisation} = await openDevices(journey, ['Alpha', 'Beta'])
    await list.tickShown.check()
    const mend = await loseAnswers(page, 'DELETE', DEVICES)
    await (await list.prepareDeletion('2')).click()
    await list.outcome('0 deleted, 2 failed').waitFor()
    expect(await namesOf(page.context(), organisation)).toEqual([])
    await mend()
    await list.inDialog('Retry the failed').click()
    await list.outcome('2 deleted').waitFor()
    await list.close()
    await page.getByText('No devices yet.').waitFor()
  })

  it('once cancelled leaves what was not begun, and says so', async () => {
    const {page, list, organisation} = await openDevices(journey, numbered('Pump', 40))
    await list.tickShown.check()
    const hold = await holdAfter(page, 10, 'DELETE', DEVICES)
    await (await list.prepareDeletion('40')).click()
    await list.dialog.getByText('10 done, 30 left').waitFor()
    await expect.poll(hold.waiting).toBe(6)
    await page.keyboard.press('Escape')
    await list.inDialog('Cancel').click()
    await list.dialog.getByText('What has been sent is waited for…').waitFor()
    hold.release()
    await list.outcome('16 deleted, 24 not begun').waitFor()
    const left = await namesOf(page.context(), organisation)
    expect(left).toHaveLength(24)
    const {rows} = await savedBy(page, list.inDialog('Save the outcomes as CSV'))
    expect(rows.filter(([, , outcome]) => outcome === 'not begun').map(([, name]) => name)).toEqual(left)
    expect(rows.filter(([, , outcome]) => outcome === 'done')).toHaveLength(16)

    await list.close()
    await list.count('24 devices').waitFor()
    await list.selection.getByText('24 selected', {exact: true}).waitFor()
    await (await list.prepareDeletion('24')).click()
    await list.outcome('24 deleted').waitFor()
    await list.close()
    await page.getByText('No devices yet.').waitFor()
  })

  it('says why the server refuses one, which stays', async () => {
    journey.expectComplaint(/status of 409/)
    const {page, list, organisation} = await openDevices(journey, [])
    const {request} = page.context()
    const {email} = journey.world.systemAdmin
    const itself = idSchema.parse(await (await request.get('/api/v0/user')).json())
    expect((await request.put(`/api/v0/user/${itself._id}`, {data: {organisation_id: organisation}})).ok()).toBe(true)
    for (const name of ['ann', 'bob']) {
      const data = {
        email: `${name}-${organisation}@example.test`,
        password: 'correct horse battery',
        authority: 'ORGANISATION_ADMIN',
        organisation_id: organisation,
      }
      expect((await request.post('/api/v0/user/register', {data})).ok()).toBe(true)
    }
    await page.goto(`/sys_admin/organisation/${organisation}?tab=users`)
    await list.tickShown.check()
    await (await list.prepareDeletion('3')).click()
    const refused = [`${email}: The last system administrator can not be deleted or demoted.`]
    await list.outcome('2 deleted, 1 failed').waitFor()
    await expect.poll(() => list.failures.allTextContents()).toEqual(refused)
    const again = deletionsFrom(page)
    await list.inDialog('Retry the failed').click()
    await list.outcome('2 deleted, 1 failed').waitFor()
    await expect.poll(() => list.failures.allTextContents()).toEqual(refused)
    expect(again).toEqual([itself._id])
    await list.close()
    await list.selection.getByText('1 selected', {exact: true}).waitFor()
    expect(await list.tick(email).isChecked()).toBe(true)
  })

  it('by two admins at once deletes each row once, and tells both that it is gone', async () => {
    journey.expectComplaint(/status of 404/)
    const here = await openDevices(journey, numbered('Pump', 30))
    const there = await openDevicesOf(journey, here.organisation)
    const confirms = []
    for (const {list} of [here, there]) {
      await list.tickShown.check()
      confirms.push(await list.prepareDeletion('30'))
    }
    await Promise.all(confirms.map(confirm => confirm.click()))
    for (const {list, page} of [here, there]) {
      await list.outcome('30 deleted').waitFor()
      await list.close()
      await page.getByText('No devices yet.').waitFor()
    }
    const told = await here.page.context().request.get('/api/v0/audit', {params: {action: 'device.deleted'}})
    const {entries} = auditSchema.parse(await told.json())
    const names = entries.filter(({organisation_id: id}) => id === here.organisation).map(entry => entry.entityName)
    expect(names.sort()).toEqual(numbered('Pump', 30))
  })

  // Last, as it takes the server away from the others should it fail.
  it('goes on where it was when the server ends meanwhile and comes back', async () => {
    journey.expectComplaint(CUT)
    const {page, list, organisation} = await openDevices(journey, numbered('Pump', 40))
    await list.tickShown.check()
    const hold = await holdAfter(page, 10, 'DELETE', DEVICES)
    await (await list.prepareDeletion('40')).click()
    await list.dialog.getByText('10 done, 30 left').waitFor()
    await expect.poll(hold.waiting).toBe(6)
    await journey.server.kill()
    hold.release()
    await list.outcome('10 deleted, 30 failed').waitFor()
    await journey.server.start()
    expect(await namesOf(page.context(), organisation)).toHaveLength(30)
    await list.inDialog('Retry the failed').click()
    await list.outcome('40 deleted').waitFor()
    await list.close()
    await page.getByText('No devices yet.').waitFor()
  })
})

describe('a deletion of many rows of a server with the specified calls alone', () => {
  const journey = useJourney({additions: false})

  it('reaches all that are shown, and nothing else', async () => {
    journey.expectComplaint(/status of 404/)
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    const context = page.context()
    const organisation = await store(context, 'organisation', {title: 'Quay', email: 'office@example.test', phone: '1'})
    const ids = []
    for (const name of [...numbered('Pump', 12), 'Valve']) {
      ids.push(await store(context, 'device', {name, organisation_id: organisation}))
    }
    await page.goto(`/sys_admin/organisation/${organisation}?tab=devices`)
    const list = recordListOn(page)
    await list.search.fill('pump')
    await list.count('12 of 13 devices').waitFor()
    await list.tickShown.check()
    await list.selection.getByText('12 selected', {exact: true}).waitFor()
    await deleteElsewhere(journey, `device/${ids[0]}`)
    await (await list.prepareDeletion('12')).click()
    await list.outcome('12 deleted').waitFor()
    await list.close()
    await list.count('0 of 1 device').waitFor()
    expect(await namesOf(context, organisation)).toEqual(['Valve'])
  })
})

const idSchema = z.object({_id: z.string()})
const auditSchema = z.object({
  entries: z.array(z.object({entityName: z.nullable(z.string()), organisation_id: z.nullable(z.string())})),
})

/** Collects the ids of requested deletions from now on. */
function deletionsFrom(page: Page): string[] {
  const ids: string[] = []
  page.on('request', request => {
    if (request.method() === 'DELETE') ids.push(request.url().split('/').at(-1) ?? '')
  })
  return ids
}

async function deleteElsewhere(journey: Journey, path: string) {
  const context = await journey.newContext()
  await journey.signIn(context, journey.world.systemAdmin)
  expect((await context.request.delete(`/api/v0/${path}`)).status()).toBe(204)
}
