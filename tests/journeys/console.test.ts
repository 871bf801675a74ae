import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {offerFirstAdmin} from '../../server/account/firstAdmin'
import {accountOn} from './support/account'
import {consoleOn} from './support/adminConsole'
import {arrivals} from './support/arrivals'
import {type Journey, SERVERS, useJourney} from './support/journey'

const ADMIN = {email: 'root@example.test', password: 'a fine new password'}
const TITLE = 'Salt & <b>Söhne</b>'
const PASSWORD = 'correct horse battery'

describe.each(SERVERS)('the console of an empty world with $kind', ({additions}) => {
  const journey = useJourney({additions, isEmpty: true})

  it('sets up all that there is, watches a device send, and takes it all down', async () => {
    const page = await beAdmin(journey, {hasOwnClock: !additions})
    const admin = consoleOn(page)
    await page.getByText('No organisations yet.').waitFor()

    await admin.link('Create New Organisation').click()
    expect(await admin.field('Email').getAttribute('type')).toBe('email')
    await admin.submit.click()
    await admin.failure.getByText('Title, Email, and Phone are required.').waitFor()
    await admin.fill({Title: TITLE, Email: 'office@example.test', Phone: '+49 40 1234', City: 'Kiel'})
    await admin.submit.click()
    await admin.announcement.getByText('Organisation created.').waitFor()
    await admin.heading(TITLE).waitFor()
    expect(await admin.shown('City').textContent()).toBe('Kiel')
    const organisation = new URL(page.url()).pathname

    await admin.tab('Customers').click()
    await admin.link('Create customer').click()
    await admin.submit.click()
    await page.getByText('Email is required.').first().waitFor()
    await admin.fill({Email: 'buyer@example.test', Title: 'The buyer'})
    await admin.submit.click()
    await admin.announcement.getByText('Customer created.').waitFor()
    await admin.row('buyer@example.test').waitFor()

    await admin.tab('Users').click()
    await admin.link('Create user').click()
    await admin.submit.click()
    await page.getByText('Password is required.').first().waitFor()
    expect(await admin.field('Authority').inputValue()).toBe('ORGANISATION_ADMIN')
    await expect
      .poll(() => admin.field('Authority').locator('option').allTextContents())
      .toEqual(['Organisation admin', 'Customer user'])
    await admin.fill({Email: 'chief@example.test', Password: PASSWORD})
    await admin.submit.click()
    await admin.announcement.getByText('User created.').waitFor()
    await admin.row('chief@example.test').waitFor()

    await admin.tab('Assets').click()
    await admin.link('Create asset').click()
    await admin.fill({Name: 'Boiler room'})
    await admin.submit.click()
    await admin.failure.getByText('Name and label are required.').waitFor()
    await admin.fill({Label: 'blob', Type: 'room'})
    await admin.submit.click()
    await admin.announcement.getByText('Asset created.').waitFor()
    await page.waitForURL(`**${organisation}?tab=devices`)

    await admin.link('Create device').click()
    await admin.fill({Name: '   '})
    await admin.submit.click()
    await admin.failure.getByText('Device name is required.').waitFor()
    await admin.fill({Name: 'Boiler', Type: 'boiler'})
    await admin.submit.click()
    await admin.announcement.getByText('Device created.').waitFor()
    await page.waitForURL(`**${organisation}?tab=devices`)

    await admin.row('Boiler').getByRole('link', {name: 'Boiler', exact: true}).click()
    await sendAValue(page, journey.origin, arrivals(page, {additions}))
    await addAttributes(page)
    await deleteHere(page, 'Boiler', 'Device deleted.')
    await page.waitForURL(`**${organisation}?tab=devices`)
    await page.getByText('No devices yet.').waitFor()

    await admin.tab('Assets').click()
    await admin.row('Boiler room').getByRole('link', {name: 'Boiler room', exact: true}).click()
    await deleteHere(page, 'Boiler room', 'Asset deleted.')
    await admin.tab('Users').click()
    await admin.row('chief@example.test').getByRole('link', {name: 'chief@example.test', exact: true}).click()
    await deleteHere(page, 'chief@example.test', 'User deleted.')
    await admin.tab('Customers').click()
    await admin.row('buyer@example.test').getByRole('link', {name: 'buyer@example.test', exact: true}).click()
    await admin.heading('The buyer').waitFor()
    await confirmDeletion(page, 'buyer@example.test', 'Customer deleted.')
    await page.goto(organisation)
    await deleteHere(page, TITLE, 'Organisation deleted.')
    await page.waitForURL('**/sys_admin')
    await page.getByText('No organisations yet.').waitFor()
  })
})

async function beAdmin(journey: Journey, {hasOwnClock}: {hasOwnClock: boolean}): Promise<Page> {
  const token = await offerFirstAdmin(journey.database, journey.now())
  const page = await (await journey.newContext()).newPage()
  if (hasOwnClock) await page.clock.install()
  const account = accountOn(page)
  await page.goto(`/firstAdmin?token=${token}`)
  await account.fill({Email: ADMIN.email, Password: ADMIN.password, 'Confirm password': ADMIN.password})
  await account.button('Make the admin').click()
  await account.done.getByText('The first admin is made and can log in now.').waitFor()
  await account.logIn(ADMIN)
  await page.waitForURL('**/sys_admin')
  return page
}

/** Sends a value by the very line that the page offers. */
async function sendAValue(page: Page, origin: string, arrival: () => Promise<void>) {
  const admin = consoleOn(page)
  const send = admin.panel('Send a value')
  await send.getByText('Create credentials first: a device sends with its access token.').waitFor()
  await admin.button('Create credentials').click()
  await admin.announcement.getByText('Credentials created.').waitFor()
  await send.getByText('waiting for a value').waitFor()
  expect(await send.locator('pre').first().textContent()).toContain('/api/v1/ACCESS_TOKEN/telemetry')

  await admin.panel('Credentials').getByRole('button', {name: 'Show'}).click()
  const accessToken = (await admin.panel('Credentials').locator('code').textContent()) ?? ''
  expect(accessToken.length).toBeGreaterThanOrEqual(20)
  const line = (await send.locator('pre').first().textContent()) ?? ''
  const [, url = '', body = ''] = /^curl -X POST (\S+) .* --data '(.*)'$/.exec(line) ?? []
  expect(url).toBe(`${origin}/api/v1/${accessToken}/telemetry`)
  const answer = await fetch(url, {method: 'POST', headers: {'content-type': 'application/json'}, body})
  expect(answer.status).toBe(200)

  await arrival()
  await send.getByText('A value of this device has arrived.').waitFor({state: 'attached'})
  await send.getByText('temperature = 21.1\u202f°C').waitFor()
  await admin
    .panel('Latest telemetry')
    .getByRole('row', {name: /temperature/})
    .waitFor()
}

async function addAttributes(page: Page) {
  const admin = consoleOn(page)
  const attributes = admin.panel('Attributes')
  await expect.poll(() => attributes.getByRole('tab').allTextContents()).toEqual(['Shared 0', 'Server 0', 'Client 0'])
  await admin.addAttribute('', '')
  await admin.dialog.getByText('Key is required.').waitFor()
  await admin.dialog.getByText('Value is required.').waitFor()
  await admin.dialog.getByRole('button', {name: 'Cancel'}).last().click()
  await admin.addAttribute('place', 'Cellar')
  await admin.announcement.getByText('Attribute added.').waitFor()
  await attributes.getByRole('row', {name: /^place .*Cellar/}).waitFor()
}

async function deleteHere(page: Page, name: string, outcome: string) {
  await consoleOn(page).heading(name).waitFor()
  await confirmDeletion(page, name, outcome)
}

async function confirmDeletion(page: Page, name: string, outcome: string) {
  const admin = consoleOn(page)
  const confirm = await admin.prepareDeletion(name)
  await confirm.click()
  await admin.announcement.getByText(outcome).waitFor()
}
