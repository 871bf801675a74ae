import {readFile} from 'node:fs/promises'
import Papa from 'papaparse'
import type {Locator, Page} from 'playwright-core'
import {expect} from 'vitest'

/** Returns the CSV file that a button saves, read as a spreadsheet does. */
export async function savedBy(page: Page, button: Locator): Promise<{name: string; rows: string[][]}> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const text = await readFile(await download.path(), 'utf8')
  expect([text.startsWith('\uFEFF'), text.endsWith('\r\n')]).toEqual([true, true])
  const {data, errors} = Papa.parse<string[]>(text.slice(1, -2), {newline: '\r\n'})
  expect(errors).toEqual([])
  return {name: download.suggestedFilename(), rows: data}
}
