import {describe, expect, it} from 'vitest'
import {postAsPlayer} from './support/device'
import {SERVERS, useJourney} from './support/journey'
import {mediaOn, openColleague} from './support/media'

const CONFLICT = /status of 409/

describe.each(SERVERS)('the row of a screen with $kind', ({additions}) => {
  const journey = useJourney({additions, isMedia: true})

  it('renames the screen with a press of the pencil and Enter, and asks where somebody else has renamed it', async () => {
    journey.expectComplaint(CONFLICT)
    const other = await openColleague(journey)
    const deviceId = await other.createDevice('Screen 7')
    const page = await journey.open(`/dashboard?device=${deviceId}`, {viewport: {width: 1280, height: 800}})
    const row = mediaOn(page).row(deviceId)
    await row.getByRole('button', {name: 'Rename Screen 7', exact: true}).click()
    await page.keyboard.type('Kiosk by the lift')
    await page.keyboard.press('Enter')
    await row.getByRole('button', {name: 'Rename Kiosk by the lift', exact: true}).click()
    const stored = async () => (await (await page.request.get(`/api/v0/device/${deviceId}`)).json()).name
    expect(await stored()).toBe('Kiosk by the lift')

    const field = row.getByRole('textbox', {name: 'Name of Kiosk by the lift'})
    await field.fill('')
    await page.keyboard.press('Enter')
    await row.getByRole('alert').getByText('Device name is required.').waitFor()
    await page.keyboard.type('Kiosk')
    await other.rename(deviceId, 'Stairs')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Someone else changed this to “Stairs”.').waitFor()
    if (additions) await dialog.getByText(/^The device was last changed by plant@example\.test, \d\d:\d\d/).waitFor()
    await dialog.getByRole('button', {name: 'Keep mine'}).click()
    await row.getByRole('button', {name: 'Rename Kiosk', exact: true}).waitFor()
    expect(await stored()).toBe('Kiosk')
  })

  it('says that a second player tried to report for the screen, and what to do, on the board and on the page of the device', async () => {
    const {id, name, accessToken} = journey.world.boiler
    const beat = (player: string) => postAsPlayer(journey.origin, accessToken, player, REPORT, journey.now())
    expect(await beat('b')).toEqual([200, 200])
    const page = await journey.open(`/dashboard?device=${id}`, {viewport: {width: 1280, height: 800}})
    const row = mediaOn(page).row(id)
    await row.getByText('Active').waitFor()
    expect(await row.getByText('2 players').count()).toBe(0)
    expect(await beat('a')).toEqual([409, 409])
    if (!additions) await page.reload()
    await row.getByText('2 players').waitFor()
    const sentence = /^A second player tried to report for this screen at \d\d:\d\d; only the one/
    await mediaOn(page).region('Playlist').getByText(sentence).waitFor()
    await page.goto(`/settings/device/${id}`)
    await page.getByRole('heading', {name, exact: true}).waitFor()
    await page.getByText(sentence).waitFor()
  })
})

/** The people and videos of the organisation are out of reach for those of a customer. */
const UNKNOWN = ['Somebody else', 'Unknown video', 'Unknown video'] as const

describe('the history of a playlist', () => {
  const journey = useJourney({additions: true, isMedia: true})

  it('says who did what and when, by names, to somebody of the customer whose screen it is, too', async () => {
    const {conveyor, plantAdmin, customerAdmin} = journey.world
    const other = await openColleague(journey)
    const videos = [await other.upload('Alpha.mp4'), await other.upload('Beta.mp4')]
    await other.arrange(conveyor.id, videos)
    await other.arrange(conveyor.id, videos.toReversed())
    await other.arrange(conveyor.id, videos.slice(0, 1))
    for (const account of [plantAdmin, customerAdmin]) {
      const page = await journey.open(`/dashboard?device=${conveyor.id}`, {account})
      const media = mediaOn(page)
      await media.region('Playlist').getByRole('listitem').first().waitFor()
      await media.press('History')
      const edits = media.dialog('History of the playlist of Conveyor').getByRole('listitem')
      await edits.nth(2).waitFor()
      const [author, alpha, beta] = account === plantAdmin ? [plantAdmin.name, 'Alpha.mp4', 'Beta.mp4'] : UNKNOWN
      expect((await edits.allInnerTexts()).map(text => text.split('\n').slice(1))).toEqual([
        [author, `removed ${beta}`],
        [author, `moved ${alpha}`],
        [author, `added ${alpha}, ${beta}`],
      ])
      await page.keyboard.press('Escape')
    }
  })
})

const REPORT = {
  revision: 1,
  fetching: null,
  ready: 0,
  files: 0,
  playing: null,
  faults: {},
  free: null,
  clock_error: 0,
  zone: null,
}
