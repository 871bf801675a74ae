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
