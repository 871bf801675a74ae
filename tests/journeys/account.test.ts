import {mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished} from 'vitest'
import {deep} from '../support/deep'
import {startSmtp} from '../support/smtp'
import {accountOn} from './support/account'
import {expireLinks} from './support/clock'
import {useKillableJourney} from './support/journey'
import {linkIn, outboxOf} from './support/mail'
import {createServerProcess} from './support/server'

const REGISTERED = 'Successful registration, please verify your email to login.'
const VERIFIED = 'Account successfully verified. Redirecting to login...'
const MAILED = 'Check your email for password reset instructions.'
const RESET = 'Your password has been successfully reset.'
const WORTHLESS = 'This link is not valid any more.'
const REFUSED = /status of (400|404)/

describe('an account', () => {
  const journey = useKillableJourney({additions: true})
  const openAccount = async () => {
    const page = await (await journey.newContext()).newPage()
    return {page, account: accountOn(page)}
  }

  it('is registered, verified by the mail of a real mail server, and logged in to', async () => {
    const smtp = await startSmtp()
    await journey.server.stop()
    await journey.server.start({SMTP_URL: smtp.url})
    onTestFinished(async () => {
      await journey.server.stop()
      await journey.server.start()
    })
    const {page, account} = await openAccount()
    const ann = {email: 'jörg+ann@bücher.example', password: 'a fine new password'}

    await account.register(ann)
    await account.done.getByText(REGISTERED).waitFor()
    await account.logIn(ann)
    await account.failure.getByText('Please verify your email to login.').waitFor()

    const {recipients, mail} = await smtp.next()
    await page.goto(linkIn(mail))
    await page.getByText(VERIFIED).waitFor()
    await page.getByText('In 3 s').waitFor()
    await page.getByText('In 1 s').waitFor()
    await page.waitForURL('**/login')
    await account.logIn(ann)
    await page.waitForURL('**/dashboard*')
    expect(recipients).toEqual([ann.email])
  })

  deep('is not given away by a second registration', async () => {
    const {page, account} = await openAccount()
    const outbox = outboxOf(journey.dataDir)
    const {email, password} = journey.world.systemAdmin
    await account.register({email, password: 'the choice of a stranger'})
    await account.done.getByText(REGISTERED).waitFor()
    const mail = await outbox.next(email)
    expect([mail.subject, linkIn(mail)]).toEqual([
      'You already have an account at Pulsewall',
      `${journey.origin}/passwordReset`,
    ])
    await account.logIn({email, password})
    await page.waitForURL('**/sys_admin')
  })

  deep('gets a new password by mail, which ends its sessions and leaves its link worthless', async () => {
    journey.expectComplaint(REFUSED)
    const elsewhere = await journey.open('/dashboard', {account: journey.world.customerAdmin})
    await elsewhere.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    const {page, account} = await openAccount()
    const {email, password} = journey.world.customerAdmin

    await account.askForReset(email)
    await account.done.getByText(MAILED).waitFor()
    const link = linkIn(await outboxOf(journey.dataDir).next(email))
    await account.choosePassword(link, 'a fine new password')
    await account.done.getByText(RESET).waitFor()
    await elsewhere.waitForURL('**/login')

    await account.choosePassword(link, 'another new password')
    await account.failure.getByText(WORTHLESS).waitFor()
    expect(await account.field('New password').inputValue()).toBe('another new password')
    await account.logIn({email, password})
    await account.failure.getByText('Failed to login. Please check your credentials.').waitFor()
    await account.logIn({email, password: 'a fine new password'})
    await page.waitForURL('**/dashboard*')
  })

  deep('is not given away by asking for a new password', async () => {
    const {account} = await openAccount()
    await account.askForReset('nobody@example.test')
    await account.done.getByText(MAILED).waitFor()
  })

  deep('can’t be reached by links that are expired, used, wrong or without their token', async () => {
    journey.expectComplaint(REFUSED)
    const {page, account} = await openAccount()
    const outbox = outboxOf(journey.dataDir)
    const late = {email: 'late@example.test', password: 'a fine new password'}
    await account.register(late)
    await account.done.getByText(REGISTERED).waitFor()
    await account.askForReset(late.email)
    await account.done.getByText(MAILED).waitFor()
    const [verification, reset] = [linkIn(await outbox.next(late.email)), linkIn(await outbox.next(late.email))]
    await expireLinks(journey.database)

    await page.goto(verification)
    await account.failure.getByText(WORTHLESS).waitFor()
    await account.choosePassword(reset, late.password)
    await account.failure.getByText(WORTHLESS).waitFor()
    for (const token of ['wrong', 'a'.repeat(43), 'a'.repeat(10_000), '%00%ff']) {
      await page.goto(`/verification?token=${token}`)
      await account.failure.getByText(WORTHLESS).waitFor()
    }
    await page.goto('/verification')
    await account.failure.getByText('Verification token is missing.').waitFor()
    await page.goto('/newPassword')
    await account.failure.getByText('Token is missing.').waitFor()

    await account.register(late)
    await account.done.getByText(REGISTERED).waitFor()
    const used = linkIn(await outbox.next(late.email))
    await page.goto(used)
    await page.waitForURL('**/login')
    await page.goto(used)
    await account.failure.getByText(WORTHLESS).waitFor()
  })

  deep('takes no password that everybody knows', async () => {
    journey.expectComplaint(REFUSED)
    const {account} = await openAccount()
    await account.register({email: 'lazy@example.test', password: 'password123'})
    await account.failure.getByText('This password is among the most common ones. Choose another.').waitFor()
    expect(await account.field('Password').inputValue()).toBe('password123')
  })

  deep('stays signed in beside a page that refuses somebody’s link', async () => {
    journey.expectComplaint(REFUSED)
    const dashboard = await journey.open('/dashboard')
    await dashboard.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
    const account = accountOn(await dashboard.context().newPage())
    await account.choosePassword(`${journey.origin}/newPassword?token=wrong`, 'a fine new password')
    await account.failure.getByText(WORTHLESS).waitFor()
    await dashboard.reload()
    await dashboard.getByRole('heading', {name: 'Dashboard', exact: true}).waitFor()
  })

  deep('of the first admin is made by the link that the server printed, once', async () => {
    journey.expectComplaint(REFUSED)
    const dataDir = await mkdtemp(join(tmpdir(), 'pulsewall-journey-'))
    const server = await createServerProcess({dataDir, additions: true})
    onTestFinished(async () => {
      await server.stop()
      await rm(dataDir, {recursive: true, force: true})
    })
    await server.start()
    await expect.poll(server.output).toMatch(/firstAdmin\?token=/)
    const link = /http\S+firstAdmin\?token=[\w-]+/.exec(server.output())?.[0] ?? ''
    const {page, account} = await openAccount()
    const root = {email: 'root@example.test', password: 'a fine new password'}
    const make = async () => {
      await page.goto(link)
      await account.fill({Email: root.email, Password: root.password, 'Confirm password': root.password})
      await account.button('Make the admin').click()
    }

    await make()
    await account.done.getByText('The first admin is made and can log in now.').waitFor()
    await make()
    await account.failure.getByText('This server has its first admin already.').waitFor()
    await page.goto(`${server.origin}/login`)
    await account.fill({Email: root.email, Password: root.password})
    await account.button('Log in').click()
    await page.waitForURL('**/sys_admin')
  })
})
