import {eq} from 'drizzle-orm'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import type {QuietHours} from '../../../contract/wire/people/preferences'
import {onCallRota} from '../../../server/database/schema/onCall'
import {preferences, user} from '../../../server/database/schema/user'
import {createMailRepository} from '../../../server/mail/repository'
import {createGapWatch} from '../../../server/onCall/gaps'
import {drained} from '../../../server/scheduler'
import {seedUser} from '../../support/app'
import {handMoved} from '../../support/virtualTime'
import {createToldWorld, MINUTE, SECOND} from '../notification/world'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const [ANN, BOB, ADMIN] = ['ann@works.test', 'bob@works.test', 'admin@works.test']
const RAISED = 'Critical · Pump, temperature'
const WARNED = 'Warning · Pump, temperature'
const OVER = 'Pump, temperature · over'

/** Ann and Bob take turns each day at eight in Auckland, which is 19:00 UTC. It is 12:00 UTC, and Ann's turn. */
async function createCalledWorld() {
  const world = await createToldWorld()
  const {database, clock, organisationId, rota} = world
  const of = {authority: 'ORGANISATION_ADMIN', organisationId} as const
  const [ann, bob] = [await seedUser(database, {email: ANN, ...of}), await seedUser(database, {email: BOB, ...of})]
  await seedUser(database, {email: ADMIN, ...of})
  const scheduler = handMoved(clock)
  const gaps = createGapWatch({
    database,
    scheduler,
    job: {succeeded() {}, failed: console.warn},
    mails: createMailRepository(database, scheduler.now),
    onQueued() {},
  })
  onTestFinished(() => gaps.close())
  return Object.assign(world, {
    ann: ann.id,
    bob: bob.id,
    rota: (people: string[], more: object = {}) => rota(people, {zone: 'Pacific/Auckland', ...more}),
    quiet: (userId: string, quiet: QuietHours) => database.db.insert(preferences).values({userId, quiet}),
    leave: (userId: string) => database.db.update(user).set({userDeleted: true}).where(eq(user.id, userId)),
    /** The mails about gaps that wait to be sent. */
    async warnedOfGaps() {
      gaps.wake()
      await drained([gaps])
      const {rows} = await database.pool.query("delete from mail where kind = 'onCallGap' returning email")
      return rows.map(({email}) => email).sort()
    },
  })
}

let world: Awaited<ReturnType<typeof createCalledWorld>>

beforeEach(async () => {
  world = await createCalledWorld()
})

const routeTo = (rota: string, more: object = {}) =>
  world.route({name: 'Noc', targets: [{kind: 'rota', rota}], ...more})

describe('a route to a rota', () => {
  it('notifies who is on call, before and after a hand-over at eight in another zone, and everybody of the end', async () => {
    await routeTo(await world.rota([world.bob, world.ann]), {repeat: 60})
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[RAISED], []])

    await world.pass(6 * HOUR + 58 * MINUTE)
    expect(world.subjects(BOB)).toEqual([])
    await world.pass(HOUR)
    expect(world.subjects(BOB)).toEqual([RAISED])

    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect([world.subjects(ANN).at(-1), world.subjects(BOB).at(-1)]).toEqual([OVER, OVER])
  })

  it('goes on to the next step when nobody is on call, and says so', async () => {
    const escalations = [
      {after: 30, targets: [{kind: 'rota', rota: await world.rota([])}]},
      {after: 60, targets: [{kind: 'email', address: BOB}]},
    ]
    const [{id = ''} = {}] = await world.database.db.select({id: onCallRota.id}).from(onCallRota)
    await routeTo(id, {escalations})
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect(world.subjects(BOB)).toEqual([RAISED])
    expect(world.smtp.mails[0]?.mail.text).toContain('You are notified because nobody is on call now: Night.')
    expect(world.subjects(ADMIN)).toEqual([])
  })

  it('notifies the admins when nobody is left, also when the rota was deleted', async () => {
    await routeTo(await world.rota([]))
    await world.leave(world.ann)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect([world.subjects(ADMIN), world.subjects(BOB), world.subjects(ANN)]).toEqual([[RAISED], [RAISED], []])

    await world.database.db.delete(onCallRota)
    await world.raise(await world.alarmOf('Fan'))
    await world.pass(MINUTE)
    expect(world.subjects(ADMIN)).toHaveLength(2)
  })
})

describe('who is called now', () => {
  it('is known for each step of the routes that an alarm passes, with the rotas that call nobody', async () => {
    const night = await world.rota([world.ann])
    const escalations = [
      {after: 30, targets: [{kind: 'rota', rota: '0192f3a0-0000-7000-8000-000000000009'}]},
      {
        after: 60,
        targets: [{kind: 'webhook', url: 'https://hooks.works.test/x', secret: 'a secret that nobody reads'}],
      },
    ]
    const warnings = {name: 'Warnings', severities: ['warning'], targets: [{kind: 'email', address: BOB}]}
    await world.route({name: 'Noc', targets: [{kind: 'rota', rota: night}], escalations}, warnings)
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    const webhook = {kind: 'webhook', address: 'https://hooks.works.test/x'}
    expect(await world.server.whom(pump)).toEqual({
      steps: [
        {route: 'Noc', after_minutes: 0, recipients: [{kind: 'email', address: ANN}], unmanned: []},
        {route: 'Noc', after_minutes: 30, recipients: [webhook], unmanned: ['?']},
        {route: 'Noc', after_minutes: 60, recipients: [webhook], unmanned: []},
      ],
      notified: [],
    })
  })
})

describe('a gap in a rota', () => {
  it('is told once to the admins within the day before it begins', async () => {
    const day = {days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', until: '00:00'}
    await world.rota([], {layers: [{...day, days: [1, 2, 3, 4, 5], people: [world.ann]}]})
    expect(await world.warnedOfGaps()).toEqual([])
    // Saturday begins at 11:00 UTC of Friday, the 27th.
    await world.pass(2 * DAY + 22 * HOUR)
    expect(await world.warnedOfGaps()).toEqual([])
    await world.pass(2 * HOUR)
    expect(await world.warnedOfGaps()).toEqual([ADMIN, ANN, BOB])
    await world.pass(DAY)
    expect(await world.warnedOfGaps()).toEqual([])
    await world.pass(6 * DAY)
    expect(await world.warnedOfGaps()).toEqual([ADMIN, ANN, BOB])
  })

  it('is told when the last person leaves', async () => {
    await world.rota([world.ann])
    expect(await world.warnedOfGaps()).toEqual([])
    await world.leave(world.ann)
    await world.pass(HOUR)
    expect(await world.warnedOfGaps()).toEqual([ADMIN, BOB])
  })
})

describe('quiet hours', () => {
  const NOW: QuietHours = {from: '13:00', until: '15:00', days: [1], zone: 'Europe/Berlin'}
  const toBoth = () => world.route({name: 'Noc', targets: [ANN, BOB].map(address => ({kind: 'email', address}))})

  it('hold a warning back until their end, and it is told then if it still stands', async () => {
    await toBoth()
    await world.quiet(world.ann, NOW)
    const pump = await world.alarmOf('Pump')
    const fan = await world.alarmOf('Fan')
    await world.raise(pump, 'warning')
    const occurrence = await world.raise(fan, 'warning')
    await world.pass(SECOND)
    expect([world.subjects(ANN), world.subjects(BOB)]).toMatchObject([[], {length: 1}])

    await world.end(fan, occurrence)
    await world.pass(HOUR)
    expect(world.subjects(ANN)).toEqual([])
    await world.pass(HOUR)
    expect([world.subjects(ANN), world.subjects(BOB)]).toMatchObject([[WARNED], {length: 2}])
  })

  it('hold an end back from who knew of the beginning', async () => {
    await toBoth()
    await world.quiet(world.ann, {...NOW, from: '13:30'})
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump, 'warning')
    await world.pass(SECOND)
    await world.pass(45 * MINUTE)
    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[WARNED], [WARNED, OVER]])
    await world.pass(2 * HOUR)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([
      [WARNED, OVER],
      [WARNED, OVER],
    ])
  })

  it('never silence a critical alarm that nobody else gets', async () => {
    await world.route({name: 'Noc', targets: [{kind: 'email', address: ANN}]})
    await world.quiet(world.ann, NOW)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect(world.subjects(ANN)).toEqual([RAISED])
  })

  it('silence a critical alarm only where somebody who is awake gets it', async () => {
    await toBoth()
    await world.quiet(world.ann, NOW)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect([world.subjects(ANN), world.subjects(BOB)]).toEqual([[], [RAISED]])
    await world.pass(2 * HOUR)
    expect(world.subjects(ANN)).toEqual([RAISED])

    await world.quiet(world.bob, {...NOW, from: '15:00', until: '18:00'})
    await world.database.db.update(preferences).set({quiet: {...NOW, from: '15:00', until: '18:00'}})
    await world.raise(await world.alarmOf('Fan'))
    await world.pass(MINUTE)
    expect([world.subjects(ANN), world.subjects(BOB)]).toMatchObject([{length: 2}, {length: 2}])
  })

  it('do not count an inbox of nobody known as somebody who is awake', async () => {
    await world.route({name: 'Noc', targets: [ANN, 'list@works.test'].map(address => ({kind: 'email', address}))})
    await world.quiet(world.ann, NOW)
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    expect(world.subjects(ANN)).toEqual([RAISED])
  })
})
