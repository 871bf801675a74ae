import {beforeEach, describe, expect, it} from 'vitest'
import {notificationThread} from '../../../../server/database/schema/notification'
import {createToldWorld, MINUTE, SECOND} from '../world'

const NOC = 'noc@works.test'

let world: Awaited<ReturnType<typeof createToldWorld>>

beforeEach(async () => {
  world = await createToldWorld()
  await world.route({name: 'Noc', targets: [{kind: 'email', address: NOC}]})
})

const subjects = () => world.subjects(NOC)

describe('an alarm', () => {
  it('is told a second after it was raised, and its end', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump)
    await world.settled()
    expect(subjects()).toEqual([])

    await world.pass(SECOND)
    expect(subjects()).toEqual(['Critical · Pump, temperature'])
    const [first] = world.smtp.mails
    expect(first?.mail.text?.trim()).toBe(
      [
        '- Critical · Pump, temperature: raised, value when raised 87.3\u202f°C, since 23 Nov 2026, 12:00:00 UTC',
        `Open the alarm:\nhttps://pulsewall.test/alarms/${pump}`,
        'You receive this mail because you are on the route “Noc”.',
      ].join('\n\n'),
    )
    expect(first?.mail.html).toContain(`<a href="https://pulsewall.test/alarms/${pump}">Open the alarm</a>`)

    await world.end(pump, occurrence)
    await world.pass(59 * SECOND)
    expect(subjects()).toHaveLength(1)
    await world.pass(SECOND)
    expect(subjects()).toEqual(['Critical · Pump, temperature', 'Pump, temperature · over'])
    expect(await world.database.db.select().from(notificationThread)).toEqual([])
  })

  it('that came and went before anybody was told is told once', async () => {
    const pump = await world.alarmOf('Pump')
    await world.end(pump, await world.raise(pump))

    await world.pass(SECOND)
    await world.pass(2 * MINUTE)

    expect(subjects()).toEqual(['Pump, temperature · raised and cleared'])
  })

  it('that gets worse is told again, and not when it gets milder', async () => {
    const pump = await world.alarmOf('Pump')
    const occurrence = await world.raise(pump, 'warning')
    await world.pass(SECOND)
    await world.worsen(pump, occurrence)
    await world.pass(MINUTE)
    await world.worsen(pump, occurrence)
    await world.pass(MINUTE)

    expect(subjects()).toEqual(['Warning · Pump, temperature', 'Critical · Pump, temperature · got worse'])
  })

  it('is told of nobody where nothing is routed, and keeps nothing', async () => {
    await world.route()
    await world.raise(await world.alarmOf('Pump'))

    await world.pass(MINUTE)

    expect(world.smtp.mails).toEqual([])
    expect(await world.database.db.select().from(notificationThread)).toEqual([])
  })

  it('that is removed with its device is told to have ended', async () => {
    const pump = await world.alarmOf('Pump')
    await world.raise(pump)
    await world.pass(SECOND)
    await world.remove(pump)
    await world.pass(MINUTE)

    expect(subjects().at(-1)).toBe('Pump, temperature · over')
    expect(world.smtp.mails.at(-1)?.mail.text).toContain('it was deleted')
  })
})

describe('a storm', () => {
  it('of 500 devices is one mail, and its end is one', async () => {
    const raised = await world.raiseMany(500)

    await world.pass(SECOND)
    expect(subjects()).toEqual(['500 alarms: 500 raised'])
    expect(world.smtp.mails[0]?.mail.text).toContain('450 more are not listed here.')

    await world.endMany(raised)
    await world.pass(MINUTE)
    expect(subjects()).toEqual(['500 alarms: 500 raised', '500 alarms: 500 over'])
  })

  it('is waited out while more come, but not for ever', async () => {
    const alarms = await Promise.all(Array.from({length: 40}, (_, index) => world.alarmOf(`Pump ${index}`)))
    for (const [index, id] of alarms.entries()) {
      await world.raise(id)
      if (index >= 11) await world.pass(SECOND / 2)
    }

    await world.pass(MINUTE)

    expect(subjects()).toEqual(['31 alarms: 31 raised', '9 alarms: 9 raised'])
  })
})

describe('damping', () => {
  it('tells a group at most once a minute, of all that happened since', async () => {
    const [pump, fan, valve] = await Promise.all(['Pump', 'Fan', 'Valve'].map(name => world.alarmOf(name)))
    const occurrence = await world.raise(pump ?? '')
    await world.pass(SECOND)
    for (const id of [fan, valve]) {
      await world.raise(id ?? '')
      await world.pass(10 * SECOND)
    }
    await world.end(pump ?? '', occurrence)
    await world.pass(39 * SECOND)
    expect(subjects()).toHaveLength(1)
    await world.pass(SECOND)

    expect(subjects().at(-1)).toBe('3 alarms: 2 raised, 1 over')
  })

  it('is over in its time also when the clock is set back in the meantime', async () => {
    const [pump, fan] = [await world.alarmOf('Pump'), await world.alarmOf('Fan')]
    await world.raise(pump)
    await world.pass(SECOND)
    world.clock.now -= 6 * 60 * MINUTE
    await world.raise(fan)
    await world.pass(MINUTE)

    expect(subjects().at(-1)).toContain('Fan')
  })
})
