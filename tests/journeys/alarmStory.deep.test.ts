import type {BrowserContext, Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {deep} from '../support/deep'
import {raiseAlarm} from './support/alarms'
import {useJourney} from './support/journey'
import {outboxOf} from './support/mail'

declare global {
  interface Window {
    calls: string[]
  }
}

/** Keeps the sounds and notifications of the page, which another program covers. */
function listen() {
  window.calls = []
  Object.defineProperty(document, 'visibilityState', {value: 'hidden'})
  const Sound = window.OscillatorNode
  window.OscillatorNode = class extends Sound {
    constructor(...made: ConstructorParameters<typeof Sound>) {
      super(...made)
      window.calls.push('sound')
    }
  }
  Object.defineProperty(window, 'Notification', {
    value: class {
      static readonly permission = 'granted'
      constructor(title: string) {
        window.calls.push(title)
      }
    },
  })
}

const MINUTE = 60_000
const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
const fill = (page: Page, name: string, text: string) => page.getByLabel(name, {exact: true}).fill(text)
const mark = (page: Page, name: RegExp) => page.getByRole('banner').getByRole('button', {name})
const stateOf = (page: Page, name: string, attribute: string) =>
  page.locator('li[data-status]').filter({hasText: name}).and(page.locator(attribute))

describe('an alarm from its threshold to its end', () => {
  const journey = useJourney({additions: true, hasOwnTime: true})

  it('is set in the form, seen and heard on the wall, told by mail, acknowledged elsewhere, and told to be over', async () => {
    const {plantId, conveyor, systemAdmin, plantAdmin} = journey.world
    const outbox = outboxOf(journey.dataDir)
    const admin = await journey.open(`/sys_admin/organisation/${plantId}?tab=notifications`, {account: systemAdmin})
    await admin.getByText('No routes yet: nobody is notified.').waitFor()
    await press(admin, 'Add route')
    await fill(admin, 'Email addresses', 'noc')
    await press(admin, 'Save')
    await admin.getByText('Name is required.').waitFor()
    await admin.getByText('These are no email addresses: noc').waitFor()
    await admin.getByRole('textbox', {name: 'Name'}).fill('Noc')
    await fill(admin, 'Email addresses', 'noc@example.test')
    await press(admin, 'Save')
    await press(admin, 'Send a test by the route Noc')
    await admin.getByRole('row', {name: /noc@example.test Noc Test message Delivered/}).waitFor()
    await outbox.next('noc@example.test')

    await admin.goto(`/sys_admin/device/${conveyor.id}`)
    await press(admin, 'Add threshold')
    await admin.getByRole('combobox', {name: 'Key'}).fill('speed')
    await fill(admin, 'Critical above', '9')
    await press(admin, 'Save')
    await admin.getByText('Threshold saved.').waitFor()

    const screen = await journey.newContext({viewport: {width: 1600, height: 900}})
    await screen.route('**/config.json', route => route.fulfill({json: {dashboards: {media: [], wall: [plantId]}}}))
    await screen.addInitScript(listen)
    await journey.signIn(screen, plantAdmin)
    const wall = await screen.newPage()
    await wall.goto('/dashboard')
    await mark(wall, /all are acknowledged/).waitFor()
    await wall.getByRole('heading').first().click()
    const phone = await journey.open('/alarms', {viewport: {width: 360, height: 740}})
    await phone.getByText('Nothing needs attention.').waitFor()

    await journey.post(conveyor.accessToken, {speed: 9.5})
    await stateOf(wall, 'Conveyor', '[data-severity="critical"]').waitFor()
    await mark(wall, /not acknowledged 1 critical/).waitFor()
    await expect
      .poll(() => wall.evaluate(() => window.calls))
      .toEqual(['sound', 'sound', expect.stringContaining('Conveyor')])
    const raised = await outbox.next('noc@example.test')
    expect([raised.subject, raised.text]).toEqual([expect.stringContaining('Conveyor'), expect.stringContaining('9.5')])

    await phone
      .getByRole('row', {name: /Conveyor/})
      .getByRole('button', {name: 'Acknowledge'})
      .click()
    await mark(wall, /all are acknowledged/).waitFor()

    await journey.post(conveyor.accessToken, {speed: 2})
    await stateOf(wall, 'Conveyor', '[data-status="fresh"]').waitFor()
    await phone.getByRole('link', {name: 'List', exact: true}).click()
    await phone.getByText('Nothing needs attention.').waitFor()
    // A second message waits for what else may happen.
    await journey.pass(MINUTE)
    const ended = await outbox.next('noc@example.test')
    expect(ended.subject).toMatch(/Conveyor.*over|over.*Conveyor/)
  })
})

describe('an alarm that two see', () => {
  const journey = useJourney({additions: true})

  deep('and acknowledge at once is acknowledged by one, and the other hears by whom', async () => {
    const {conveyor, plantAdmin, customerAdmin} = journey.world
    const names = [plantAdmin.email, customerAdmin.email]
    await raiseAlarm(journey, conveyor)
    const page = await journey.open('/alarms')
    const other = await journey.open('/alarms', {account: customerAdmin})
    await meetAtCalls([page.context(), other.context()])
    const acknowledge = (by: Page) =>
      by
        .getByRole('row', {name: /Conveyor/})
        .getByRole('button', {name: 'Acknowledge'})
        .click()
    journey.expectComplaint(/status of 409 .*\/acknowledge/)
    await Promise.all([acknowledge(page), acknowledge(other)])

    const told = await Promise.race(
      [page, other].map(async seen => {
        await seen.getByText('Alarm acknowledged.').waitFor()
        return seen
      }),
    )
    const refused = told === page ? other : page
    await refused
      .getByRole('dialog')
      .getByText(names[told === page ? 0 : 1] ?? '')
      .waitFor()
    await refused.getByRole('dialog').press('Escape')
    // It asks for no attention any more.
    await refused.getByRole('button', {name: /^Active/}).click()
    await refused.getByRole('link', {name: 'Conveyor'}).click()
    await refused.getByRole('heading', {name: 'Conveyor: speed'}).waitFor()
    expect(
      await refused
        .getByRole('listitem')
        .filter({hasText: /^.*Acknowledged/})
        .count(),
    ).toBe(1)
  })

  deep('and one of them may not acknowledge offers that one to comment on it, and no more', async () => {
    const {customerUser} = journey.world
    const page = await journey.open('/alarms?standing=all', {account: customerUser})
    const row = page.getByRole('row', {name: /Conveyor/})
    await row.waitFor()
    expect(await row.getByRole('button', {name: 'Acknowledge'}).count()).toBe(0)
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await row.getByRole('button', {name: /^More for/}).click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual([...['Comment…', 'Show on the dashboard', 'Replay from five minutes before']])
  })
})

/** Lets the calls of all browsers go on when each has made one. */
async function meetAtCalls(contexts: readonly BrowserContext[]) {
  let missing = contexts.length
  let meet = () => {}
  const met = new Promise<void>(resolve => {
    meet = resolve
  })
  for (const context of contexts)
    await context.route('**/acknowledge', async route => {
      missing--
      if (missing === 0) meet()
      await met
      await route.continue()
    })
}
