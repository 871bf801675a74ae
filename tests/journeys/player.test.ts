import type {BrowserContext, Page} from 'playwright-core'
import {beforeEach, describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {coloursSeen, type Desk, type Media, openDesk, watchFrames} from './support/player'

const CUT = /net::ERR_|Failed to load resource/

describe('the player', () => {
  const journey = useJourney({additions: true})
  let desk: Desk
  let media: Media

  beforeEach(async () => {
    desk = await openDesk(journey)
    media ??= await desk.uploadClips()
  })

  async function openPlayer(list: readonly string[]): Promise<{page: Page; context: BrowserContext}> {
    await desk.setPlaylist(list)
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    const page = await context.newPage()
    await page.goto(`/player#token=${journey.world.boiler.accessToken}`)
    return {page, context}
  }

  it('plays each video in order, round and round, without a black frame, and says so', async () => {
    const {red, green, blue} = media
    const {page} = await openPlayer([red, green, blue])

    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(6)

    expect((await coloursSeen(page)).slice(0, 7)).toEqual(['red', 'green', 'blue', 'red', 'green', 'blue', 'red'])
    expect(new URL(page.url()).hash).toBe('')
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(5)
    expect((await desk.plays()).slice(0, 6)).toEqual(
      [red, green, blue, red, green, blue].map(assetId => expect.objectContaining({assetId, whole: true})),
    )
    expect(await desk.told('player')).toMatchObject({
      ready: 3,
      files: 3,
      fetching: null,
      faults: {},
      zone: 'Europe/Berlin',
    })
    expect(await desk.told('heartbeat')).toEqual({ts: expect.any(Number)})
  })

  it('plays on without a network and after a reload, and then takes the new list', async () => {
    journey.expectComplaint(CUT)
    const {red, green, blue} = media
    const {page, context} = await openPlayer([red, green])
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red'])
    await context.setOffline(true)
    const told = (await desk.plays()).length
    await page.reload()
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red', 'green', 'red', 'green'])
    await page.getByText('The server is not reached since').waitFor()

    await desk.setPlaylist([blue])
    await context.setOffline(false)

    await expect.poll(async () => (await coloursSeen(page)).at(-1)).toBe('blue')
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(told + 5)
    const starts = (await desk.plays()).map(({ts}) => ts)
    expect(new Set(starts).size).toBe(starts.length)
    await page.getByText('The server is not reached since').waitFor({state: 'detached'})
  })

  it('keeps the old list when a file of the new one is not what it should be', async () => {
    const {red, green} = media
    const {page, context} = await openPlayer([red])
    await expect.poll(() => coloursSeen(page)).toEqual(['red'])
    await context.route(`**/digitalAssets/files/${green}*`, async route => {
      const response = await route.fetch()
      const body = await response.body()
      body[body.length - 1] = (body[body.length - 1] ?? 0) ^ 1
      await route.fulfill({response, body})
    })

    await desk.setPlaylist([green, red])

    await expect
      .poll(() => desk.told('player'))
      .toMatchObject({ready: 1, files: 2, faults: {[green]: 'The file does not match its checksum.'}})
    expect(await coloursSeen(page)).toEqual(['red'])
    const {revision, fetching} = await desk.told('player')
    expect(fetching).toBe(Number(revision) + 1)
  })

  it('plays on when its token is revoked, and says so', async () => {
    journey.expectComplaint(CUT)
    const {red, green} = media
    const {page} = await openPlayer([red, green])
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red'])

    await desk.revokeToken()

    await page.getByText('The access of this screen was revoked.').waitFor()
    const seen = (await coloursSeen(page)).length
    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(seen + 2)
  })
})
