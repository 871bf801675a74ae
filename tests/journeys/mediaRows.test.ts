import {describe, expect, it} from 'vitest'
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
})
