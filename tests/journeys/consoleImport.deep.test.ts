import {readFile} from 'node:fs/promises'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {SERVERS, useJourney} from './support/journey'
import {storeRecords} from './support/records'

const FILE = [
  'Name;Type;Customer;Access token',
  'Pump;pump;buyer-import@example.test;',
  ';pump;;',
  '"Boiler; ""old""";boiler;nobody@example.test;',
  '=1+1;pump;;',
].join('\r\n')

describe.each(SERVERS)('the import of devices with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('makes the devices of the good rows, and gives the reasons of the others in a file', async () => {
    const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
    const admin = consoleOn(page)
    const {organisation} = await storeRecords(page.context(), 'import')
    await page.goto(`/sys_admin/organisation/${organisation}?tab=devices`)
    await admin.link('Import devices').click()
    await page.locator('input[type="file"]').setInputFiles({
      name: 'devices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`\uFEFF${FILE}`),
    })
    await admin.button('Check the rows').click()

    const step = page.getByRole('list', {name: 'Steps of the import'}).locator('[aria-current="step"]')
    await admin.button('2 ready').waitFor()
    expect(await step.textContent()).toBe('3Check')
    await admin.button('Back to: Columns').click()
    await admin.button('Check the rows').click()
    await admin.button('2 with problems').waitFor()
    const table = page.getByRole('table', {name: 'Checked rows'})
    await expect.poll(() => table.getByRole('rowheader').allTextContents()).toEqual(['3', '4'])
    await admin.button('2 ready').click()
    await expect.poll(() => table.getByRole('rowheader').allTextContents()).toEqual(['2', '5'])
    expect(await devicesOf(page, organisation)).toEqual(['device-import'])
    await admin.button('Import 2 devices').click()
    await admin.button('2 created').waitFor()
    await admin.button('2 left out').click()
    const result = page.getByRole('table', {name: 'Result'})
    await expect.poll(() => result.getByRole('rowheader').allTextContents()).toEqual(['3', '4'])
    expect(await step.textContent()).toBe('5Result')
    expect((await devicesOf(page, organisation)).sort()).toEqual(['=1+1', 'Pump', 'device-import'])

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      admin.button('Save the result as CSV').click(),
    ])
    expect(download.suggestedFilename()).toBe('devices-result.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines.map(line => line.replace(/[0-9a-f-]{36}$/, 'ID'))).toEqual([
      '\uFEFFName,Type,Customer,Access token,Outcome,Reason,Device ID',
      'Pump,pump,buyer-import@example.test,,created,,ID',
      expect.stringMatching(/^,pump,,,left out,.*Name /),
      expect.stringMatching(/^"Boiler; ""old""",boiler,nobody@example\.test,,left out,.+/),
      expect.stringMatching(/^'=1\+1,pump,,,created,,ID$/),
    ])

    await admin.link('Open the devices').click()
    await admin.row('Pump').waitFor()
  })
})

async function devicesOf(page: Page, organisation: string): Promise<string[]> {
  const answer = await page.context().request.get(`/api/v0/device?organisation_id=${organisation}`)
  const found: unknown = await answer.json()
  return Array.isArray(found) ? found.map(({name}) => String(name)) : []
}
