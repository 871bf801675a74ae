import {describe, expect, it} from 'vitest'
import {useJourney} from './support/journey'
import {openDesk, touch} from './support/player'
import {savedBy} from './support/saved'
import {showings, watchFrames} from './support/sights'

describe('a screen of a media organisation', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('is paired by the code that it shows, and its proof of play is what it has played', async () => {
    const {boiler} = journey.world
    const desk = await openDesk(journey)
    const {red, green, blue} = await desk.uploadClips()
    await desk.setPlaylist([red, green, blue, green])
    const context = await journey.newContext({viewport: {width: 640, height: 360}})
    await watchFrames(context)
    const screen = await context.newPage()
    await screen.goto('/player')
    const code = (await screen.getByText(/^[A-Z0-9]{6}$/).textContent()) ?? ''

    const dashboard = await journey.open(`/dashboard?device=${boiler.id}`)
    await dashboard.getByRole('heading', {name: 'Device Management'}).click()
    await dashboard.getByRole('button', {name: 'Pair a screen'}).click()
    await dashboard.getByLabel('Code on the screen').fill(code.toLowerCase())
    await dashboard.getByRole('dialog').getByRole('button', {name: 'Pair a screen'}).click()

    await expect.poll(async () => (await showings(screen)).length).toBeGreaterThan(6)
    await desk.setPlaylist([])
    await touch(screen)
    await screen.getByText('Nothing is assigned to this screen yet.').waitFor()
    const shown = await showings(screen)
    await expect.poll(async () => (await desk.plays()).length).toBe(shown.length)

    await dashboard.reload()
    const proof = dashboard.getByRole('table', {name: 'What was played'})
    await proof.getByRole('row').nth(3).waitFor()
    const told = await Promise.all(
      (await proof.getByRole('row').all()).slice(1).map(async row => {
        const [screen] = await row.getByRole('rowheader').allInnerTexts()
        return [screen, ...(await row.getByRole('cell').allInnerTexts()).slice(0, 3)]
      }),
    )
    const countOf = (colour: string) => String(shown.filter(showing => showing.colour === colour).length)
    expect(told.toSorted()).toEqual([
      [boiler.name, 'blue.mp4', countOf('blue'), '0'],
      [boiler.name, 'green.webm', countOf('green'), '0'],
      [boiler.name, 'red.mp4', countOf('red'), '0'],
    ])

    const {rows} = await savedBy(dashboard, dashboard.getByRole('button', {name: 'Save as CSV'}))
    const plays = rows.slice(1).toSorted(([one = ''], [other = '']) => one.localeCompare(other))
    const fileOf = (colour: string) => (colour === 'green' ? 'green.webm' : `${colour}.mp4`)
    expect(plays.map(([, device, , video, , , whole]) => [device, video, whole])).toEqual(
      shown.map(({colour}) => [boiler.name, fileOf(colour), 'true']),
    )
    // Each began after the one before was last seen, and before it was last seen itself.
    const starts = plays.map(([start = '']) => Date.parse(start))
    expect(starts.filter((start, at) => start < (shown[at - 1]?.lastAt ?? 0))).toEqual([])
    expect(starts.filter((start, at) => start > (shown[at]?.lastAt ?? 0))).toEqual([])
  })
})
