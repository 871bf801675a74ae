import {Secret, TOTP} from 'otpauth'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {accountOn} from './support/account'
import {useJourney} from './support/journey'
import {linkIn, outboxOf} from './support/mail'
import type {Account} from './support/seed'

const REFUSED = /status of (401|403|410)/

describe('the security of the own account', () => {
  const journey = useJourney({additions: true})

  /** A page of somebody who has just signed in by the form. */
  async function signInAs(account: Account) {
    const page = await (await journey.newContext()).newPage()
    await accountOn(page).logIn(account)
    return page
  }
  const section = (page: Page, name: string) => page.getByRole('region', {name, exact: true})
  const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()

  async function logOut(page: Page) {
    await press(page, 'Log out')
    await page.getByRole('button', {name: 'Log in', exact: true}).waitFor()
  }

  /** A security key in software, which the browser asks without anybody's finger. */
  async function plugInKey(page: Page) {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: false,
        hasUserVerification: false,
        isUserVerified: false,
        automaticPresenceSimulation: true,
      },
    })
  }

  deep('is a passkey of the browser, beside which recovery codes hold', async () => {
    journey.expectComplaint(REFUSED)
    const {customerAdmin: cid} = journey.world
    // Browsers make no passkeys for IP addresses.
    const baseURL = journey.origin.replace('127.0.0.1', 'localhost')
    const context = await journey.newContext({baseURL})
    await journey.signIn(context, cid)
    const page = await context.newPage()
    await plugInKey(page)
    await page.goto('/security')
    const account = accountOn(page)
    const factor = section(page, 'Second factor')
    await press(page, 'Add a passkey')
    await factor.getByLabel('Current password').fill(cid.password)
    await press(page, 'Add a passkey')
    await account.field('Name').fill('Key ring')
    await press(page, 'Make the passkey')
    await factor.getByText('The passkey is set up.').waitFor()
    await press(page, 'I have saved them')
    await factor.getByText('Passkey: Key ring').waitFor()

    await logOut(page)
    await account.logIn(cid)
    await page.getByRole('heading', {name: 'Second step'}).waitFor()
    await press(page, 'Use a passkey')
    await page.getByRole('button', {name: 'Log out', exact: true}).waitFor()

    await page.goto('/security')
    await press(page, 'Switch off the second factor')
    await factor.getByLabel('Current password').fill(cid.password)
    await press(page, 'Switch off the second factor')
    await factor.getByText('Off:').waitFor()
    await logOut(page)
  })

  it('is a code of an app from the set-up on, or a recovery code, which signs in once', async () => {
    journey.expectComplaint(REFUSED)
    const {customerUser: ann} = journey.world
    const page = await journey.open('/security', {account: ann})
    const account = accountOn(page)
    const factor = section(page, 'Second factor')
    await factor.getByText('Off:').waitFor()
    await press(page, 'Set up the app')
    await factor.getByLabel('Current password').fill('not the password')
    await press(page, 'Set up the app')
    await factor.getByText('This is not your present password.').waitFor()
    await factor.getByLabel('Current password').fill(ann.password)
    await press(page, 'Set up the app')
    await factor.getByRole('img', {name: 'QR code with the secret for the app'}).waitFor()
    const secret = ((await factor.locator('code').textContent()) ?? '').replaceAll(' ', '')
    const app = new TOTP({secret: Secret.fromBase32(secret)})
    await account.field('Code that the app shows').fill('000000')
    await press(page, 'Confirm')
    await account.failure.waitFor()
    await account.field('Code that the app shows').fill(app.generate({timestamp: journey.now()}))
    await press(page, 'Confirm')

    const listed = factor.getByRole('list', {name: 'Recovery codes'}).getByRole('listitem')
    await listed.first().waitFor()
    const [first = '', second = ''] = await listed.allInnerTexts()
    const downloaded = page.waitForEvent('download')
    await press(page, 'Download')
    expect((await downloaded).suggestedFilename()).toBe('pulsewall-recovery-codes.txt')
    await press(page, 'I have saved them')
    await factor.getByText('On:').waitFor()
    await factor.getByText('Recovery codes left: 10').waitFor()

    await logOut(page)
    await account.logIn(ann)
    await page.getByRole('heading', {name: 'Second step'}).waitFor()
    await account.field('Code').fill('nonsense')
    await press(page, 'Log in')
    await account.failure.getByText('This code or passkey is not right, or was used already.').waitFor()
    await press(page, 'Back to the log in')
    await account.field('Email').waitFor()

    await account.logIn(ann)
    await account.field('Code').fill(first)
    await press(page, 'Log in')
    await page.waitForURL('**/dashboard*')
    await logOut(page)
    await account.logIn(ann)
    await account.field('Code').fill(first)
    await press(page, 'Log in')
    await account.failure.getByText('or was used already').waitFor()
    await account.field('Code').fill(app.generate({timestamp: journey.now() + 30_000}))
    await press(page, 'Log in')
    await page.waitForURL('**/dashboard*')

    await page.goto('/security')
    await press(page, 'New recovery codes')
    await factor.getByLabel('Current password').fill(ann.password)
    await press(page, 'New recovery codes')
    await listed.first().waitFor()
    expect(await listed.allInnerTexts()).not.toContain(second)
    await press(page, 'I have saved them')
    await press(page, 'Switch off the second factor')
    await factor.getByLabel('Current password').fill(ann.password)
    await press(page, 'Switch off the second factor')
    await factor.getByText('Your second factor is off.').waitFor()
    await factor.getByText('Off:').waitFor()
  })

  deep('is to see where one is signed in, and to end that', async () => {
    journey.expectComplaint(REFUSED)
    const {customerAdmin} = journey.world
    const elsewhere = await journey.open('/dashboard', {account: customerAdmin})
    await elsewhere.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    const page = await journey.open('/security', {account: customerAdmin})
    const sessions = section(page, 'Sessions').getByRole('listitem')
    await expect.poll(() => sessions.count()).toBe(2)
    expect(await sessions.filter({hasText: 'This one'}).count()).toBe(1)
    expect(await sessions.first().textContent()).toMatch(/Chrom\w+ on Linux/)
    await page.getByRole('button', {name: /^End: /}).click()
    await page.getByText('The session is ended.').waitFor()
    expect(await sessions.count()).toBe(1)
    await elsewhere.waitForURL('**/login')
    await elsewhere.getByText('You have been signed out.').waitFor()
  })

  deep('is a password of one’s own, which signs out everywhere else', async () => {
    journey.expectComplaint(REFUSED)
    const {plantAdmin} = journey.world
    const elsewhere = await journey.open('/dashboard', {account: plantAdmin})
    await elsewhere.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    const page = await signInAs(plantAdmin)
    await page.waitForURL('**/dashboard*')
    await page.goto('/security')
    const account = accountOn(page)
    const password = 'quite another password'
    const form = section(page, 'Password')
    await form.getByLabel('Current password').fill('not the password')
    await account.fill({'New password': password, 'Confirm new password': password})
    await press(page, 'Change password')
    await account.failure.getByText('This is not your present password.').waitFor()
    await form.getByLabel('Current password').fill(plantAdmin.password)
    await press(page, 'Change password')
    await form.getByText('Your password is changed. You are signed out everywhere else.').waitFor()
    await elsewhere.waitForURL('**/login')
    await accountOn(elsewhere).logIn({...plantAdmin, password})
    await elsewhere.waitForURL('**/dashboard*')
  })

  deep('is an email of one’s own, which holds once its mail is followed', async () => {
    const {systemAdmin} = journey.world
    const page = await journey.open('/security', {account: systemAdmin})
    const outbox = outboxOf(journey.dataDir)
    const email = 'new.address@example.test'
    const form = section(page, 'Email')
    await form.getByLabel('New email').fill(email)
    await form.getByLabel('Current password').fill(systemAdmin.password)
    await press(page, 'Send the mail')
    await form.getByText('A mail with a link was sent to the new email.').waitFor()
    await outbox.next(systemAdmin.email)
    await page.goto(linkIn(await outbox.next(email)))
    await page.getByText('Your new email is verified and in force.').waitFor()
    const fresh = await signInAs({...systemAdmin, email})
    await fresh.waitForURL('**/sys_admin')
  })
})
