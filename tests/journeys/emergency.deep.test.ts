import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {mediaOn} from './support/media'
import {openDesk} from './support/player'
import {coloursSeen, watchFrames} from './support/sights'

describe('an emergency', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('takes the screen at once, is counted and lifted, and reaches a screen that was away', async () => {
    const desk = await openDesk(journey)
    const {red, green} = await desk.uploadClips()
    await desk.setPlaylist([red])
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    const screen = await context.newPage()
    await screen.goto(`/player#token=${journey.world.boiler.accessToken}`)
    await expect.poll(() => coloursSeen(screen)).toContain('red')

    const page = await journey.open(`/dashboard?video=${green}`, {viewport: {width: 1280, height: 900}})
    const board = mediaOn(page)
    const section = await board.openSection('Emergency')
    const raise = section.getByRole('button', {name: 'Show on 1 screen now'})
    await raise.click()
    await section.getByText('Choose a video.').waitFor()
    await section.getByText('Say why: it is shown to everybody who looks at the dashboard.').waitFor()
    await section.getByLabel('Video').selectOption({label: 'green.webm'})
    await section.getByRole('button', {name: 'Keep on all screens'}).click()
    await section.getByRole('heading', {name: 'Kept on all screens'}).waitFor()
    await section.getByLabel('Why').fill('Fire in hall 2')
    await raise.click()

    const running = board.region('Emergencies')
    await running.getByText('Emergency on all screens: green.webm').waitFor()
    await running.getByText('Shown on 1 of 1 screen').waitFor()
    expect(await coloursSeen(screen)).toContain('green')
    expect(await desk.told('player')).toMatchObject({playing: green, emergency: {state: 'shown'}, dark: null})
    await board.row(journey.world.boiler.id).getByText('green.webm').waitFor()

    journey.expectComplaint(/net::ERR_|Failed to load resource/)
    await context.setOffline(true)
    await running.getByRole('button', {name: 'Lift: green.webm'}).click()
    await running.waitFor({state: 'detached'})
    expect((await coloursSeen(screen)).at(-1)).toBe('green')
    await context.setOffline(false)
    await expect.poll(async () => (await coloursSeen(screen)).at(-1)).toBe('red')
    await expect.poll(() => desk.told('player')).toMatchObject({playing: red, emergency: null})

    const played = (await desk.plays()).length
    await section.getByLabel('Video').selectOption({label: 'green.webm (on all screens already)'})
    await section.getByLabel('Why').fill('Rehearsal')
    await section.getByLabel(/^Drill/).check()
    await section.getByRole('button', {name: 'Begin the drill with 1 screen'}).click()
    await running.getByText('1 of 1 screen could show it').waitFor()
    await expect.poll(async () => (await desk.plays()).length).toBeGreaterThan(played + 1)
    expect((await desk.plays()).slice(played).map(({assetId}) => assetId)).not.toContain(green)
    await running.getByRole('button', {name: 'End the drill: green.webm'}).click()
    await running.waitFor({state: 'detached'})
  })
})
