import {eq} from 'drizzle-orm'
import type {Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import {user} from '../../server/database/schema/user'
import {createSmtp} from '../../server/mail/smtp'
import type {MailTransport} from '../../server/mail/transport'
import {PASSWORD, seedUser} from '../support/app'
import {startSmtp} from '../support/smtp'
import {raiseAlarm} from './support/alarms'
import {useJourney} from './support/journey'

const NIA = {email: 'nia@example.test', name: 'Nia Next', password: PASSWORD}
const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
const note = (page: Page) => page.getByRole('textbox', {name: 'Note for the next shift'})

describe('a shift', () => {
  let transport: MailTransport
  /** Starts a mail server for the test. */
  async function receiveMails() {
    const smtp = await startSmtp()
    transport = createSmtp({url: smtp.url, from: 'pulsewall@example.test'})
    return smtp
  }
  const journey = useJourney({
    additions: true,
    hasOwnTime: true,
    reach: () => ({mailTransport: {deliver: email => transport.deliver(email), close: () => transport.close()}}),
  })

  it('is read, handed over with a note in two clicks, and continued by who got the mail', async () => {
    const smtp = await receiveMails()
    const {conveyor, plantAdmin} = journey.world
    const [petra] = await journey.database.db.select().from(user).where(eq(user.email, plantAdmin.email))
    const {organisationId} = petra ?? {organisationId: null}
    await seedUser(journey.database, {
      email: NIA.email,
      name: NIA.name,
      authority: 'ORGANISATION_ADMIN',
      organisationId,
    })
    const alarmId = await raiseAlarm(journey, conveyor)

    const page = await journey.open('/alarms/shift')
    await page.getByText(/^The last 8 hours: nobody has handed over in the last day/).waitFor()
    const longest = page.getByRole('region', {name: 'Active longest'})
    await longest.getByRole('row', {name: new RegExp(conveyor.name)}).waitFor()
    expect(await longest.getByRole('link').getAttribute('href')).toBe(`/alarms/${alarmId}`)

    await press(page, 'Hand over…')
    await page.getByLabel('Takes over').selectOption({label: NIA.name})
    await note(page).fill('The conveyor is too fast.\nDon’t stop it before noon.')
    await press(page, 'Hand over')
    await page.getByText('Shift handed over.').waitFor()
    await page.getByText(`${plantAdmin.email} handed over to ${NIA.name} at `).waitFor()
    const {recipients, mail} = await smtp.next()
    expect([recipients, mail.subject]).toEqual([
      [NIA.email],
      expect.stringContaining(`${plantAdmin.email} handed the shift over to you`),
    ])
    expect(mail.text).toContain('The conveyor is too fast.')

    const hers = await journey.open('/alarms/shift', {account: NIA})
    await hers.getByText('The conveyor is too fast.').waitFor()
    await hers.getByText(`by ${plantAdmin.email}`).waitFor()

    await press(hers, 'Hand over…')
    await note(hers).fill('It was stopped.')
    await press(page, 'Hand over…')
    await note(page).fill('I am still here.')
    await press(page, 'Hand over')
    await page.getByText('I am still here.').waitFor()
    journey.expectComplaint(/409 \(Conflict\)/)
    await press(hers, 'Hand over')
    await hers.getByText(/plant@example.test has handed this shift over at .*, while you were writing/).waitFor()
    await press(hers, 'Add my note')
    await hers.getByText('Note added.').waitFor()
    const notes = page.getByRole('article').first()
    for (const text of ['I am still here.', 'It was stopped.']) await notes.getByText(text).waitFor()
  })

  it('has its range in its address, which can be linked, loaded again and left by Back', async () => {
    const page = await journey.open('/alarms/shift?from=now-2d&to=now')
    await press(page, 'Since the hand-over')
    await page.waitForURL(url => url.search === '')
    await page.goBack()
    await page.getByRole('button', {name: 'Since the hand-over'}).waitFor()
    expect(new URL(page.url()).search).toBe('?from=now-2d&to=now')
    await page.reload()
    await page.getByRole('button', {name: 'Since the hand-over'}).waitFor()
  })

  it('is sent as a mail, printed without what leads elsewhere, and marked while the link is cut', async () => {
    const smtp = await receiveMails()
    const {boiler, plantAdmin} = journey.world
    const page = await journey.open('/alarms/shift')
    await press(page, 'Send…')
    await press(page, 'Send')
    await page.getByText('The shift is on its way by mail.').waitFor()
    let received = await smtp.next()
    while (received.mail.subject?.includes('shift from') !== true) received = await smtp.next()
    expect(received.recipients).toEqual([plantAdmin.email])
    expect(received.mail.text).toContain('Alarms raised: ')

    await page.emulateMedia({media: 'print'})
    await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
    expect(await page.getByRole('article').first().isVisible()).toBe(true)
    await page.emulateMedia({media: 'screen'})

    await journey.pass(1000)
    await raiseAlarm(journey, boiler)
    await press(page, '1 newer alarm: refresh')
    await page.getByRole('region', {name: 'Active longest'}).getByText(boiler.name).waitFor()
    await page.context().setOffline(true)
    await page
      .getByText(/^Not current since/)
      .first()
      .waitFor()
  })

  it('and other times filter the list of alarms', async () => {
    const {boiler} = journey.world
    const page = await journey.open('/alarms')
    await page.getByRole('button', {name: /^Filters/}).click()
    await page.getByLabel('Raised', {exact: true}).selectOption({label: 'Raised since the hand-over'})
    await page.getByRole('link', {name: boiler.name}).waitFor()
    expect(new URL(page.url()).searchParams.get('raised')).toBe('handOver')
    await page.getByLabel('Raised', {exact: true}).selectOption({label: 'Raised from – to…'})
    await page.getByLabel('Raised until').fill('2020-01-01 10:00')
    await page.getByLabel('Raised until').press('Enter')
    await page.getByText('This is before the start.').waitFor()
    await page.getByLabel('Raised from').fill('2020-01-01 09:00')
    await page.getByLabel('Raised from').press('Enter')
    await page.getByText('No alarm fits the filters.').waitFor()
  })
})
