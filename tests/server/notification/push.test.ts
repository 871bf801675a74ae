import {randomUUID} from 'node:crypto'
import {eq} from 'drizzle-orm'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import type {NoticeMessage, NoticeWire} from '../../../contract/wire/notification'
import {createAuditTrail} from '../../../server/audit/repository'
import {session} from '../../../server/database/schema/account'
import {device} from '../../../server/database/schema/device'
import {pushSubscription} from '../../../server/database/schema/notification'
import {preferences, user} from '../../../server/database/schema/user'
import {PUSH_ANSWERS} from '../../../server/notification/channels/push'
import {createPushKeys} from '../../../server/notification/push/keys'
import {composePush, PAYLOAD_BYTES} from '../../../server/notification/push/pushed'
import {readingOf} from '../../../server/notification/wording/readings'
import {createPreferencesRepository} from '../../../server/preferences/repository'
import {drained} from '../../../server/scheduler'
import {createShiftCommands} from '../../../server/shift/commands'
import {createHandOverLetters} from '../../../server/shift/letters'
import {PUBLIC_ORIGIN, seedCustomer, seedUser} from '../../support/app'
import {findProgram} from '../../support/programs'
import {claimsOf, decrypted, type Subscriber, startPushService} from '../../support/pushService'
import {createToldWorld, MINUTE, SECOND} from './world'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Told = Awaited<ReturnType<typeof createToldWorld>>

let world: Told
let service: Awaited<ReturnType<typeof startPushService>>

const OPENSSL = findProgram('openssl')
if (OPENSSL === undefined) console.warn('Web push is not tried: there is no openssl that makes a certificate.')

beforeEach(async () => {
  if (OPENSSL === undefined) return
  service = await startPushService()
  onTestFinished(() => service.close())
  world = await createToldWorld()
  await world.server.close()
  world.server = world.open({ca: service.ca})
  await world.route({name: 'Noc', targets: [{kind: 'push'}]})
})

interface Person {
  email: string
  authority?: 'SYS_ADMIN' | 'ORGANISATION_ADMIN' | 'CUSTOMER_USER'
  customerId?: string
}

/** A signed-in user with a browser that receives pushed alarms. */
async function subscribed({email, authority = 'ORGANISATION_ADMIN', customerId}: Person) {
  const {database, server} = world
  const organisationId = authority === 'SYS_ADMIN' ? null : world.organisationId
  const isCustomers = customerId !== undefined && {customerId}
  const made = await seedUser(database, {email, authority, organisationId, ...isCustomers})
  const lifetimes = {owner: {...made, organisationId}, address: '10.0.0.1', userAgent: FIREFOX, replacedTokens: []}
  await server.sessions.open(lifetimes)
  const [found] = await database.db.select().from(session).where(eq(session.userId, made.id))
  const subscriber = service.subscriber()
  const caller = {
    sessionId: found?.id ?? '',
    userId: made.id,
    email,
    authority,
    organisationId,
    address: '10.0.0.1',
    customerId: customerId ?? null,
  }
  await server.browsers.add(caller, {...subscriber.subscription, userAgent: FIREFOX})
  return {...subscriber, caller}
}

const listed = async () => {
  await drained([world.server])
  return world.server.notifications.list(world.organisationId, {limit: 100})
}

const sentTo = (subscriber: Subscriber) =>
  service.calls.filter(({path}) => path === subscriber.path).map(call => decrypted(subscriber, call))

describe.runIf(OPENSSL)('a browser that alarms are pushed to', () => {
  it('is told of the beginning, signed by the server and sealed for it alone, and the end replaces that', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    const pump = await world.alarmOf('Pump', {label: 'Hall 7'})
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    await world.end(pump, occurrence)
    await world.pass(MINUTE)

    const [raised, ended] = sentTo(ann)
    expect(raised).toMatchObject({
      title: 'Critical · Pump (Hall 7), temperature',
      body: '87.3 °C, since 12:00 UTC',
      url: `/alarms/${pump}`,
      isUrgent: true,
      isOver: false,
      lang: 'en',
      replaces: [],
      acknowledge: {label: 'Acknowledge', token: expect.stringContaining('.')},
    })
    expect(ended).toMatchObject({title: 'Pump (Hall 7), temperature · over', isOver: true, acknowledge: null})
    expect(ended?.tag).toBe(raised?.tag)
    expect(ended?.id).not.toBe(raised?.id)

    const {publicKey} = await createPushKeys(world.database)()
    const [first, second] = service.calls
    expect(first?.headers).toMatchObject({ttl: '86400', urgency: 'high', topic: raised?.tag})
    expect(second?.headers).toMatchObject({urgency: 'normal', topic: raised?.tag})
    const claims = first && claimsOf(first, publicKey)
    expect(claims).toMatchObject({aud: service.origin, sub: PUBLIC_ORIGIN})
    expect((claims?.exp ?? 0) * SECOND).toBeLessThan(Date.now() + 24 * 60 * MINUTE)
    expect(await listed()).toMatchObject([
      {state: 'delivered', address: expect.stringMatching(/^ann@works\.test · Firefox on Linux · /)},
      {state: 'delivered'},
    ])
  })

  it('gets one message of 500 devices that fail together, within the bytes that push services take', async () => {
    const people = await Promise.all(Array.from({length: 5}, (_, at) => subscribed({email: `p${at}@works.test`})))
    await world.raiseMany(500)
    await world.pass(SECOND)

    expect(service.calls.length).toBe(5)
    expect(service.calls.every(({body}) => body.length <= 4096)).toBe(true)
    for (const person of people) {
      expect(sentTo(person)).toMatchObject([{title: '500 alarms: 500 raised', acknowledge: null, url: '/alarms'}])
      expect(sentTo(person)[0]?.body).toMatch(/Pump.*… and 4\d\d more$/s)
    }
  })

  it('is told when its person is on call, and waits with what is no critical alarm for the end of the quiet hours', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    const {userId} = ann.caller
    const quiet = {zone: 'UTC', days: [1, 2, 3, 4, 5, 6, 7], from: '11:00', until: '13:00'}
    await world.database.db.insert(preferences).values({userId, quiet})
    await world.route({
      name: 'Noc',
      severities: ['warning', 'critical'],
      targets: [{kind: 'rota', rota: await world.rota([userId])}],
    })

    await world.raise(await world.alarmOf('Pump'))
    await world.raise(await world.alarmOf('Fan'), 'warning')
    await world.pass(MINUTE)
    expect(sentTo(ann)).toMatchObject([{title: 'Critical · Pump, temperature'}])
    await world.pass(60 * MINUTE)
    expect(sentTo(ann).at(-1)).toMatchObject({title: 'Warning · Fan, temperature'})
  })

  it('closes what it showed of alarms that a message of many tells anew', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    const pumps = await Promise.all(['A', 'B'].map(name => world.alarmOf(name)))
    const occurrences: string[] = []
    for (const pump of pumps) {
      occurrences.push(await world.raise(pump))
      await world.pass(2 * MINUTE)
    }
    for (const [at, pump] of pumps.entries()) await world.end(pump, occurrences[at] ?? '')
    await world.pass(MINUTE)

    const [first, second, both] = sentTo(ann)
    expect(both).toMatchObject({title: '2 alarms: 2 over', isOver: true})
    expect(new Set(both?.replaces)).toEqual(new Set([first?.tag, second?.tag]))
    expect(both?.replaces).not.toContain(both?.tag)
  })

  it('is not told what its person may not see, or no longer', async () => {
    const customerId = await seedCustomer(world.database, world.organisationId)
    const bob = await subscribed({email: 'bob@works.test', authority: 'CUSTOMER_USER', customerId})
    const ann = await subscribed({email: 'ann@works.test'})
    const [theirs, others] = [await world.alarmOf('Theirs'), await world.alarmOf('Others')]
    await world.database.db.update(device).set({customerId}).where(eq(device.name, 'Theirs'))
    const occurrence = await world.raise(theirs)
    await world.raise(others)
    await world.pass(SECOND)

    expect(sentTo(bob)).toMatchObject([{title: 'Critical · Theirs, temperature', acknowledge: null}])
    expect(sentTo(ann)).toMatchObject([{title: '2 alarms: 2 raised'}])
    await world.database.db.update(user).set({customerId: null}).where(eq(user.email, 'bob@works.test'))
    await world.end(theirs, occurrence)
    await world.pass(MINUTE)
    expect(sentTo(bob).length).toBe(1)
    expect(sentTo(ann).length).toBe(2)
  })

  it('is told nothing of what waited while its person lost the right to see it', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    service.reply(ann, {status: 503})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect(await listed()).toMatchObject([{state: 'waiting', lastError: 'answered 503'}])
    service.reply(ann, {status: 201})
    await world.database.db.update(user).set({authority: 'CUSTOMER_USER'}).where(eq(user.email, 'ann@works.test'))
    await world.pass(MINUTE)

    expect(service.calls.length).toBe(1)
    expect(await listed()).toMatchObject([{state: 'failed', lastError: 'the person may not see these alarms any more'}])
  })

  it('is told that an alarm is over when its device was removed', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    const late = await subscribed({email: 'late@works.test'})
    await world.remove(pump)
    await world.pass(MINUTE)

    expect(sentTo(ann)).toMatchObject([{isOver: false}, {isOver: true}])
    expect(sentTo(late)).toEqual([])
  })

  it('is told nothing from the end of its session on', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    await world.database.db.update(session).set({endedAt: world.clock.now}).where(eq(session.userId, ann.caller.userId))
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect(service.calls).toEqual([])
    expect(await world.server.browsers.list(ann.caller)).toEqual([])
    expect(await listed()).toMatchObject([
      {
        state: 'failed',
        address: 'everybody · no browser',
        lastError: 'nobody there has switched on notifications in a browser',
      },
    ])
  })

  it.each([404, 410])('is forgotten when its push service answers %i', async status => {
    const ann = await subscribed({email: 'ann@works.test'})
    service.reply(ann, {status})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    const lastError = `the browser is not there any more: answered ${status}`
    expect(await listed()).toMatchObject([{state: 'failed', attempts: 1, lastError}])
    expect(await world.database.db.select().from(pushSubscription)).toEqual([])
  })

  it.each([
    [413, 'the message is too long: answered 413'],
    [403, 'the key, token or address was revoked, or may not send there: answered 403'],
  ])('is not tried again after %i, and stays', async (status, lastError) => {
    const ann = await subscribed({email: 'ann@works.test'})
    service.reply(ann, {status})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect(await listed()).toMatchObject([{state: 'failed', attempts: 1, lastError}])
    expect((await world.server.browsers.list(ann.caller)).length).toBe(1)
  })

  it('is left alone as long as its push service asks for, and others are told meanwhile', async () => {
    const [ann, ben] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'ben@works.test'})]
    service.reply(ann, {status: 429, retryAfter: 7})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    const at = world.clock.now
    expect(await listed()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({state: 'waiting', nextTryAt: at + 7 * SECOND, lastError: 'answered 429'}),
        expect.objectContaining({state: 'delivered'}),
      ]),
    )
    expect(sentTo(ben).length).toBe(1)
    service.reply(ann, {status: 201})
    await world.pass(7 * SECOND)
    const [first, again] = sentTo(ann)
    expect([again?.id, again?.tag]).toEqual([first?.id, first?.tag])
  })

  it('whose push service hangs keeps nobody waiting, and is told the same by the server that comes next', async () => {
    const [ann, ben] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'ben@works.test'})]
    service.reply(ann, null)
    await world.raise(await world.alarmOf('Pump'))
    world.server.wake()
    await drained([world.server])
    world.clock.now += SECOND
    world.server.wake()
    await Promise.all([service.next(), service.next()])
    expect([sentTo(ann).length, sentTo(ben).length]).toEqual([1, 1])
    service.reply(ann, {status: 201})
    await world.server.close()
    world.server = world.open({ca: service.ca})
    await world.pass(MINUTE)

    const [first, again] = sentTo(ann)
    expect([again?.id, again?.tag]).toEqual([first?.id, first?.tag])
    expect([sentTo(ann).length, sentTo(ben).length]).toEqual([2, 1])
  })

  it('of another person is not reached by a route that names one', async () => {
    const [ann, ben] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'ben@works.test'})]
    const admin = await subscribed({email: 'admin@works.test', authority: 'SYS_ADMIN'})
    const named = ['ann@works.test', 'admin@works.test'].map(email => ({kind: 'push', email}))
    await world.route({name: 'Noc', targets: named})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect([ann, ben, admin].map(person => sentTo(person).length)).toEqual([1, 0, 1])
  })

  it('is sent a test by its person, and by a route', async () => {
    const [ann, ben] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'ben@works.test'})]
    expect(await world.server.browsers.test(ann.caller)).toMatchObject([{error: null}])
    expect(sentTo(ann)).toMatchObject([{title: 'Test of notifications', body: 'Alarms will reach you here.'}])
    const admin = {...ann.caller, userId: randomUUID(), authority: 'SYS_ADMIN', organisationId: null} as const
    await world.server.notifications.test(admin, world.organisationId, 'Noc')
    world.server.send()
    await drained([world.server])
    expect([sentTo(ann).length, sentTo(ben).length]).toEqual([2, 1])

    service.reply(ben, {status: 410})
    expect(await world.server.browsers.test(ben.caller)).toMatchObject([
      {error: 'the browser is not there any more: answered 410'},
    ])
    expect(await world.server.browsers.list(ben.caller)).toEqual([])
    const many = Array.from({length: 20}, () => world.server.browsers.test(ann.caller))
    await expect(Promise.all(many)).rejects.toMatchObject({statusCode: 429})
    await Promise.allSettled(many)
  })

  it('replaces the one of its session, takes one over from whoever used it before, and is one of 20 at most', async () => {
    const [ann, ben] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'ben@works.test'})]
    const {browsers} = world.server
    await browsers.add(ben.caller, {...ann.subscription, userAgent: undefined})
    expect(await browsers.list(ann.caller)).toEqual([])
    expect(await browsers.list(ben.caller)).toMatchObject([{endpoint: ann.subscription.endpoint, browser: null}])
    await expect(browsers.end(ann.caller, randomUUID())).rejects.toMatchObject({statusCode: 404})
    const [own] = await browsers.list(ben.caller)
    await expect(browsers.end(ann.caller, own?.id ?? '')).rejects.toMatchObject({statusCode: 404})
    await browsers.end(ben.caller, own?.id ?? '')
    expect(await browsers.list(ben.caller)).toEqual([])
    const {db} = world.database
    for (let count = 0; count <= 20; count++) {
      const [made] = await db.insert(session).values({userId: ann.caller.userId, createdAt: 0}).returning()
      const added = browsers.add(
        {...ann.caller, sessionId: made?.id ?? ''},
        {
          ...service.subscriber().subscription,
          userAgent: FIREFOX,
        },
      )
      await (count < 20 ? added : expect(added).rejects.toMatchObject({statusCode: 409}))
    }
  })
})

describe.runIf(OPENSSL)('a browser whose key is none', () => {
  it('is refused', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    const keys = {...ann.subscription.keys, p256dh: `B${'A'.repeat(86)}`}
    const added = world.server.browsers.add(ann.caller, {...ann.subscription, keys, userAgent: FIREFOX})
    await expect(added).rejects.toMatchObject({statusCode: 400})
  })
})

describe.runIf(OPENSSL)('the network behind the server', () => {
  it('is called for no browser unless that is allowed', async () => {
    const ann = await subscribed({email: 'ann@works.test'})
    await world.server.close()
    world.server = world.open({ca: service.ca, allowPrivate: false})
    const named = 'https://ann:secret@push.example.com/'
    await expect(
      world.server.browsers.add(ann.caller, {...ann.subscription, endpoint: named, userAgent: FIREFOX}),
    ).rejects.toMatchObject({statusCode: 400, message: 'endpoint: it must hold no name and no password'})
    const endpoint = 'https://127.0.0.1:9/push'
    const added = world.server.browsers.add(ann.caller, {...ann.subscription, endpoint, userAgent: FIREFOX})
    await expect(added).rejects.toMatchObject({statusCode: 400})
    expect(await world.server.browsers.test(ann.caller)).toMatchObject([{error: 'a private address: it is not called'}])
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)

    expect(service.calls).toEqual([])
    expect(await listed()).toMatchObject([{state: 'failed', lastError: 'a private address: it is not called'}])
  })

  it('is not reached by a redirect', () => {
    const answer = {status: 307, headers: {location: 'http://127.0.0.1/'}, body: 'https://push.test/secret'}
    const reading = readingOf(PUSH_ANSWERS, answer, {at: 0, url: 'https://push.test/secret', hide: String})
    expect(reading).toEqual({later: 'it redirects, which is not followed: answered 307'})
  })
})

describe('what is pushed', () => {
  it('has room for the longest names, in every language', async () => {
    const notice: NoticeWire = {
      ...({
        id: 'x',
        change: 'raised',
        alarm_id: randomUUID(),
        occurrence_id: randomUUID(),
        device_id: randomUUID(),
      } as const),
      ...({
        device_name: '"\\\u{1F600}'.repeat(500),
        key: 'k'.repeat(500),
        place: 'ß'.repeat(500),
        kind: 'value',
      } as const),
      ...({
        severity: 'warning',
        value: 1,
        peak: 2,
        raised_at: 0,
        acknowledged_at: null,
        ended_at: null,
        ended_by: null,
      } as const),
      ...({customer_name: 'ü'.repeat(500), unit: '°C', limit: {side: 'above', value: 1}, alarm_version: 1} as const),
    }
    for (const count of [1, 50]) {
      const notices = Array.from({length: count}, (_, at) => ({...notice, occurrence_id: `${at}`}))
      const message: NoticeMessage = {type: 'alarms.changed', at: 0, total: count, counts: {raised: count}, notices}
      const reader = {language: 'de', zone: 'Europe/Berlin', hours: null, temperatureUnit: 'celsius'} as const
      const circumstances = {reader, now: 0, acknowledgeToken: 't'.repeat(300)}
      const made = await composePush({message, key: 'key', route: 'Noc'}, circumstances)
      expect(Buffer.byteLength(JSON.stringify(made.payload))).toBeLessThanOrEqual(PAYLOAD_BYTES)
      expect(made.topic).toMatch(/^[\w-]{22}$/)
      expect(made.payload.title).not.toMatch(/raised/)
    }
  })
})

describe.runIf(OPENSSL)('a hand-over of a shift', () => {
  it('is pushed to the browsers of the person who takes over, and to no other', async () => {
    const [ann, bob] = [await subscribed({email: 'ann@works.test'}), await subscribed({email: 'bob@works.test'})]
    const {database, organisationId, clock, server} = world
    const now = () => clock.now
    const audit = createAuditTrail(database, now)
    const {write, send} = server
    const preferences = createPreferencesRepository({database, now, audit})
    const letters = createHandOverLetters({preferences, write, send})
    const commands = createShiftCommands({database, now, audit, letters, onChanged() {}})
    const note = 'Pump 1 leaks.\nKeep an eye on it.'
    await commands.handOver(ann.caller, organisationId, {after: null, to: bob.caller.userId, note})
    await world.settled()
    expect(sentTo(bob)).toMatchObject([
      {
        title: 'Pulsewall: ann@works.test handed the shift over to you at 12:00',
        body: expect.stringContaining('Pump 1 leaks.'),
        url: '/alarms/shift',
      },
    ])
    expect(sentTo(ann)).toEqual([])
    expect((await listed()).map(({kind, state}) => [kind, state]).sort()).toEqual([
      ['email', 'delivered'],
      ['push', 'delivered'],
    ])
  })
})
