import type {Page} from 'playwright-core'
import type {Journey} from './journey'
import {recordListOn} from './recordList'
import {store} from './records'
import {importDevices} from './storedDevices'

export interface OpenList {
  page: Page
  list: ReturnType<typeof recordListOn>
  organisation: string
}

/** The devices of a new organisation, which has one of each name, as the system's admin sees them. */
export async function openDevices(journey: Journey, names: readonly string[], title = 'Harbour') {
  const page = await journey.open('/sys_admin', {account: journey.world.systemAdmin})
  const context = page.context()
  const organisation = await store(context, 'organisation', {title, email: 'office@example.test', phone: '1'})
  const idOf = await importDevices(context, organisation, names)
  return {...(await show(page, organisation)), idOf}
}

/** The same list in another browser. */
export async function openDevicesOf(journey: Journey, organisation: string): Promise<OpenList> {
  return show(await journey.open('/sys_admin', {account: journey.world.systemAdmin}), organisation)
}

async function show(page: Page, organisation: string): Promise<OpenList> {
  await page.goto(`/sys_admin/organisation/${organisation}?tab=devices`)
  return {page, list: recordListOn(page), organisation}
}
