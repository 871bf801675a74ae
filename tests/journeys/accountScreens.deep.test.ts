import type {BrowserContextOptions, Page, Route} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {accountOn} from './support/account'
import {CUT} from './support/console'
import {useJourney} from './support/journey'
import {tabTo} from './support/keyboard'

const REFUSED = /status of 400/
const KEPT = 'The server can’t be reached right now. What you typed is kept.'
const CALLS = /\/api\/(v0\/user\/register\/|users\/password_reset\/|v0\/setup)/
const PASSWORD = 'a fine new password'

/** Each form with its input, its button and its message when it fails. */
const FORMS = [
  {
    path: '/register',
    values: {Email: 'ann@example.test', Password: PASSWORD, 'Confirm password': PASSWORD},
    submit: 'Register',
    failed: 'Failed to register. Please try again.',
  },
  {
    path: '/passwordReset',
    values: {Email: 'ann@example.test'},
    submit: 'Send the mail',
    failed: 'Failed to send password reset email. Please try again.',
  },
  {
    path: '/newPassword?token=wrong',
    values: {'New password': PASSWORD, 'Confirm new password': PASSWORD},
    submit: 'Set password',
    failed: 'Failed to reset password. Please try again.',
  },
  {
    path: '/firstAdmin?token=wrong',
    values: {Email: 'ann@example.test', Password: PASSWORD, 'Confirm password': PASSWORD},
    submit: 'Make the admin',
    failed: 'Failed to make the first admin. Please try again.',
  },
]
const PLACES = [...FORMS.map(({path}) => path), '/verification', '/verification?token=wrong', '/newPassword']

describe('the screens of people without a session', () => {
  const journey = useJourney({additions: true})

  async function openAt(path: string, options?: BrowserContextOptions) {
    const page = await (await journey.newContext(options)).newPage()
    await page.goto(path)
    await page.getByRole('heading', {level: 1}).waitFor()
    return {page, account: accountOn(page)}
  }

  it.each(FORMS)(
    'keep what was typed at $path when the server can’t be reached, and send it once it can',
    async form => {
      journey.expectComplaint(CUT)
      journey.expectComplaint(/status of 40\d/)
      const {page, account} = await openAt(form.path)
      await page.context().setOffline(true)
      await account.fill(form.values)
      await account.button(form.submit).click()
      await account.failure.getByText(form.failed).waitFor()
      await account.failure.getByText(KEPT).waitFor()
      for (const [label, value] of Object.entries(form.values)) {
        expect(await account.field(label).inputValue()).toBe(value)
      }
      await page.context().setOffline(false)
      const answered = page.waitForResponse(CALLS)
      await account.button(form.submit).click()
      await answered
      await account.failure.or(account.done).filter({hasNotText: KEPT}).waitFor()
    },
  )

  it('try a verification again when the server is back', async () => {
    journey.expectComplaint(CUT)
    journey.expectComplaint(REFUSED)
    const page = await (await journey.newContext()).newPage()
    const account = accountOn(page)
    await page.route('**/api/users/verify-email/**', route => route.abort())
    await page.goto('/verification?token=wrong')
    await account.failure.getByText('Verification failed. Please try again.').waitFor()
    await page.unroute('**/api/users/verify-email/**')
    await account.button('Retry').click()
    await account.failure.getByText('This link is not valid any more.').waitFor()
  })

  it.each(FORMS)('send $path once, however often the button is pressed', async form => {
    journey.expectComplaint(/status of 40\d/)
    const {page, account} = await openAt(form.path)
    const held: Route[] = []
    await page.route(CALLS, route => void held.push(route))
    await account.fill(form.values)
    await account.button(form.submit).dblclick()
    await page.keyboard.press('Enter')
    await expect.poll(() => held.length).toBe(1)
    await held[0]?.continue()
    await account.failure.or(account.done).waitFor()
    expect(held).toHaveLength(1)
  })

  it('verify once by one visit', async () => {
    journey.expectComplaint(REFUSED)
    const page = await (await journey.newContext()).newPage()
    const asked: string[] = []
    page.on('request', request => request.url().includes('verify-email') && asked.push(request.url()))
    await page.goto('/verification?token=wrong')
    await accountOn(page).failure.waitFor()
    expect(asked).toHaveLength(1)
  })

  it('can be used with the keyboard alone, from the login on', async () => {
    const {page, account} = await openAt('/login')
    await tabTo(page, page.getByRole('link', {name: 'Create an account'}))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/register')
    await expect.poll(() => hasFocus(page, 'Email')).toBe(true)
    await page.keyboard.type('keyboard@example.test')
    await page.keyboard.press('Enter')
    await page.getByText('Enter a password.').waitFor()
    expect(await hasFocus(page, 'Password')).toBe(true)
    await page.keyboard.type(PASSWORD)
    await tabTo(page, account.field('Confirm password'))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await account.done.getByText('Successful registration, please verify your email to login.').waitFor()
    await tabTo(page, page.getByRole('link', {name: 'Log in'}))
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
  })

  it.each(PLACES)('fit %s into 360 pixels without scrolling sideways', async path => {
    journey.expectComplaint(REFUSED)
    const {page, account} = await openAt(path, {viewport: {width: 360, height: 640}})
    await account.failure.or(page.getByRole('textbox').first()).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

const hasFocus = (page: Page, label: string) =>
  page.getByLabel(label, {exact: true}).evaluate(field => field === document.activeElement)
