import type {Page} from 'playwright-core'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {startPeer} from '../server/notification/channels/peer'
import {decrypted, startPushService} from '../support/pushService'
import {useJourney} from './support/journey'
import {dragLevel} from './support/level'
import {outboxOf} from './support/mail'
import {allowNotifications} from './support/notifications'

const MINUTE = 60_000
const press = (page: Page, name: string) => page.getByRole('button', {name, exact: true}).click()
const fill = (page: Page, name: string, text: string) => page.getByLabel(name, {exact: true}).fill(text)

describe('an alarm that reaches people', () => {
  let service: Awaited<ReturnType<typeof startPushService>>
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())
  const journey = useJourney({
    additions: true,
    hasOwnTime: true,
    reach: () => ({webhookAllowPrivate: true, webhookCa: service.ca}),
  })

  it('is set by dragging, told by chat, push and mail, acknowledged from the mail, and told to be over', async () => {
    const {boiler, plantAdmin} = journey.world
    const outbox = outboxOf(journey.dataDir)
    const chat = await startPeer({status: 200, body: 'ok'})
    const browser = service.subscriber()
    const context = await journey.newContext({viewport: {width: 1600, height: 900}})
    await context.addInitScript(allowNotifications, browser.subscription)
    await journey.signIn(context, plantAdmin)
    const page = await context.newPage()

    await page.goto('/security')
    await press(page, 'Switch on')
    await page.getByText('On: alarms are pushed to this browser').waitFor()

    await page.goto('/settings?tab=notifications')
    await press(page, 'Add route')
    const form = page.getByRole('dialog')
    await form.getByRole('textbox', {name: 'Name'}).fill('Shift')
    await fill(page, 'Email addresses', plantAdmin.email)
    for (const channel of ['Slack', 'Browsers (web push)'])
      await form.getByRole('combobox', {name: 'Add a channel'}).first().selectOption({label: channel})
    await form.getByRole('group', {name: 'Slack'}).getByRole('textbox').fill(`${chat.url}/services/T0/B0/secret`)
    await press(page, 'Save')
    await form.waitFor({state: 'detached'})

    await page.goto(`/dashboard?device=${boiler.id}&key=temperature`)
    await press(page, 'Alarm level')
    const {after: limit} = await dragLevel(page)
    await page.getByRole('button', {name: 'Set threshold…'}).click()
    await press(page, 'Save')
    await page.getByText('Threshold saved.').waitFor()

    await journey.post(boiler.accessToken, {temperature: limit + 20})
    const [told, pushed, mail] = await Promise.all([chat.next(), service.next(), outbox.next(plantAdmin.email)])
    expect(told.body).toContain(boiler.name)
    expect(decrypted(browser, pushed)).toMatchObject({title: expect.stringContaining(boiler.name), isOver: false})
    expect(mail.subject).toContain(boiler.name)

    const [link] = /https?:\/\/\S+\/acknowledgement\?\S+/.exec(mail.text ?? '') ?? []
    const phone = await (await journey.newContext({viewport: {width: 390, height: 844}})).newPage()
    await phone.goto(link ?? '')
    await press(phone, 'Acknowledge')
    await phone.getByText('The alarm is acknowledged.').waitFor()
    await page.goto('/alarms')
    await page.getByText('Nothing needs attention.').waitFor()

    await journey.post(boiler.accessToken, {temperature: limit - 20})
    await journey.pass(MINUTE)
    const [over, pushedOver] = await Promise.all([chat.next(), service.next()])
    expect(over.body).toMatch(/over/i)
    expect(decrypted(browser, pushedOver)).toMatchObject({isOver: true})
  })
})
