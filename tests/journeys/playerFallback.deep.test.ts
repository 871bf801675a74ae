import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {openDesk} from './support/player'
import {coloursSeen, watchFrames} from './support/sights'

describe('a player with a fallback video', () => {
  const journey = useJourney({additions: true})

  it('shows it round and round without words while its list is empty, and after a start without a server', async () => {
    const desk = await openDesk(journey)
    const {red, green} = await desk.uploadClips()
    await desk.setFallback([green])
    await desk.setPlaylist([])
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    const page = await context.newPage()
    await page.goto(`/player#token=${journey.world.boiler.accessToken}`)

    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(2)
    await expect
      .poll(() => desk.told('player'))
      .toMatchObject({playing: null, fallback: green, dark: 'nothingAssigned'})
    expect(new Set((await desk.plays()).map(({assetId}) => assetId))).toEqual(new Set([green]))
    expect(await page.locator('p').count()).toBe(0)

    journey.expectComplaint(/net::ERR_|Failed to load resource/)
    await context.setOffline(true)
    await page.reload()
    await expect.poll(() => coloursSeen(page)).toContain('green')
    expect(await page.locator('p').count()).toBe(0)
    await context.setOffline(false)

    await desk.setPlaylist([red])
    await expect.poll(() => coloursSeen(page)).toContain('red')
    await expect.poll(() => desk.told('player')).toMatchObject({playing: red, fallback: null, dark: null})

    await desk.setPlaylist([])
    await expect.poll(() => desk.told('player')).toMatchObject({playing: null, fallback: green})
    await desk.setFallback([red])
    await expect.poll(() => desk.told('player')).toMatchObject({playing: null, fallback: red})
  })
})
