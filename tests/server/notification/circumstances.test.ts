import {beforeEach, describe, expect, it} from 'vitest'
import {notificationThread} from '../../../server/database/schema/notification'
import {createToldWorld, MINUTE, SECOND} from './world'

const NOC = 'noc@works.test'
const BOSS = 'boss@works.test'
const TO_NOC = {name: 'Noc', targets: [{kind: 'email', address: NOC}]}
const HOUR = 60 * MINUTE

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
  await world.route(TO_NOC)
})

describe('a shelf', () => {
  it('keeps an alarm from being told until it comes back and still stands', async () => {
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.shelve(pump)
    await world.pass(HOUR)
    expect(world.subjects(NOC)).toEqual([])

    await world.unshelve(pump)
    await world.pass(SECOND)
    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature'])
  })

  it('hides what comes and goes under it', async () => {
    const pump = await world.alarmOf('Pump')
    await world.shelve(pump)
    const occurrence = await world.raise(pump)
    await world.shelve(pump)
    await world.pass(MINUTE)
    await world.end(pump, occurrence)
    await world.unshelve(pump)
    await world.pass(HOUR)

    expect(world.subjects(NOC)).toEqual([])
  })

  it('lets those who were told before hear that it is back', async () => {
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    await world.shelve(pump)
    await world.pass(HOUR)
    await world.unshelve(pump)
    await world.pass(MINUTE)

    expect(world.subjects(NOC)).toEqual([
      'Critical · Pump, temperature',
      'Critical · Pump, temperature · unshelved and still active',
    ])
  })

  it('does not keep the end from those who were told of the beginning, after a restart neither', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    await world.shelve(pump)
    await world.restart()
    await world.end(pump, occurrence)
    await world.shelve(pump)
    await world.restart()
    await world.pass(MINUTE)

    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature', 'Pump, temperature · over'])
  })
})

describe('a restart', () => {
  it('loses nothing that was written before it, at whatever point it comes', async () => {
    const alarms = await Promise.all(['Pump', 'Fan', 'Valve'].map(name => world.alarmOf(name)))
    await world.server.close()
    for (const id of alarms) await world.raise(id)
    await world.restart()
    await world.settled()
    await world.restart()
    world.clock.now += SECOND
    await world.smtp.stop()
    await world.settled()
    await world.restart()
    await world.smtp.start()
    world.clock.now += MINUTE
    world.server.wake()
    world.server.send()

    const {mail} = await world.smtp.next()
    expect(mail.subject).toBe('Pulsewall: 3 alarms: 3 raised')
    await world.pass(HOUR)
    expect(world.smtp.mails).toHaveLength(1)
  })

  it('sends a mail again with the same id when it is not known whether it was taken', async () => {
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    const {rows} = await world.database.pool.query('select id, key from notification_delivery')
    await world.database.pool.query(
      `insert into mail (id, kind, email, delivery_id, created_at, next_try_at) values (gen_random_uuid(), 'alarm', $1, $2, 0, 0)`,
      [NOC, rows[0].id],
    )
    world.server.send()

    const [first, second] = [await world.smtp.next(), await world.smtp.next()]
    expect(first.mail.messageId).toBe(`<${rows[0].key}@works.test>`)
    expect(second.mail.messageId).toBe(first.mail.messageId)
  })
})

describe('several servers', () => {
  it('tell each alarm once', async () => {
    const others = [world.open(), world.open()]
    const alarms = await Promise.all(Array.from({length: 40}, (_, index) => world.alarmOf(`Pump ${index}`)))
    for (const id of alarms) {
      await world.raise(id)
      for (const server of others) server.wake()
    }
    world.clock.now += SECOND
    for (const server of others) server.wake()
    await world.pass(MINUTE)
    await world.pass(MINUTE)

    const names = world.smtp.mails.flatMap(({mail}) => mail.text?.match(/Pump \d+/g) ?? [])
    expect(names.sort()).toEqual(alarms.map((_, index) => `Pump ${index}`).sort())
  })
})

describe('what flaps', () => {
  it('is told as that, held back until it has settled, and then as it is', async () => {
    const pump = await world.alarmOf('Pump')
    const first = await world.raise(pump)
    await world.pass(SECOND)
    await world.end(pump, first)
    await world.flap(pump)
    for (let turn = 0; turn < 5; turn++) {
      await world.pass(MINUTE)
      await world.end(pump, await world.raise(pump))
    }
    const last = await world.raise(pump)
    await world.pass(MINUTE)
    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature', '2 alarms: 1 over, 1 comes and goes'])

    await world.settle(pump)
    await world.pass(MINUTE)
    expect(world.subjects(NOC).at(-1)).toBe('2 alarms: 1 raised, 1 has settled')
    await world.end(pump, last)
    await world.pass(MINUTE)
    expect(world.subjects(NOC)).toHaveLength(4)
    expect(await world.database.db.select().from(notificationThread)).toEqual([])
  })

  it('is as severe as the worst that came and went, although all is normal just then', async () => {
    const pump = await world.alarmOf('Pump')
    await world.end(pump, await world.raise(pump))
    await world.flap(pump)
    await world.pass(SECOND)
    await world.settle(pump)
    await world.pass(MINUTE)
    expect(world.subjects(NOC)).toEqual([
      'Critical · Pump, temperature · comes and goes',
      'Pump, temperature · has settled',
    ])
  })

  it('is told once more when it becomes critical', async () => {
    const pump = await world.alarmOf('Pump')
    const first = await world.raise(pump, 'warning')
    await world.flap(pump)
    await world.pass(SECOND)
    await world.end(pump, first)
    for (let turn = 0; turn < 2; turn++) {
      await world.end(pump, await world.raise(pump))
      await world.pass(MINUTE)
    }
    expect(world.subjects(NOC)).toEqual([
      'Warning · Pump, temperature · comes and goes',
      'Critical · Pump, temperature · got worse',
    ])
  })
})

describe('an escalation', () => {
  const ESCALATING = {...TO_NOC, escalations: [{after: 15, targets: [{kind: 'email', address: BOSS}]}]}

  beforeEach(() => world.route(ESCALATING))

  it('tells others when nobody has acknowledged in time, and of the end', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(15 * MINUTE)
    expect(world.subjects(BOSS)).toEqual([])
    await world.restart()
    await world.pass(SECOND)
    expect(world.subjects(BOSS)).toEqual(['Critical · Pump, temperature'])
    expect(world.smtp.mails.at(-1)?.mail.text).toContain('nobody has acknowledged')

    await world.end(pump, occurrence)
    await world.pass(MINUTE)
    expect(world.subjects(BOSS).at(-1)).toBe('Pump, temperature · over')
    expect(world.subjects(NOC).at(-1)).toBe('Pump, temperature · over')
  })

  it.each(['acknowledged', 'over', 'shelved'])('tells nobody of what is %s by then', async fate => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    if (fate === 'acknowledged') await world.acknowledge(pump)
    if (fate === 'over') await world.end(pump, occurrence)
    if (fate === 'shelved') await world.shelve(pump)
    await world.pass(HOUR)

    expect(world.subjects(BOSS)).toEqual([])
  })

  it('begins again when an acknowledged alarm gets worse', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump, 'warning')
    await world.pass(SECOND)
    await world.acknowledge(pump)
    await world.pass(20 * MINUTE)
    await world.worsen(pump, occurrence)
    await world.pass(16 * MINUTE)

    expect(world.subjects(BOSS)).toEqual(['Critical · Pump, temperature'])
  })
})

describe('a reminder', () => {
  it('comes again and again until someone acknowledges', async () => {
    await world.route({...TO_NOC, repeat: 60})
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    await world.pass(HOUR)
    await world.pass(HOUR)
    await world.acknowledge(pump)
    await world.pass(HOUR)
    await world.pass(HOUR)

    const reminder = 'Critical · Pump, temperature · not acknowledged yet'
    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature', reminder, reminder])
  })
})

describe('a route', () => {
  it('notifies of what it names alone', async () => {
    await world.route({...TO_NOC, severities: ['critical'], labels: ['hall 1'], types: ['pump']})
    const wanted = await world.alarmOf('Wanted', {label: 'hall 1', type: 'pump'})
    const milder = await world.alarmOf('Milder', {label: 'hall 1', type: 'pump'})
    await world.raise(await world.alarmOf('Elsewhere', {label: 'hall 2', type: 'pump'}))
    await world.raise(await world.alarmOf('Other', {label: 'hall 1'}))
    await world.raise(wanted)
    const occurrence = await world.raise(milder, 'warning')
    await world.pass(SECOND)
    expect(world.subjects(NOC)).toEqual(['Critical · Wanted (hall 1), temperature'])

    await world.worsen(milder, occurrence)
    await world.pass(MINUTE)
    expect(world.subjects(NOC).at(-1)).toBe('Critical · Milder (hall 1), temperature')
  })

  it('that was edited tells those of the end whom it has told of the beginning, and no others', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    await world.route({...TO_NOC, targets: [{kind: 'email', address: BOSS}]})
    await world.end(pump, occurrence)
    await world.pass(MINUTE)

    expect(world.subjects(NOC).at(-1)).toBe('Pump, temperature · over')
    expect(world.subjects(BOSS)).toEqual([])
  })

  it.each(['removed', 'renamed'])('that was %s does, too', async fate => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.pass(SECOND)
    if (fate === 'removed') await world.route()
    else await world.route({...TO_NOC, name: 'Other'})
    await world.end(pump, occurrence)
    await world.pass(MINUTE)

    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature', 'Pump, temperature · over'])
  })

  it('that was removed before anything was told tells nothing', async () => {
    await world.raise(await world.alarmOf('Pump'))
    await world.settled()
    await world.route()
    await world.pass(HOUR)

    expect(world.smtp.mails).toEqual([])
    expect(await world.database.db.select().from(notificationThread)).toEqual([])
  })

  it('tells nobody outside its hours, and then what still stands', async () => {
    // It is 13:00 in Berlin.
    await world.route({...TO_NOC, hours: {from: '22:00', until: '06:00', zone: 'Europe/Berlin'}})
    const [pump, fan] = [await world.alarmOf('Pump'), await world.alarmOf('Fan')]
    await world.raise(pump)
    const occurrence = await world.raise(fan)
    await world.pass(HOUR)
    await world.end(fan, occurrence)
    await world.pass(8 * HOUR - SECOND)
    expect(world.smtp.mails).toEqual([])
    await world.pass(SECOND)

    expect(world.subjects(NOC)).toEqual(['Critical · Pump, temperature'])
  })
})

describe('a server that can not send mail', () => {
  it('says in the list what went wrong, until it has succeeded', async () => {
    world.smtp.behave('defer')
    await world.raise(await world.alarmOf('Pump'))
    await world.pass(SECOND)
    const list = () => world.server.notifications.list(world.organisationId, {limit: 10})
    expect(await list()).toMatchObject([{state: 'waiting', attempts: 1, lastError: 'EENVELOPE 451 RCPT TO'}])

    world.smtp.behave('take')
    world.clock.now += MINUTE
    world.server.send()
    await world.smtp.next()
    await world.settled()
    expect(await list()).toMatchObject([{state: 'delivered', attempts: 2, lastError: null, address: NOC}])
  })
})
