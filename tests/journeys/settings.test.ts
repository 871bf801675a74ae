import {describe, expect, it} from 'vitest'
import {consoleOn} from './support/adminConsole'
import {raiseAlarm} from './support/alarms'
import {useJourney} from './support/journey'

describe('the settings', () => {
  const journey = useJourney({additions: true})

  it('let an organisation’s admin come from an alarm to its threshold and change it', async () => {
    const {conveyor, plantAdmin} = journey.world
    await raiseAlarm(journey, conveyor)
    const page = await journey.open('/alarms/report', {account: plantAdmin})
    await page
      .getByRole('link', {name: /^Change the threshold of/})
      .first()
      .click()

    const admin = consoleOn(page)
    await admin.heading(conveyor.name).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/settings/device/${conveyor.id}`)
    await admin.dialog.getByRole('button', {name: 'Save'}).waitFor()
    await admin.dialog.getByLabel('Critical above').fill('90000')
    await admin.dialog.getByRole('button', {name: 'Save'}).click()
    await admin.panel('Thresholds').getByText('90,000').waitFor()

    await admin.button('Show the access token').click()
    await page.getByText(conveyor.accessToken, {exact: true}).waitFor()
  })

  it('say in view of the button why a long form was not saved', async () => {
    const page = await journey.open('/settings?tab=notifications', {account: journey.world.plantAdmin})
    const {dialog, button} = consoleOn(page)
    await button('Add route').click()
    await dialog.getByRole('textbox', {name: 'Name'}).fill('Local')
    await dialog.getByRole('combobox', {name: 'Add a channel'}).selectOption({label: 'HTTP call'})
    await dialog.getByRole('group', {name: 'HTTP call'}).getByLabel('Address').fill('http://127.0.0.1:9')
    journey.expectComplaint(/400/)
    await dialog.getByRole('button', {name: 'Save'}).click()
    const reason = dialog.getByRole('alert')
    await reason.getByText('a private address is not called').waitFor()
    const isSeen = await reason.evaluate(message => {
      const {left, top, height} = message.getBoundingClientRect()
      return message.contains(document.elementFromPoint(left + 2, top + height / 2))
    })
    expect(isSeen).toBe(true)
  })

  it('let an organisation’s admin make a user of the own organisation, and read of it in the audit trail', async () => {
    const page = await journey.open('/dashboard', {account: journey.world.plantAdmin})
    await page.getByRole('link', {name: 'Settings', exact: true}).click()
    const admin = consoleOn(page)
    await admin.heading('Salt Works').waitFor()
    expect(await page.getByRole('navigation', {name: 'Breadcrumbs'}).count()).toBe(0)
    expect(await admin.button('Delete').count()).toBe(0)
    await admin.tab('Users').click()
    await page.getByRole('link', {name: 'Create user'}).click()
    await admin.fill({Email: 'new@example.test', Password: 'correct horse battery', Authority: 'CUSTOMER_ADMIN'})
    await admin.submit.click()
    await admin.row('new@example.test').waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings')

    await page.goto('/settings/audit')
    await page.getByRole('row', {name: /User created.*new@example\.test/}).waitFor()
    expect(await page.getByText('system@example.test').count()).toBe(0)
  })

  it('show the admin of a customer its users and devices alone, without asking for more', async () => {
    const {conveyor, boiler, customerAdmin} = journey.world
    const page = await journey.open('/settings', {account: customerAdmin})
    const refused: string[] = []
    page.on('response', response => {
      if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
    })
    const admin = consoleOn(page)
    await admin.heading('buyer@example.test').waitFor()
    await expect
      .poll(() => page.getByRole('tab').allTextContents())
      .toEqual([
        'Overview',
        'Users',
        'Devices',
        ...['Shared', 'Server', 'Client'].map(scope => expect.stringMatching(new RegExp(`^${scope}`))),
      ])
    for (const hidden of ['Edit', 'Delete', 'History', 'Add attribute', 'Add threshold'])
      expect(await page.getByText(hidden, {exact: true}).count()).toBe(0)

    await admin.tab('Users').click()
    await admin.row(customerAdmin.email).waitFor()
    expect(await admin.row('plant@example.test').count()).toBe(0)
    await admin.tab('Devices').click()
    await admin.row(conveyor.name).waitFor()
    expect(await admin.row(boiler.name).count()).toBe(0)

    await admin.link(conveyor.name).click()
    await admin.heading(conveyor.name).waitFor()
    await admin
      .panel('Thresholds')
      .getByText(/organisation/)
      .waitFor()
    await admin.button('Show the access token').click()
    await page.getByText(conveyor.accessToken, {exact: true}).waitFor()
    await page.goto(`/settings/user-create/${journey.world.plantId}`)
    await admin.heading('Create user').waitFor()
    await expect
      .poll(() => admin.field('Authority').locator('option').allTextContents())
      .toEqual(['Customer user', 'Customer admin'])
    await page.waitForLoadState('networkidle')
    expect(refused).toEqual([])
  })
})
