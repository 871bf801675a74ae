import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {MAILED_TOKEN} from '../support/foreign/accounts'
import {accountOn} from './support/account'
import {dashboardOn} from './support/dashboard'
import {useForeignJourney} from './support/foreign'

describe('with a server that is not ours', () => {
  const journey = useForeignJourney()
  const newPage = async (): Promise<Page> => (await journey.newContext()).newPage()

  it('a wrong password is told in its words, and the right one opens the dashboard', async () => {
    const page = await newPage()
    const account = accountOn(page)
    await account.logIn({...journey.world.plantAdmin, password: 'not the password'})
    await account.failure.getByText('We do not know you by this password.').waitFor()
    await account.fill({Password: journey.world.plantAdmin.password})
    await account.button('Log in').click()
    await page.waitForURL('**/dashboard*')
    await dashboardOn(page).title('Boiler', 'temperature').waitFor()
  })

  deep('a sign-in on the way to a page leads to it', async () => {
    const page = await newPage()
    await page.goto(`/dashboard?device=${journey.world.conveyor}&key=speed`)
    await page.waitForURL('**/login')
    await accountOn(page).fill({
      Email: journey.world.plantAdmin.email,
      Password: journey.world.plantAdmin.password,
    })
    await page.keyboard.press('Enter')
    await dashboardOn(page).title('Conveyor', 'speed').waitFor()
  })

  deep.each([
    ['systemAdmin', '/sys_admin'],
    ['plantAdmin', '/dashboard'],
    ['customerUser', '/dashboard'],
    ['nobody', '/unauthorized'],
  ] as const)('the %s is led to %s', async (account, path) => {
    const page = await journey.open('/', {account: journey.world[account]})
    await page.waitForURL(url => url.pathname === path)
  })

  deep('an access token that has run out is renewed once for all calls of a page', async () => {
    const page = await journey.open('/historical')
    await page.getByRole('heading', {name: 'Historical'}).waitFor()
    journey.server.store.expireAccess()
    journey.callsTaken(/./)
    await page.getByRole('link', {name: 'Dashboard'}).click()
    await dashboardOn(page).title('Boiler', 'temperature').waitFor()
    await dashboardOn(page).key('speed', 'Conveyor').filter({hasText: '1.25'}).waitFor()
    expect(journey.callsTaken(/refresh-token/)).toEqual(['POST /api/v0/auth/refresh-token'])
  })

  deep('a session that has run out leads to the sign-in', async () => {
    const page = await journey.open('/historical')
    await page.getByRole('heading', {name: 'Historical'}).waitFor()
    journey.server.store.expireAccess()
    journey.server.store.refresh.clear()
    await page.getByRole('link', {name: 'Dashboard'}).click()
    await page.waitForURL('**/login')
    await page.getByText('You have been signed out.').waitFor()
  })

  deep('a log-out takes the cookies and ends the session', async () => {
    const page = await journey.open('/dashboard')
    await page.getByRole('button', {name: 'Log out'}).click()
    await page.waitForURL('**/login')
    await expect.poll(() => page.context().cookies()).toEqual([])
    await page.goto('/dashboard')
    await page.waitForURL('**/login')
  })

  deep('people register, ask for another password, choose it, and prove their address', async () => {
    journey.expectComplaint(/status of 400 .*\/(confirm|verify-email)\//)
    const page = await newPage()
    const account = accountOn(page)
    await account.register({email: 'new@example.test', password: 'a fine new password'})
    await account.done.getByText('Successful registration, please verify your email to login.').waitFor()
    await account.askForReset('new@example.test')
    await account.done.getByText('Check your email for password reset instructions.').waitFor()
    await account.choosePassword('/newPassword?token=old', 'another fine password')
    await account.failure.getByText('This link is too old.').waitFor()
    await account.choosePassword(`/newPassword?token=${MAILED_TOKEN}`, 'another fine password')
    await account.done.getByText('Your password has been successfully reset.').waitFor()
    await page.goto('/verification?token=old')
    await account.failure.getByText('This link is too old.').waitFor()
    await page.goto(`/verification?token=${MAILED_TOKEN}`)
    await account.done.getByText('Account successfully verified. Redirecting to login...').waitFor()
    await page.waitForURL('**/login')
  })
})
