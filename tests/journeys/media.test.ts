import {eq} from 'drizzle-orm'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {attribute} from '../../server/database/schema/attribute'
import {deep} from '../support/deep'
import {mp4} from '../support/video'
import {CUT} from './support/console'
import {type Journey, SERVERS, useJourney} from './support/journey'

const CONFLICT = /status of 409/
const MINUTE = 60_000

/** The dashboard of the plant, whose organisation is named a media organisation. */
async function openMedia(journey: Journey, path = '/dashboard'): Promise<Page> {
  const context = await journey.newContext()
  await journey.signIn(context, journey.world.plantAdmin)
  const page = await context.newPage()
  const devices = await (await page.request.get('/api/v0/device')).json()
  const [{organisation_id}] = devices
  await page.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [organisation_id], wall: []}}}))
  await page.clock.install()
  await page.goto(path)
  await page.getByRole('heading', {name: 'Devices', exact: true}).waitFor()
  return page
}

async function put(page: Page, deviceId: string, attribute: string, value: unknown) {
  const answer = await page.request.put(`/api/v0/attribute/device/${deviceId}/${attribute}`, {data: {json_v: value}})
  expect(answer.ok()).toBe(true)
}

const playlist = (page: Page) => page.getByRole('list', {name: 'Playlist'})
const status = (page: Page, deviceId: string) => page.locator(`[data-device="${deviceId}"] [data-device-status]`)
const listed = async (page: Page) =>
  (await playlist(page).getByRole('listitem').allInnerTexts()).map(text => text.trim())

async function seedVideos(page: Page): Promise<string[]> {
  const upload = async (name: string): Promise<string> => {
    const file = {name, mimeType: 'video/mp4', buffer: mp4(1000)}
    const multipart = {label: 'video_asset', type: 'digital_asset', file}
    const answer = await page.request.post('/api/v0/digitalAssets/upload', {multipart})
    return (await answer.json()).assetId
  }
  return [await upload('Alpha.mp4'), await upload('Beta.mp4'), await upload('Gamma.mp4')]
}

describe.each(SERVERS)('the media dashboard with $kind', ({additions}) => {
  const journey = useJourney({additions})

  deep('keeps what both of two editors want of one playlist', async () => {
    journey.expectComplaint(CONFLICT)
    const {boiler} = journey.world
    const first = await openMedia(journey)
    const videos = await seedVideos(first)
    await put(first, boiler.id, '0/assigned_video_ids', videos)
    await put(
      first,
      boiler.id,
      '2/playlist',
      videos.map((assetId, order) => ({assetId, order})),
    )
    await first.goto(`/dashboard?device=${boiler.id}`)
    const second = await openMedia(journey, `/dashboard?device=${boiler.id}`)
    await playlist(first).getByText('3 of 3').waitFor()
    await playlist(second).getByText('3 of 3').waitFor()
    await first.getByRole('button', {name: 'Move Gamma.mp4 up'}).click()
    await second.getByRole('button', {name: 'Remove Alpha.mp4 from the playlist'}).click()
    const kept = async () => {
      const path = `/api/v0/attribute/device/${boiler.id}/2/playlist`
      return (await (await first.request.get(path)).json()).json_v
    }
    await expect.poll(kept).toEqual([videos[2], videos[1]].map((assetId, order) => ({assetId, order})))
    if (!additions) return
    await expect
      .poll(() => listed(first))
      .toEqual([expect.stringMatching(/^1 of 2\s+Gamma/), expect.stringMatching(/^2 of 2\s+Beta/)])
    await expect.poll(() => listed(second)).toEqual([expect.stringMatching(/Gamma/), expect.stringMatching(/Beta/)])
  })

  it('turns a device inactive when its heartbeat is 10 minutes old, and says why', async () => {
    const {boiler} = journey.world
    const page = await openMedia(journey)
    const ts = journey.now() - 10 * MINUTE + 20_000
    await put(page, boiler.id, '0/heartbeat', {ts})
    await journey.database.db.update(attribute).set({lastUpdateTs: ts}).where(eq(attribute.key, 'heartbeat'))
    await page.reload()
    await status(page, boiler.id).filter({hasText: 'Active · 9 min'}).waitFor()
    // In steps, so that the link is not taken for dead.
    const step = async () => {
      await page.clock.runFor(2500)
      return await status(page, boiler.id).filter({hasText: 'Inactive · no heartbeat for 10 min'}).isVisible()
    }
    await expect.poll(step).toBe(true)
  })

  deep('knows nothing of any device while the own link is down', async () => {
    journey.expectComplaint(CUT)
    const {boiler, conveyor} = journey.world
    const page = await openMedia(journey)
    await put(page, boiler.id, '0/heartbeat', {ts: journey.now()})
    await page.reload()
    await status(page, boiler.id).filter({hasText: 'Active'}).waitFor()
    await page.context().setOffline(true)
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    for (const {id} of [boiler, conveyor])
      await status(page, id)
        .filter({hasText: /Unknown · as of \d/})
        .waitFor()
    expect(await page.locator('[data-device-status]').filter({hasText: 'Inactive'}).count()).toBe(0)
    await page.context().setOffline(false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.clock.runFor(20_000)
    await status(page, boiler.id).filter({hasText: 'Active'}).waitFor()
  })

  deep('creates a group, and puts a device into it', async () => {
    const {conveyor} = journey.world
    const page = await openMedia(journey, `/dashboard?device=${journey.world.conveyor.id}`)
    await page.getByRole('heading', {name: 'Device Group Admin'}).click()
    await page.getByRole('button', {name: 'Create group'}).click()
    await page.getByRole('textbox', {name: 'Name of the group'}).fill('Foyer')
    await page.getByRole('dialog').getByRole('button', {name: 'Create group'}).click()
    await page.getByRole('checkbox', {name: `${conveyor.name} is in Foyer`}).check()
    await page.locator(`[data-device="${conveyor.id}"]`).getByText('Foyer').waitFor()
    await page.getByRole('button', {name: 'Foyer 1 device'}).click()
    await expect.poll(() => page.locator('[data-device]').count()).toBe(1)
  })
})
