import {describe, expect, it} from 'vitest'
import {useKillableJourney} from './support/journey'
import {openDesk, touch} from './support/player'
import {coloursSeen, watchFrames} from './support/sights'

const CUT = /net::ERR_|Failed to load resource/

describe('a player whose server is killed', () => {
  const journey = useKillableJourney({additions: true})

  it('plays on, and takes a new list from the server that comes back', async () => {
    journey.expectComplaint(CUT)
    const desk = await openDesk(journey)
    const {red, green, blue} = await desk.uploadClips()
    await desk.setPlaylist([red, green])
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    const page = await context.newPage()
    await page.goto(`/player#token=${journey.world.boiler.accessToken}`)
    await expect.poll(() => coloursSeen(page)).toEqual(['red', 'green', 'red'])

    await journey.server.kill()

    await touch(page)
    await page.getByText('No connection since').waitFor()
    const seen = (await coloursSeen(page)).length
    await expect.poll(async () => (await coloursSeen(page)).length).toBeGreaterThan(seen + 2)
    await journey.server.start()
    await desk.setPlaylist([green, blue])
    await expect.poll(async () => (await coloursSeen(page)).slice(-2)).toEqual(['green', 'blue'])
    await page.getByText('No connection since').waitFor({state: 'detached'})
    const ended = (await coloursSeen(page)).length - 1
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThanOrEqual(ended)
  })
})
