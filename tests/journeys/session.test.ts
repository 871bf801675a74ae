import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {SERVERS, useJourney} from './support/journey'

describe.each(SERVERS)('the session with $kind', ({additions}) => {
  const journey = useJourney({additions})

  it('logs out of every tab, and the cookies are gone', async () => {
    const page = await journey.open('/dashboard')
    const second = await page.context().newPage()
    await second.goto('/dashboard')
    await second.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    await page.bringToFront()
    await page.getByRole('button', {name: 'Log out'}).click()
    await page.waitForURL('**/login')
    await second.waitForURL('**/login')
    await expect.poll(() => page.context().cookies()).toEqual([])

    await page.goto('/dashboard')
    await page.waitForURL('**/login')
  })
})

describe('the session', () => {
  const journey = useJourney({additions: true})

  it('says what was wrong with a sign-in, keeps the typed email and lets the next one in', async () => {
    const context = await journey.newContext()
    const page = await context.newPage()
    await page.goto('/')
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(journey.world.plantAdmin.email)
    await page.getByLabel('Password', {exact: true}).fill('not the password')
    await page.getByRole('button', {name: 'Log in'}).click()
    await page.getByRole('alert').getByText('Failed to login. Please check your credentials.').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(journey.world.plantAdmin.email)

    await page.getByLabel('Password', {exact: true}).fill(journey.world.plantAdmin.password)
    await page.getByRole('button', {name: 'Log in'}).click()
    await page.waitForURL('**/dashboard*')
    await page.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    await page.getByText('Hi, Petra Plant').waitFor()
  })

  deep('lets in by one click on a demo account, and offers none without the demo', async () => {
    const {email, password} = journey.world.plantAdmin
    const page = await (await journey.newContext()).newPage()
    await page.goto('/login')
    await page.getByLabel('Email').waitFor()
    expect(await page.getByRole('group', {name: 'Demo accounts'}).count()).toBe(0)

    const demo = {accounts: [{email, authority: 'ORGANISATION_ADMIN'}], password}
    await page.route('**/config.json', route => route.fulfill({json: {demo}}))
    await page.reload()
    await page.getByRole('group', {name: 'Demo accounts'}).getByRole('button', {name: email}).click()
    await page.waitForURL('**/dashboard*')
  })

  deep('leads a system admin to the console and nobody else', async () => {
    const admin = await journey.open('/', {account: journey.world.systemAdmin})
    await admin.waitForURL('**/sys_admin')
    await admin.getByRole('link', {name: 'Admin'}).waitFor()

    const plant = await journey.open('/sys_admin')
    await plant.waitForURL('**/unauthorized')
    expect(await plant.getByRole('link', {name: 'Admin'}).count()).toBe(0)
  })

  deep('shows MyHome to a customer user alone', async () => {
    const clerk = await journey.open('/', {account: journey.world.customerUser})
    await clerk.waitForURL('**/dashboard*')
    await clerk.getByRole('link', {name: 'MyHome'}).waitFor()

    const chief = await journey.open('/', {account: journey.world.customerAdmin})
    await chief.waitForURL('**/dashboard*')
    await chief.getByRole('link', {name: 'Dashboard'}).waitFor()
    expect(await chief.getByRole('link', {name: 'MyHome'}).count()).toBe(0)
  })

  deep('asks for a sign-in on the way to a screen and goes on to that screen', async () => {
    const context = await journey.newContext()
    const page = await context.newPage()
    await page.goto(`/dashboard?device=${journey.world.conveyor.id}&key=speed`)
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(journey.world.plantAdmin.email)
    await page.getByLabel('Password', {exact: true}).fill(journey.world.plantAdmin.password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', {name: 'Timeseries for Conveyor - speed'}).waitFor()
  })

  deep('shows an unknown route as an unexpected application error', async () => {
    journey.expectComplaint(/No route matches|React Router caught|404/)
    const page = await journey.open('/no/such/screen')
    await page.getByText('Unexpected Application Error!').waitFor()
  })
})
