import {eq} from 'drizzle-orm'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import type {HandOverWire, ShiftWire} from '../../../contract/wire/shift'
import {alarmOccurrence} from '../../../server/database/schema/alarm'
import {audit} from '../../../server/database/schema/audit'
import {command} from '../../../server/database/schema/device'
import {maintenancePeriod} from '../../../server/database/schema/maintenance'
import {handOver} from '../../../server/database/schema/shift'
import {dataDay} from '../../../server/database/schema/telemetry'
import {seedAlarm} from '../../support/alarm'
import {
  type Cookies,
  createTestApp,
  seedCustomer,
  seedDevice,
  seedOrganisation,
  seedUser,
  signIn,
  type TestApp,
} from '../../support/app'
import {collectLetters} from '../../support/letters'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** It is noon. The shift began at four in the morning. */
const NOON = Date.parse('2026-11-30T12:00Z')
const START = NOON - 8 * HOUR

let test: TestApp
let works: string
let customerId: string
let pump: {id: string; number: number}
let rack: {id: string; number: number}
const letters = collectLetters()
const ids: Record<string, string> = {}
const cookies: Record<string, Cookies> = {}

beforeAll(async () => {
  test = await createTestApp({mailTransport: letters.transport})
  const {app, database, clock} = test
  clock.now = NOON
  works = await seedOrganisation(database, 'Harbour Works')
  customerId = await seedCustomer(database, works)
  const elsewhere = await seedOrganisation(database, 'Northgate NOC')
  pump = await seedDevice(database, {name: 'pump', organisationId: works, createdAt: NOON - 9 * DAY})
  rack = await seedDevice(database, {name: 'rack', organisationId: works, customerId, createdAt: NOON - 9 * DAY})
  const foreign = await seedDevice(database, {name: 'foreign', organisationId: elsewhere})
  const people = [
    ['ann', 'ORGANISATION_ADMIN', null],
    ['bob', 'ORGANISATION_ADMIN', null],
    ['cora', 'CUSTOMER_ADMIN', customerId],
    ['cyd', 'CUSTOMER_USER', customerId],
    ['stray', 'CUSTOMER_ADMIN', null],
  ] as const
  for (const [name, authority, customer] of people) {
    const email = `${name}@works.test`
    const values = {email, name, authority, organisationId: works, customerId: customer}
    ids[name] = (await seedUser(database, values)).id
    cookies[name] = await signIn(app, email)
  }
  await seedUser(database, {email: 'else@noc.test', authority: 'ORGANISATION_ADMIN', organisationId: elsewhere})
  cookies.else = await signIn(app, 'else@noc.test')

  const past = {standing: 'normal', severity: null, occurrenceId: null} as const
  ids.long = await seedAlarm(database, {device: pump, key: 'long', changedAt: START - HOUR, severity: 'critical'})
  ids.flapping = await seedAlarm(database, {
    ...past,
    device: pump,
    key: 'flapping',
    changedAt: NOON - HOUR,
    occurrence: {raisedAt: START - DAY, endedAt: START - DAY + 1, endedBy: 'returned'},
  })
  ids.rack = await seedAlarm(database, {
    ...past,
    device: rack,
    key: 'unusual',
    kind: 'unusual',
    changedAt: NOON - 2 * HOUR,
    occurrence: {
      raisedAt: START - MINUTE,
      endedAt: NOON - 2 * HOUR,
      endedBy: 'returned',
      acknowledgedAt: NOON - 3 * HOUR,
      acknowledgedBy: 'cora@works.test',
    },
  })
  await seedAlarm(database, {device: foreign, key: 'foreign', changedAt: NOON - HOUR})
  await database.db.insert(alarmOccurrence).values(
    [0, 1, 2].map(times => ({
      alarmId: ids.flapping ?? '',
      severity: 'warning' as const,
      raisedAt: NOON - HOUR + times * MINUTE,
      endedAt: NOON - HOUR + times * MINUTE + 1000,
      endedBy: 'returned' as const,
      acknowledgedAt: times === 0 ? NOON - HOUR + 500 : null,
      acknowledgedBy: times === 0 ? 'ann@works.test' : null,
    })),
  )
  const day = Math.floor(NOON / DAY) * DAY
  const whole = (until: number) => `{[0,${until})}`
  await database.db.insert(dataDay).values([
    {deviceNumber: pump.number, day, times: whole(12 * HOUR)},
    {deviceNumber: rack.number, day, times: whole(10 * HOUR)},
  ])
  await database.db.insert(maintenancePeriod).values({
    windowId: ids.long,
    organisationId: works,
    title: 'Seals',
    targetKind: 'device',
    targetValue: pump.id,
    startsAt: NOON - 2 * HOUR,
    endsAt: NOON - HOUR,
  })
  await database.db.insert(command).values({
    deviceId: pump.id,
    number: 1,
    method: 'reboot',
    params: 'null',
    isOneWay: false,
    sentBy: 'ann@works.test',
    createdAt: NOON - HOUR,
    expiresAt: NOON - HOUR + 1000,
  })
  const changed = {userId: ids.ann, email: 'ann@works.test', address: '::1', organisationId: works} as const
  await database.db.insert(audit).values([
    {
      ...changed,
      at: NOON - HOUR,
      action: 'device.updated',
      entityType: 'device',
      entityId: pump.id,
      entityName: 'pump',
    },
    {...changed, at: NOON - HOUR, action: 'device.commanded', entityType: 'device', entityId: pump.id},
    {
      ...changed,
      at: NOON - 2 * HOUR,
      action: 'attribute.updated',
      entityType: 'organisation',
      entityId: works,
      entityName: 'Harbour Works',
      detail: {key: 'walls', scope: 'shared', version: 2},
    },
    {...changed, at: NOON - HOUR, action: 'session.opened'},
    {...changed, at: START - 1, action: 'device.created', entityType: 'device', entityId: pump.id},
  ])
})
afterAll(() => test.close())

async function ask(who: string, method: 'GET' | 'POST', path: string, body?: object) {
  const url = `/api/v0/shift/by-org/${works}${path}`
  return test.app.inject({method, url, cookies: cookies[who] ?? {}, ...(body && {body})})
}

const read = async (who: string, query = ''): Promise<ShiftWire> => (await ask(who, 'GET', query)).json()

const handOverTo = (who: string, body: {after: string | null; to?: string | null; note?: string}) =>
  ask(who, 'POST', '/hand-over', {to: null, note: '', ...body})

describe('a shift', () => {
  it('is what happened in the last eight hours before anybody has handed over', async () => {
    const {alarms, links, maintenance, commands, changes, successors, ...shift} = await read('ann')
    const rows = (found: ShiftWire['alarms']['longest']) =>
      found.map(({alarm, raised, lasted}) => [alarm.key, raised, lasted])
    expect(shift).toEqual({
      as_of: NOON,
      start_ts: START,
      end_ts: NOON,
      period_ms: 10 * MINUTE,
      hand_over: null,
      earlier: [],
    })
    expect({
      ...alarms,
      longest: rows(alarms.longest),
      flapping: rows(alarms.flapping),
      unusual: rows(alarms.unusual),
    }).toEqual({
      raised: {warning: 3, critical: 0},
      ended: 4,
      active: 1,
      unacknowledged: 2,
      acknowledged: [
        {by: 'ann@works.test', count: 1},
        {by: 'cora@works.test', count: 1},
      ],
      periods: [{start_ts: NOON - HOUR, warning: 3, critical: 0}],
      longest: [
        ['long', 0, 8 * HOUR],
        ['flapping', 3, 3000],
      ],
      flapping: [['flapping', 3, 3000]],
      unusual: [['unusual', 0, 6 * HOUR]],
    })
    expect(links).toEqual({
      lost: 1,
      silent_devices: 1,
      periods: [{start_ts: NOON - 2 * HOUR, lost: 1}],
      devices: [{device_id: rack.id, name: 'rack', label: null, lost: 1, silent_for: 2 * HOUR, since: NOON - 2 * HOUR}],
    })
    expect(maintenance).toMatchObject([{title: 'Seals', starts_at: NOON - 2 * HOUR, ends_at: NOON - HOUR}])
    expect(commands).toEqual({
      sent: 1,
      failed: 1,
      newest: [
        {
          device_id: pump.id,
          device_name: 'pump',
          method: 'reboot',
          state: 'expired',
          by: 'ann@works.test',
          at: NOON - HOUR,
        },
      ],
    })
    expect(changes?.newest.map(({action, key, by, entity_name}) => [action, key, by, entity_name])).toEqual([
      ['attribute.updated', 'walls', 'ann@works.test', 'Harbour Works'],
      ['device.updated', undefined, 'ann@works.test', 'pump'],
    ])
    expect(successors?.map(({name, on_call}) => [name, on_call])).toEqual([
      ['ann', null],
      ['bob', null],
    ])
  })

  it('holds for a customer what its people may see, and no part that they may not read', async () => {
    const shift = await read('cora')
    expect(shift.alarms.unusual.map(({alarm}) => alarm.key)).toEqual(['unusual'])
    expect([shift.alarms.longest, shift.alarms.raised, shift.maintenance, shift.changes, shift.commands?.sent]).toEqual(
      [[], {warning: 0, critical: 0}, [], undefined, 0],
    )
    expect(shift.successors?.map(({name}) => name)).toEqual(['cora', 'cyd'])
    const ofUser = await read('cyd')
    expect([ofUser.commands, ofUser.changes, ofUser.successors]).toEqual([undefined, undefined, undefined])
    expect(ofUser.links.devices.map(({name}) => name)).toEqual(['rack'])
  })

  it('can be chosen, of at most seven days', async () => {
    const chosen = await read('ann', `?start_ts=${START - 2 * DAY}&end_ts=${START - HOUR + MINUTE}`)
    expect([chosen.start_ts, chosen.end_ts, chosen.alarms.raised]).toEqual([
      START - 2 * DAY,
      START - HOUR + MINUTE,
      {warning: 1, critical: 1},
    ])
    for (const [query, said] of [
      [`?start_ts=${NOON - 8 * DAY}`, 'more than 7 days'],
      [`?start_ts=${NOON}&end_ts=${NOON - 1}`, 'before start_ts'],
    ]) {
      const answer = await ask('ann', 'GET', query ?? '')
      expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(said ?? '')])
    }
  })

  it('is nobody else’s', async () => {
    expect((await ask('else', 'GET', '')).statusCode).toBe(404)
    expect((await handOverTo('else', {after: null})).statusCode).toBe(404)
    expect((await handOverTo('cyd', {after: null})).statusCode).toBe(403)
    expect((await handOverTo('stray', {after: null})).statusCode).toBe(404)
  })
})

describe('a hand-over', () => {
  it('is kept with its note, audited, and mailed to the person who takes over', async () => {
    const note = 'Pump 1 leaks.\nKeep an eye on it.'
    const answer = await handOverTo('ann', {after: null, to: ids.bob ?? null, note})
    expect(answer.statusCode).toBe(201)
    const made: HandOverWire = answer.json()
    expect(made).toEqual({
      _id: expect.any(String),
      at: NOON,
      by: 'ann@works.test',
      to: 'bob',
      notes: [{at: NOON, by: 'ann@works.test', note}],
    })
    const mail = await letters.next()
    expect([mail.to, mail.subject]).toEqual([
      'bob@works.test',
      'Pulsewall: ann@works.test handed the shift over to you at 12:00',
    ])
    expect(mail.text).toContain('Pump 1 leaks.\n\nKeep an eye on it.')
    expect(mail.text).toContain('https://pulsewall.test/alarms/shift')
    const entries = await test.database.db.select().from(audit).where(eq(audit.action, 'shift.handedOver'))
    expect(entries.map(({email, entityId, detail}) => [email, entityId, detail])).toEqual([
      ['ann@works.test', works, {to: 'bob', notes: 1}],
    ])
  })

  it('begins the next shift, where it is shown', async () => {
    test.clock.now = NOON + 5 * MINUTE
    const shift = await read('bob')
    expect([shift.start_ts, shift.end_ts, shift.hand_over?.notes[0]?.by]).toEqual([
      NOON,
      NOON + 5 * MINUTE,
      'ann@works.test',
    ])
  })

  it('that two make at once is the first one’s, and the second adds a note to it', async () => {
    const seen = (await read('bob')).hand_over?._id ?? null
    const both = await Promise.all([
      handOverTo('ann', {after: seen, to: ids.bob ?? null, note: 'first'}),
      handOverTo('bob', {after: seen, note: 'second'}),
    ])
    const [first, second] = both[0]?.statusCode === 201 ? both : [both[1], both[0]]
    expect([first?.statusCode, second?.statusCode]).toEqual([201, 409])
    expect(second?.json().message).toMatch(
      /has handed the shift over at 2026-11-30T12:05:00.000Z. Add your note to it./,
    )
    const newest: HandOverWire = (await ask('bob', 'GET', '/hand-over')).json().hand_over
    const loser = newest.by === 'ann@works.test' ? 'bob' : 'ann'
    const added = await ask(loser, 'POST', `/hand-over/${newest._id}/note`, {note: 'mine as well'})
    expect(
      added
        .json()
        .notes.map(({by, note}: HandOverWire['notes'][number]) => [by, note])
        .at(-1),
    ).toEqual([`${loser}@works.test`, 'mine as well'])
    const former = await ask('ann', 'POST', `/hand-over/${seen}/note`, {note: 'too late'})
    expect(former.statusCode).toBe(409)
  })

  it('of a customer is no hand-over of its organisation', async () => {
    expect((await handOverTo('cora', {after: null, to: ids.cyd ?? null, note: 'ours'})).statusCode).toBe(201)
    expect((await read('cyd')).hand_over?.notes[0]?.note).toBe('ours')
    expect((await read('ann')).hand_over?.by).not.toBe('cora@works.test')
    expect(
      (await handOverTo('cora', {after: (await read('cora')).hand_over?._id ?? null, to: ids.ann ?? null})).json(),
    ).toEqual({message: 'to: this person can not take over'})
  })

  it.each([
    ['a note of more than 10,000 characters', {note: 'x'.repeat(10_001)}, 'note: must have at most 10000 characters'],
    ['a note with control characters', {note: 'a\u0007'}, 'note: must not hold control characters'],
    ['somebody who is not there', {to: '00000000-0000-4000-8000-000000000000'}, 'to: this person can not take over'],
  ])('is refused for %s', async (_what, body, said) => {
    const after = (await read('ann')).hand_over?._id ?? null
    const answer = await handOverTo('ann', {after, ...body})
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(said)])
    const kept = await handOverTo('ann', {after, note: 'y'.repeat(10_000)})
    expect(kept.json().notes[0].note).toHaveLength(10_000)
  })

  it('goes with its organisation', async () => {
    const other = await seedOrganisation(test.database, 'Short-lived')
    await test.database.db.insert(handOver).values({organisationId: other, at: 1, by: '', notes: []})
    const admin = await seedUser(test.database, {email: 'root@t.test'})
    const root = await signIn(test.app, admin.email)
    const url = `/api/v0/organisation/${other}`
    expect((await test.app.inject({method: 'DELETE', url, cookies: root})).statusCode).toBeLessThan(300)
    expect(await test.database.db.$count(handOver, eq(handOver.organisationId, other))).toBe(0)
  })
})

describe('the mail of a shift', () => {
  const asked = {start_ts: START, end_ts: NOON}

  it('has the facts that its sender sees, for each address once', async () => {
    const received = letters.letters.length
    const to = ['Boss@works.test', 'boss@works.test']
    expect((await ask('ann', 'POST', '/mail', {...asked, to})).statusCode).toBe(204)
    let mail = await letters.next()
    while (mail.to !== 'boss@works.test') mail = await letters.next()
    expect(mail.subject).toBe('Pulsewall: shift from 30 Nov 2026, 04:00 UTC to 30 Nov 2026, 12:00 UTC')
    for (const line of [
      '- Alarms raised: 3 (0 critical, 3 warnings)',
      '- Acknowledged: ann@works.test (1), cora@works.test (1)',
      '- Active long: pump, long (8 h 0 min)',
      '- Raised often: pump, flapping (3 times)',
      '- Unusual: rack, unusual (6 h 0 min)',
      '- Links lost: 1, silent now: 1',
      '- Maintenance: Seals, 30 Nov 2026, 10:00 UTC to 30 Nov 2026, 11:00 UTC',
      '- Commands sent: 1, failed: 1',
      '- Change: Device changed, pump, ann@works.test, 30 Nov 2026, 11:00 UTC',
      '- Change: Wall saved, Harbour Works, ann@works.test, 30 Nov 2026, 10:00 UTC',
    ])
      expect(mail.text).toContain(line)
    expect(letters.letters.slice(received).filter(({to}) => to === 'boss@works.test')).toHaveLength(1)
  })

  it('goes to nobody else from a user who is no admin', async () => {
    expect((await ask('cyd', 'POST', '/mail', {...asked, to: ['boss@works.test']})).statusCode).toBe(403)
    expect((await ask('cyd', 'POST', '/mail', {...asked, to: ['cyd@works.test']})).statusCode).toBe(204)
  })

  it.each([
    ['no address', {to: []}, 'to: must name somebody'],
    ['no email', {to: ['boss']}, 'to.0: must be an email address'],
    ['too many', {to: Array.from({length: 11}, (_, n) => `b${n}@t.test`)}, 'to: must be at most 10 addresses'],
  ])('is refused for %s', async (_what, body, said) => {
    const answer = await ask('ann', 'POST', '/mail', {...asked, ...body})
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(said)])
  })
})
