import {Secret, TOTP} from 'otpauth'
import {beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {accountOn} from './support/account'
import {useKillableJourney} from './support/journey'

/** The live connection, too, is refused until then. */
const REFUSED = /status of (401|403)|Unexpected response code: 403/

describe('a second factor that is required', () => {
  const journey = useKillableJourney({additions: true})

  beforeEach(() => {
    journey.expectComplaint(REFUSED)
  })
  beforeAll(async () => {
    await journey.server.stop()
    await journey.server.start({SECOND_FACTOR_REQUIRED: 'ORGANISATION_ADMIN'})
  })

  it('leads whoever has to set up a second factor to it, and then to where they wanted', async () => {
    const {plantAdmin} = journey.world
    const page = await (await journey.newContext()).newPage()
    const account = accountOn(page)
    const press = (name: string) => page.getByRole('button', {name, exact: true}).click()
    await page.goto('/alarms')
    await account.field('Email').fill(plantAdmin.email)
    await account.field('Password').fill(plantAdmin.password)
    await press('Log in')

    await page.getByText('Your account needs a second factor.').waitFor()
    await page.goto('/profile')
    await page.getByText('Your account needs a second factor.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/security')
    expect(await page.getByRole('region').allInnerTexts()).toHaveLength(1)

    const factor = page.getByRole('region', {name: 'Second factor', exact: true})
    await press('Set up the app')
    await factor.getByLabel('Current password').fill(plantAdmin.password)
    await press('Set up the app')
    const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await account.field('Code that the app shows').fill(new TOTP({secret: Secret.fromBase32(secret)}).generate())
    await press('Confirm')
    await press('I have saved them')

    await page.getByText('Your account has its second factor.').waitFor()
    await factor.getByText('On:').waitFor()
    await page.getByRole('link', {name: 'Go on'}).click()
    await page.getByRole('heading', {name: 'Profile'}).waitFor()
    await page.getByRole('banner').locator('[data-link="live"]').waitFor()
  })

  it('lets whoever has none leave', async () => {
    const page = await (await journey.newContext()).newPage()
    await accountOn(page).logIn(journey.world.strangerAdmin)
    await page.getByRole('link', {name: 'Log out'}).click()
    await page.getByRole('button', {name: 'Log in', exact: true}).waitFor()
  })
})
