import type {BrowserContext, Page} from 'playwright-core'
import {describe, expect, it} from 'vitest'
import type {PushMessage} from '../../contract/wire/people/push'
import {createAcknowledgeLinks} from '../../server/alarm/acknowledgeLinks'
import {createUserRepository} from '../../server/user/repository'
import {raiseAlarm} from './support/alarms'
import {useJourney} from './support/journey'
import {allowNotifications} from './support/notifications'

const OUTCOMES = {acknowledged: 'Acknowledged', stale: 'Stale', refused: 'Refused', unreachable: 'Unreachable'}

/**
 * Headless browsers reach no push service, allow no notifications and show none. The browser's own tools deliver the
 * message to the worker in place of a push service; the worker stores what it would show in its own memory.
 */
describe('notifications on this device', () => {
  const journey = useJourney({additions: true})

  async function openWithWorker() {
    const page = await journey.open('/profile')
    const context = page.context()
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/pushWorker.js', {scope: '/'})
      await navigator.serviceWorker.ready
    })
    await keepShown(context)
    return {page, context, push: await pusher(context, page, journey.origin)}
  }

  it('are switched on, tested and switched off on the page of security', async () => {
    const context = await journey.newContext()
    await journey.signIn(context, journey.world.plantAdmin)
    await context.addInitScript(allowNotifications, {
      endpoint: 'https://push.invalid/1',
      keys: {
        p256dh: 'BGsLYumcWFSKRyhuBSOMzpCJnCqgtbMeK289ISLmTzMoOiRkUK92Nl1WwgGc_l3E4garCKSKmPGrbXp9EZgXMj8',
        auth: 'A'.repeat(22),
      },
    })
    const page = await context.newPage()
    await page.goto('/security')
    const section = page.getByRole('region', {name: 'Notifications on this device'})
    await section.getByText('Off: alarms are not pushed to this browser.').waitFor()
    await section.getByRole('button', {name: 'Switch on'}).click()
    await section.getByText('On: alarms are pushed to this browser').waitFor()
    await section.getByText('This one').waitFor()
    await section.getByRole('button', {name: 'Send a test'}).click()
    await section.getByText('not sent: no public address').waitFor()
    await section.getByRole('button', {name: /^Switch off: /}).click()
    await section.getByText('Nothing is pushed there any more.').waitFor()
    await section.getByText('Off: alarms are not pushed to this browser.').waitFor()
  })

  it('replace what is older, and close what a message of many tells anew', async () => {
    const {context, push} = await openWithWorker()
    await push(messageOf({}))
    await push(messageOf({id: 'other', tag: 'fan', title: 'Warning · Fan'}))
    await expect
      .poll(() => shownOn(context))
      .toEqual(['Critical · Pump: 87 °C (rings)', 'Warning · Fan: 87 °C (rings)'])
    await push(messageOf({body: '88 °C'}))
    await expect.poll(() => shownOn(context)).toEqual(['Critical · Pump: 88 °C', 'Warning · Fan: 87 °C (rings)'])
    await push(messageOf({id: 'second', title: 'Pump · over', body: 'until 12:10', isOver: true}))
    await expect.poll(() => shownOn(context)).toEqual(['Pump · over: until 12:10', 'Warning · Fan: 87 °C (rings)'])
    await push(messageOf({id: 'many', tag: 'many', title: '2 alarms', body: 'both', replaces: ['pump', 'fan']}))
    await expect.poll(() => shownOn(context)).toEqual(['2 alarms: both (rings)'])
  })

  it('acknowledge an alarm once by their link, and say what came of it', async () => {
    const {context, push} = await openWithWorker()
    const id = await raiseAlarm(journey, journey.world.boiler)
    const {version} = await (await context.request.get(`/api/v0/alarm/${id}`)).json()
    const users = createUserRepository({database: journey.database, endSessions: async () => [], onSessionEnded() {}})
    const [admin] = await users.findAllByEmail(journey.world.plantAdmin.email)
    const links = createAcknowledgeLinks(journey.database, journey.now)
    const token = admin && (await links.tokenFor(admin, {alarmId: id, version}))
    const acknowledge = {token: token ?? '', label: 'Acknowledge', outcomes: OUTCOMES}
    const click = async (action: string) => {
      const opened = await clickOn(context, action)
      return {opened, shown: await shownOn(context)}
    }
    await push(messageOf({url: `/alarms/${id}`, acknowledge}))
    await expect.poll(() => shownOn(context)).toEqual(['Critical · Pump: 87 °C (rings)'])

    expect((await click('acknowledge')).shown).toEqual(['Critical · Pump: Acknowledged\n87 °C'])
    const {standing} = await (await context.request.get(`/api/v0/alarm/${id}`)).json()
    expect(standing).toBe('acknowledged')
    for (const [given, outcome] of [
      [token, 'Stale'],
      ['forged', 'Refused'],
    ] as const) {
      journey.expectComplaint(/40[49]/)
      await push(messageOf({id: outcome, acknowledge: {...acknowledge, token: given ?? ''}}))
      await expect.poll(() => shownOn(context)).toEqual(['Critical · Pump: 87 °C (rings)'])
      expect((await click('acknowledge')).shown).toEqual([`Critical · Pump: ${outcome}\n87 °C`])
    }
    expect(await click('')).toEqual({opened: [`${journey.origin}/alarms/1`], shown: []})
  })

  it('bring a page that says when there is no connection, and keep nothing', async () => {
    const {page, context} = await openWithWorker()
    journey.expectComplaint(/net::ERR_|503/)
    await context.setOffline(true)
    await page.goto('/alarms')
    await page.getByRole('heading', {name: 'Pulsewall can’t be reached'}).waitFor()
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await context.setOffline(false)
    await page.getByRole('link', {name: 'Try again now'}).click()
    await page.getByRole('heading', {name: 'Alarms'}).first().waitFor()
    await page.goto('/player')
    await page
      .getByText(/Pair|code/i)
      .first()
      .waitFor()
  })
})

const messageOf = (given: Partial<PushMessage>): PushMessage => ({
  id: 'first',
  tag: 'pump',
  replaces: [],
  title: 'Critical · Pump',
  body: '87 °C',
  lang: 'en',
  at: 1,
  url: '/alarms/1',
  isUrgent: true,
  isOver: false,
  acknowledge: null,
  ...given,
})

/** Hands the worker a message as a push service would. */
async function pusher(context: BrowserContext, page: Page, origin: string) {
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({registrations}) => {
      const found = registrations.find(({scopeURL}) => scopeURL === `${origin}/`)
      if (found !== undefined) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  return (message: PushMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', {origin, registrationId, data: JSON.stringify(message)})
}

function workerOf(context: BrowserContext) {
  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('There is no service worker')
  return worker
}

/** A browser that allows notifications to nobody shows none: the worker keeps them as one that does. */
async function keepShown(context: BrowserContext) {
  await workerOf(context).evaluate(() => {
    const shown = new Map<string, object>()
    Object.assign(globalThis, {shown})
    Object.assign(ServiceWorkerRegistration.prototype, {
      async showNotification(title: string, given: {tag: string}) {
        shown.set(given.tag, {title, ...given, close: () => shown.delete(given.tag)})
      },
      getNotifications: async () => [...shown.values()],
    })
  })
}

/** Returns the notifications that the browser shows, by title. */
const shownOn = (context: BrowserContext): Promise<string[]> =>
  workerOf(context).evaluate(() => {
    const {shown} = globalThis as unknown as {
      shown: Map<string, {title: string; body: string; renotify?: boolean}>
    }
    return [...shown.values()].map(({title, body, renotify}) => `${title}: ${body}${renotify ? ' (rings)' : ''}`).sort()
  })

/** Clicks on a shown notification. Returns the windows that the worker would open. */
const clickOn = (context: BrowserContext, action: string): Promise<string[]> =>
  workerOf(context).evaluate(async (action: string) => {
    const scope = globalThis as unknown as {
      shown: Map<string, object>
      clients: {openWindow(url: string): Promise<null>}
    }
    const opened: string[] = []
    scope.clients.openWindow = async url => {
      opened.push(url)
      return null
    }
    const [notification] = scope.shown.values()
    const work: Promise<unknown>[] = []
    const event = Object.assign(new Event('notificationclick'), {
      notification,
      action,
      waitUntil: (done: Promise<unknown>) => work.push(done),
    })
    globalThis.dispatchEvent(event)
    await Promise.all(work)
    return opened
  }, action)
