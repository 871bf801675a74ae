import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {readCsv} from './support/csv'
import {dashboardOn} from './support/dashboard'
import {SERVERS, useJourney} from './support/journey'
import {profileOn} from './support/profile'
import type {Account} from './support/seed'

const PROFILE_CALLS = '**/api/v0/users/profile'

describe.each(SERVERS)('the profile with $kind', ({additions}) => {
  const journey = useJourney({additions})

  deep('keeps what was typed over a lost session, for whoever typed it and nobody else', async () => {
    const {customerAdmin, newcomer} = journey.world
    const page = await journey.open('/profile', {account: customerAdmin})
    const profile = profileOn(page)
    await profile.field('City').fill('Bonn')
    await loseSession(page)

    await logIn(page, newcomer)
    await page.waitForURL('**/profile')
    expect(await profile.values()).toEqual(['', '', '', '', '', '', 'private', 'celsius'])
    await loseSession(page)

    await logIn(page, customerAdmin)
    await page.waitForURL('**/profile')
    await page.getByText('Not saved yet.').waitFor()
    expect(await profile.field('City').inputValue()).toBe('Bonn')

    await page.getByRole('button', {name: 'Log out'}).click()
    await logIn(page, customerAdmin)
    await page.getByRole('link', {name: 'Profile'}).click()
    expect(await profile.field('City').inputValue()).toBe('')
  })

  /** The session ends on the server: a live page is notified; another one finds out by the next call. */
  async function loseSession(page: Page) {
    await profileOn(page).field('Name').waitFor()
    await page.context().request.post('/api/v0/auth/logout', {data: {}})
    if (!additions) await profileOn(page).submit.click()
    await page.getByText('You have been signed out.').waitFor()
  }
})

describe('the profile', () => {
  const journey = useJourney({additions: true})

  it('is made, then edited, and its unit is that of every temperature', async () => {
    const page = await journey.open('/dashboard')
    const dashboard = dashboardOn(page)
    const profile = profileOn(page)
    await expectUnit(page, '°C')

    await page.getByRole('link', {name: 'Profile'}).click()
    await page.getByText('You have no profile yet. Fill in what you like and save it.').waitFor()
    expect(await profile.values()).toEqual(['', '', '', '', '', '', 'private', 'celsius'])
    await profile.field('Name').fill('Petra')
    await profile.field('City').fill('  Zürich 🏙 ')
    await profile.field('Customer type').selectOption('Business')
    await profile.field('Temperature unit').selectOption('Fahrenheit (°F)')
    await profile.save()
    expect(await profile.values()).toEqual(['Petra', '', '', '', '', 'Zürich 🏙', 'business', 'fahrenheit'])

    await page.getByRole('link', {name: 'Dashboard'}).click()
    await expectUnit(page, '°F')
    await page.getByText('Hi, Petra', {exact: true}).waitFor()
    const {lines} = await dashboard.downloadCsv()
    expect(lines[0]).toBe('timestamp,temperature (°F)')
    const [first] = readCsv(lines)
    const stored = journey.world.temperature.find(({ts}) => ts === first?.ts)
    expect(first?.value).toBeCloseTo(((stored?.value ?? Number.NaN) * 9) / 5 + 32, 9)

    await dashboard.key('vibration', 'Boiler').click()
    await dashboard.title('Boiler', 'vibration').waitFor()
    await expect.poll(() => valueAxis(page)).toEqual(allMatching(/^−?\d+(\.\d{1,4})?$/))

    await page.goto('/profile')
    await profile.field('Temperature unit').selectOption('Celsius (°C)')
    await profile.save()
    await page.goto('/dashboard')
    await expectUnit(page, '°C')
    expect((await dashboard.downloadCsv()).lines[0]).toBe('timestamp,temperature (°C)')
  })

  deep('counts without a unit and sums in celsius', async () => {
    const account = journey.world.systemAdmin
    const page = await journey.open('/profile', {account})
    await profileOn(page).field('Temperature unit').selectOption('Fahrenheit (°F)')
    await profileOn(page).save()
    await page.goto(`/dashboard?device=${journey.world.boiler.id}&key=temperature&agg=average`)
    await expect.poll(() => valueAxis(page)).toEqual(allMatching(/\s°F$/))
    await dashboardOn(page).control('Aggregation').selectOption('sum')
    await page.getByText('Sums of temperatures are in °C.').waitFor()
    await expect.poll(() => valueAxis(page)).toEqual(allMatching(/\s°C$/))
    expect((await dashboardOn(page).downloadCsv()).lines[0]).toBe('timestamp,temperature (°C; sum of each 30 min)')
    await dashboardOn(page).control('Aggregation').selectOption('count')
    await expect.poll(() => valueAxis(page)).toEqual(allMatching(/^\d+(\.\d{1,4})?$/))
  })

  deep('says what failed, keeps what was typed and goes on', async () => {
    journey.expectComplaint(/net::ERR_FAILED/)
    const context = await journey.newContext()
    await journey.signIn(context, journey.world.customerUser)
    const page = await context.newPage()
    const profile = profileOn(page)
    await page.goto('/historical')
    await page.getByRole('heading', {name: 'Historical'}).waitFor()

    await page.route(PROFILE_CALLS, route => route.abort())
    await page.getByRole('link', {name: 'Profile'}).click()
    await page.getByRole('alert').getByText('Failed to fetch user info.').waitFor()
    await page.unroute(PROFILE_CALLS)
    await page.getByRole('button', {name: 'Retry'}).click()

    await profile.field('City').fill('Bonn')
    await page.route(PROFILE_CALLS, route => route.abort())
    await profile.submit.click()
    await page.getByRole('alert').getByText('Failed to save profile.').waitFor()
    expect(await profile.field('City').inputValue()).toBe('Bonn')
    await page.unroute(PROFILE_CALLS)
    await profile.save()
    expect(await profile.field('City').inputValue()).toBe('Bonn')
  })

  deep('made in another tab becomes what is edited here', async () => {
    journey.expectComplaint(/status of 409/)
    const page = await journey.open('/profile', {account: journey.world.strangerAdmin})
    const here = profileOn(page)
    await here.field('City').fill('Bonn')
    const other = await page.context().newPage()
    await other.goto('/profile')
    await profileOn(other).field('City').fill('Rome')
    await profileOn(other).save()

    await page.bringToFront()
    await here.submit.click()
    await page.getByRole('alert').getByText('There is a profile already.').waitFor()
    expect(await here.field('City').inputValue()).toBe('Bonn')
    await here.save()
    expect(await here.field('City').inputValue()).toBe('Bonn')
  })
})

describe('everybody', () => {
  const journey = useJourney({additions: true})

  deep('sees a live temperature arrive in fahrenheit', async () => {
    const page = await journey.open('/profile')
    await profileOn(page).field('Temperature unit').selectOption('Fahrenheit (°F)')
    await profileOn(page).save()
    await page.goto('/dashboard')
    const row = dashboardOn(page).key('temperature', 'Boiler')
    await row.filter({hasText: '°F'}).waitFor()
    await journey.post(journey.world.boiler.accessToken, {temperature: 21.5})
    await row.filter({hasText: '70.7\u202f°F'}).waitFor()
    const told = async () => {
      await dashboardOn(page).chart.blur()
      await dashboardOn(page).chart.focus()
      return page.getByText(/ points in view/).textContent()
    }
    await expect.poll(told).toContain('latest 70.7\u202f°F.')
  })

  deep('can fill in the profile with the keyboard alone, and is led to the first wrong field', async () => {
    const page = await journey.open('/profile', {account: journey.world.systemAdmin})
    const profile = profileOn(page)
    await profile.field('Name').focus()
    await page.keyboard.type('Ada')
    await page.keyboard.press('Tab')
    await page.keyboard.insertText('x'.repeat(256))
    await page.keyboard.press('Enter')
    await page.getByText('At most 255 characters.').waitFor()
    await expect.poll(() => focusedName(page)).toBe('surname')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Lovelace')
    await page.keyboard.press('Enter')
    await page.getByText('Profile saved.').waitFor()
    expect((await profile.values()).slice(0, 2)).toEqual(['Ada', 'Lovelace'])
  })

  deep('reads the profile on a screen of 360 pixels without scrolling sideways, and finds the way to it', async () => {
    const viewport = {width: 360, height: 640}
    const page = await journey.open('/dashboard', {account: journey.world.customerUser, viewport})
    await page.getByRole('button', {name: 'More'}).click()
    await page.getByRole('link', {name: 'Profile'}).click()
    await profileOn(page).field('Name').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

async function logIn(page: Page, {email, password}: Account) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', {exact: true}).fill(password)
  await page.getByRole('button', {name: 'Log in'}).click()
}

/** In the list, the tiles and on the chart of the boiler's temperature. */
async function expectUnit(page: Page, unit: '°C' | '°F') {
  const dashboard = dashboardOn(page)
  await dashboard.title('Boiler', 'temperature').waitFor()
  await dashboard.key('temperature', 'Boiler').filter({hasText: unit}).waitFor()
  await expect.poll(() => valueAxis(page)).toEqual(allMatching(new RegExp(`\\s${unit}$`)))
  await dashboard.tiles
    .getByText(new RegExp(`^-?\\d+\\.\\d\\d\\s${unit}$`))
    .first()
    .waitFor()
}

const valueAxis = (page: Page) => dashboardOn(page).section.locator('.highcharts-yaxis-labels text').allTextContents()

/** Some, and each of them. */
const allMatching = (pattern: RegExp) => ({
  asymmetricMatch: (texts: unknown) =>
    Array.isArray(texts) && texts.length > 0 && texts.every(text => pattern.test(String(text))),
  toString: () => `each ${pattern}`,
})

const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

describe('the channels by which a user is called while on call', () => {
  const journey = useJourney({additions: true})

  it('are chosen in the profile, where a private address is refused and nothing is lost', async () => {
    const page = await journey.open('/profile')
    const form = page.getByRole('form', {name: 'While you are on call'})
    await form.getByRole('checkbox', {name: 'Call me by mail'}).uncheck()
    await form.getByRole('combobox', {name: 'Call me in a chat'}).selectOption('Slack')
    await form.getByRole('button', {name: 'Save channels'}).click()
    await form.getByText('Enter an address with http or https.').waitFor()
    const address = form.getByRole('textbox', {name: 'Address of your incoming webhook'})
    await address.fill('http://10.0.0.7/hook')
    journey.expectComplaint(/status of 400/)
    await form.getByRole('button', {name: 'Save channels'}).click()
    await form.getByText(/a private address is not called/).waitFor()
    await address.fill('https://hooks.slack.com/services/T0/B0/X')
    await form.getByRole('button', {name: 'Save channels'}).click()
    await form.getByText('Saved.').waitFor()
    await page.reload()
    expect(await form.getByRole('checkbox', {name: 'Call me by mail'}).isChecked()).toBe(false)
    expect(await address.getAttribute('placeholder')).toBe('Stored; type to replace it')
  })
})
