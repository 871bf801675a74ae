import {describe, expect, it} from 'vitest'
import {type Journey, useJourney} from './support/journey'
import {openDevices} from './support/openDevices'
import {recordListOn} from './support/recordList'
import {cut, storeRecords} from './support/records'
import {savedBy} from './support/saved'
import {devicesOf, numbered} from './support/storedDevices'

const HEADER = ['ID', 'Name', 'Status', 'Last seen', 'Customer', 'Customer ID', 'Type', 'Label', 'Created at']

/** The column that names the records of a tab, and its content. */
const LISTS = {
  customers: ['Email', 'buyer-saved-customers@example.test'],
  users: ['Email', 'user-saved-users@example.test'],
  devices: ['Name', 'device-saved-devices'],
  assets: ['Name', 'asset-saved-assets'],
} as const

describe('a list saved as CSV', () => {
  const journey = useJourney({additions: true})

  it('has all rows, beyond the first page, and harmless ones where a spreadsheet would run them', async () => {
    const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', 'a "b"; c, d']
    const {page, list, organisation} = await openDevices(journey, [...numbered('Pump', 250), ...formulas], '=Harbour/1')
    await list.count('200 of 255 devices').waitFor()
    const {name, rows} = await savedBy(page, list.exportCsv)
    expect(name).toBe('=Harbour_1-devices.csv')
    expect(rows[0]).toEqual(HEADER)
    const stored = await devicesOf(page.context(), organisation)
    expect(rows.slice(1).map(([id, shown]) => [id, shown])).toEqual(
      stored.map(({_id, name}) => [_id, /^[=+\-@]/.test(name) ? `'${name}` : name]),
    )
    expect(rows).toHaveLength(256)
    const at = HEADER.indexOf('Created at')
    expect(rows.slice(1).every(row => new Date(row[at] ?? '').toISOString() === row[at])).toBe(true)
    await list.count('255 devices').waitFor()
  })

  it('has what is found alone', async () => {
    const {page, list} = await openDevices(journey, [...numbered('Pump', 210), ...numbered('Valve', 3)])
    await list.search.fill('VALVE')
    await list.count('3 devices').waitFor()
    const found = await savedBy(page, list.exportCsv)
    expect(found.rows.slice(1).map(([, name]) => name)).toEqual(numbered('Valve', 3))

    await list.search.fill('pump')
    await list.count('200 of 210 devices').waitFor()
    const pumps = await savedBy(page, list.exportCsv)
    expect(pumps.rows.slice(1).map(([, name]) => name)).toEqual(numbered('Pump', 210))
  })

  it('is not saved in part when the rest can’t be had', async () => {
    journey.expectComplaint(/net::ERR_/)
    const {page, list} = await openDevices(journey, numbered('Pump', 205))
    await list.count('200 of 205 devices').waitFor()
    const downloads: string[] = []
    page.on('download', download => downloads.push(download.suggestedFilename()))
    const mend = await cut(page, 'GET', /\/api\/v0\/device\?.*cursor=/)
    await list.exportCsv.click()
    await page.getByRole('alert').getByText('Devices could not be loaded. What is shown may not be all.').waitFor()
    await list.count('200 of 205 devices').waitFor()
    expect(downloads).toEqual([])
    await mend()
    const {rows} = await savedBy(page, list.exportCsv)
    expect(rows).toHaveLength(206)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it.each(Object.entries(LISTS))('of %s has no secret', (tab, expected) => saveWithoutSecret(journey, tab, expected))
})

describe('a list of a server with the specified calls alone', () => {
  const journey = useJourney({additions: false})

  it('of users is saved as CSV without a secret', () => saveWithoutSecret(journey, 'users', LISTS.users))
})

async function saveWithoutSecret(journey: Journey, tab: string, [column, name]: readonly [string, string]) {
  const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
  const {organisation} = await storeRecords(page.context(), `saved-${tab}`)
  await page.goto(`/sys_admin/organisation/${organisation}?tab=${tab}`)
  const {rows} = await savedBy(page, recordListOn(page).exportCsv)
  const [header = [], ...records] = rows
  expect(records.map(record => record[header.indexOf(column)])).toEqual([name])
  expect(header.filter(label => /password|token|credential/i.test(label))).toEqual([])
}
