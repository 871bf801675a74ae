import {randomUUID} from 'node:crypto'
import type {Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {mediaOn} from './support/media'
import {type Desk, type Media, openDesk} from './support/player'
import {coloursSeen, watchFrames} from './support/sights'

const REFUSED = /status of 404/

describe('the preview', () => {
  const journey = useJourney({additions: true, isMedia: true})
  let desk: Desk
  let media: Media

  beforeEach(async () => {
    desk = await openDesk(journey)
    media ??= await desk.uploadClips()
  })

  async function openDashboard(list: readonly string[]) {
    await desk.setPlaylist(list)
    const context = await journey.newContext({viewport: {width: 1920, height: 1080}})
    await journey.signIn(context, journey.world.plantAdmin)
    await watchFrames(context)
    const page = await context.newPage()
    await page.goto(`/dashboard?device=${journey.world.boiler.id}&video=${list[0]}`)
    const preview = mediaOn(page).region('Preview')
    await preview.getByRole('button', {name: 'Play the playlist'}).click()
    return {page, preview}
  }

  it.each([1920, 1280])('has the size that it says, %d pixels wide', async width => {
    const context = await journey.newContext({viewport: {width, height: 1080}})
    await journey.signIn(context, journey.world.plantAdmin)
    const page = await context.newPage()
    await page.goto(`/dashboard?video=${media.red}`)
    const preview = mediaOn(page).region('Preview')
    for (const [wide, high] of [
      [320, 180],
      [640, 360],
      [960, 540],
    ]) {
      await preview.getByRole('button', {name: `${wide} × ${high}`}).click()
      await expect
        .poll(() => preview.getByLabel('Preview of red.mp4').boundingBox())
        .toMatchObject({width: wide, height: high})
    }
  })

  it('of a playlist plays its videos one after the other, without a black frame, until it is stopped', async () => {
    const {red, green, blue} = media
    const {page, preview} = await openDashboard([red, green, blue])

    await preview.getByText(/^2 of 3 green\.webm$/).waitFor()
    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(3)
    expect((await coloursSeen(page)).slice(0, 4)).toEqual(['red', 'green', 'blue', 'red'])
    expect(new URL(page.url()).searchParams.has('video')).toBe(false)

    await preview.getByRole('button', {name: 'Stop'}).click()
    await preview.getByText('Choose a video to see it here.').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await preview.getByRole('button', {name: 'Play the playlist'}).click()
    await preview.getByText(/^1 of 3 red\.mp4$/).waitFor()
  })

  it('of a playlist takes a changed list at the end of the running video, and names what it can not have', async () => {
    journey.expectComplaint(REFUSED)
    const {red, green, blue} = media
    const {page, preview} = await openDashboard([red, green])
    await expect.poll(() => coloursSeen(page)).toContain('green')

    await desk.setPlaylist([red, randomUUID(), blue])

    await preview.getByText(/^3 of 3 blue\.mp4$/).waitFor()
    await preview.getByRole('listitem').getByText('Unknown video is not on the server any more.').waitFor()
    expect(await coloursSeen(page)).not.toContain('black')
  })

  it('of a playlist ends when another device or a video is chosen', async () => {
    const {red, green} = media
    const {page, preview} = await openDashboard([red, green])
    await preview.getByText(/^1 of 2 /).waitFor()
    await mediaOn(page)
      .item('green.webm')
      .getByRole('button', {name: /of 2 green\.webm$/})
      .click()
    await preview.getByLabel('Preview of green.webm').waitFor()
    await preview.getByText(/^1 of 2 /).waitFor({state: 'detached'})

    await preview.getByRole('button', {name: 'Play the playlist'}).click()
    await preview.getByText(/^1 of 2 /).waitFor()
    await mediaOn(page).row(journey.world.conveyor.id).click()
    await preview.getByText('Choose a video to see it here.').waitFor()
    expect(await isPlaying(page)).toBe(false)
  })
})

const isPlaying = (page: Page): Promise<boolean> =>
  page.locator('video').evaluateAll(videos => videos.some(video => video instanceof HTMLVideoElement && !video.paused))
