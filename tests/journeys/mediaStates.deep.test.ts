import type {Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {CUT} from './support/console'
import {SERVERS, useJourney} from './support/journey'
import {type Colleague, inOrder, mediaOn, openColleague} from './support/media'

const REPORT = {
  revision: 1,
  fetching: null,
  ready: 1,
  files: 1,
  playing: null,
  faults: {},
  free: null,
  clock_error: 0,
  zone: 'UTC',
}

describe.each(SERVERS)('what the public sees, on the media dashboard with $kind', ({additions}) => {
  const journey = useJourney({additions, isMedia: true})
  let other: Colleague
  let deviceId: string
  let video: string

  beforeEach(async () => {
    other = await openColleague(journey)
    deviceId = await other.createDevice('Market hall')
    video = await other.upload('Alpha.mp4')
    await other.arrange(deviceId, [video])
  })

  const report = async (change: object) => {
    await other.write(deviceId, '0/player', {...REPORT, ...change})
    await other.write(deviceId, '0/heartbeat', {ts: journey.now()})
  }
  const open = (path = '/dashboard') => journey.open(path, {viewport: {width: 1920, height: 1080}})
  const said = (page: Page, words: string | RegExp) => mediaOn(page).row(deviceId).getByText(words).waitFor()

  it('is dark where a living screen with the newest list shows nothing, and says why', async () => {
    await report({})
    const page = await open(`/dashboard?device=${deviceId}`)
    await said(page, /Dark: it does not say why/)
    await mediaOn(page).region('Playlist').getByText(/Dark:/).waitFor()
    await report({dark: 'outsideHours', since: journey.now() - 3 * 3_600_000})
    if (additions) await said(page, 'Dark: nothing is planned for this hour · 3 h')
    await page.reload()
    await said(page, 'Dark: nothing is planned for this hour · 3 h')
    expect(await mediaOn(page).row(deviceId).locator('[data-status="ok"]').count()).toBe(0)
  })

  it('is that it plays where the video of the newest list is on the screen, and old where it is of an older list', async () => {
    await report({playing: video, dark: null})
    const page = await open(`/dashboard?device=${deviceId}`)
    await said(page, 'Playing Alpha.mp4')
    await mediaOn(page).item('Alpha.mp4').getByText('On screen now').waitFor()
    if (!additions) return
    await other.write(deviceId, '2/playlist', [
      ...inOrder([video]),
      {assetId: await other.upload('Beta.mp4'), order: 1},
    ])
    await said(page, /^Playing an old list, 1 change behind/)
  })

  it('is found by its counter, and begins the list, whose first screen is chosen', async () => {
    await report({dark: 'allBroken'})
    const page = await open()
    const first = page.locator('[data-device]').first()
    await first.getByText(/^Dark: none of its videos can be played/).waitFor()
    await page
      .locator('[data-device][aria-current]')
      .getByText(/^Dark:/)
      .waitFor()
    const rows = page.locator('[data-device]')
    await page.getByRole('button', {name: / dark$/}).click()
    await expect.poll(async () => (await rows.allInnerTexts()).every(text => text.includes('Dark:'))).toBe(true)
    await page.getByRole('button', {name: / all$/}).click()
    await page.getByRole('button', {name: 'Trouble first'}).click()
    await expect.poll(() => first.textContent()).not.toContain('Dark:')
  })

  it('is as of then while the link is down', async () => {
    journey.expectComplaint(CUT)
    await report({playing: video})
    const page = await open(`/dashboard?device=${deviceId}`)
    await said(page, 'Playing Alpha.mp4')
    await page.context().setOffline(true)
    await page.evaluate(() => window.dispatchEvent(new Event('offline')))
    await said(page, /^As of .*: Playing Alpha\.mp4$/)
    await mediaOn(page)
      .region('Playlist')
      .getByText(/^As of .*: Playing Alpha\.mp4$/)
      .waitFor()
    expect(await page.locator('[data-status="ok"], [data-status="fresh"]').count()).toBe(0)
    expect(await mediaOn(page).item('Alpha.mp4').getByText('On screen now').count()).toBe(0)
    await page.context().setOffline(false)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await said(page, 'Playing Alpha.mp4')
  })
})
