import type {Browser, BrowserContext, Page} from 'playwright-core'
import type {Database} from '../../server/database/connect'
import {attribute} from '../../server/database/schema/attribute'
import {patientContext} from './browser'
import type {RunningServer} from './server'
import {createOrganisation, type Organisation, PASSWORD, settle, storePoints} from './world'

const MINUTE = 60_000

/** The key whose values each device of a wall sends. */
export const WALL_KEY = 'k0'

/** Devices with the values of the last hour, under thresholds of their organisation. */
export async function createWallWorld(database: Database, devices: number, thresholds: object): Promise<Organisation> {
  const organisation = await createOrganisation(database, 'Wall', devices)
  const points = {keys: [WALL_KEY], firstTs: Date.now() - 60 * MINUTE, step: MINUTE, count: 60}
  await storePoints(database, {devices: organisation.devices, ...points})
  const owner = {entityType: 'organisation', entityId: organisation.id, organisationId: organisation.id} as const
  const kept = {scope: 2, key: 'thresholds', jsonV: {...thresholds}, lastUpdateTs: Date.now()}
  await database.db.insert(attribute).values({...owner, ...kept})
  await settle(database)
  return organisation
}

/**
 * A browser profile in which the admin is signed in and has a wall. It is without the probe of other benchmarks, which looks
 * at each text that changes and so would itself be measured.
 */
export async function wallContext(
  browser: Browser,
  {origin}: Pick<RunningServer, 'origin'>,
  organisation: Organisation,
): Promise<BrowserContext> {
  const size = {width: 1920, height: 1080}
  const context = await patientContext(browser, {viewport: size, screen: size})
  const [email] = organisation.emails
  await context.request.post(`${origin}/api/v0/auth/login`, {data: {email, password: PASSWORD}})
  await context.addInitScript('globalThis.__name = value => value')
  await context.route('**/config.json', route =>
    route.fulfill({json: {dashboards: {media: [], wall: [organisation.id]}}}),
  )
  return context
}

/** Resolves when this many tiles are there. */
export const tilesOf = (page: Page, count: number) =>
  page.waitForFunction(least => document.querySelectorAll('[data-tile]').length === least, count)
