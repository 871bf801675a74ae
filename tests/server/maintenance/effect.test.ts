import {eq} from 'drizzle-orm'
import {beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import type {MaintenanceTarget} from '../../../contract/rules/maintenance'
import {enqueueMaintained} from '../../../server/alarm/maintained'
import {createAuditTrail} from '../../../server/audit/repository'
import {alarm} from '../../../server/database/schema/alarm'
import {device} from '../../../server/database/schema/device'
import {maintenanceWindow} from '../../../server/database/schema/maintenance'
import {createMaintenanceCommands} from '../../../server/maintenance/commands'
import {MaintenanceRepository} from '../../../server/maintenance/repository'
import {createMaintenanceTurns} from '../../../server/maintenance/turns'
import {enqueue} from '../../../server/notification/sending/enqueue'
import {drained} from '../../../server/scheduler'
import {handMoved} from '../../support/virtualTime'
import {createToldWorld, MINUTE, SECOND} from '../notification/world'

const NOC = 'noc@works.test'
const HOUR = 60 * MINUTE
const RAISED = 'Critical · Pump, temperature'
const RESUMED = 'Critical · Pump, temperature · no longer in maintenance and still active'
const OVER = 'Pump, temperature · over'
const ALL: MaintenanceTarget = {kind: 'organisation', value: null}

/** A world with notifications, with a server that lets maintenance begin and end. */
async function createMaintainedWorld() {
  const world = await createToldWorld()
  const {database, clock, organisationId} = world
  const scheduler = handMoved(clock)
  const {now} = scheduler
  const warnings: string[] = []
  const log = {warn: (...said: readonly unknown[]) => void warnings.push(String(said.at(-1)))}
  const windows = new MaintenanceRepository(database, now)
  const caller = {
    sessionId: '',
    userId: organisationId,
    email: 'ada@works.test',
    address: '127.0.0.1',
    ...({authority: 'ORGANISATION_ADMIN', organisationId, customerId: null} as const),
  }
  const open = () =>
    createMaintenanceTurns({
      database,
      scheduler,
      log,
      job: {succeeded() {}, failed: console.warn},
      onEnded: (transaction, period) => enqueueMaintained(transaction, enqueue, period),
      onChanged: () => world.server.wake(),
    })
  let turns = open()
  onTestFinished(() => turns.close())
  const commands = createMaintenanceCommands({
    database,
    now,
    audit: createAuditTrail(database, now),
    windows,
    log,
    onChanged: () => turns.wake(),
  })
  const wallAt = (at: number) => new Date(at).toISOString().slice(0, 16)
  const settled = async () => {
    turns.wake()
    await drained([turns])
    await world.settled()
  }
  return Object.assign(world, {
    caller,
    commands,
    windows,
    warnings,
    /** Plans maintenance that begins in some time. */
    async plan(target: MaintenanceTarget, {after = 0, minutes = 60, rrule = null as string | null} = {}) {
      const plan = {start: wallAt(clock.now + after), zone: 'UTC', minutes, rrule}
      const {_id: id} = await commands.create(caller, organisationId, {title: 'Oil', reason: '', target, ...plan})
      await settled()
      return {organisationId, id}
    },
    settledAll: settled,
    async wait(time: number) {
      await settled()
      clock.now += time
      await settled()
      clock.now += MINUTE
      await settled()
    },
    async restartAll() {
      await turns.close()
      await world.restart()
      turns = open()
    },
    async label(alarmId: string, label: string | null) {
      const [found] = await database.db.select({id: alarm.deviceId}).from(alarm).where(eq(alarm.id, alarmId))
      await database.db
        .update(device)
        .set({label})
        .where(eq(device.id, found?.id ?? ''))
    },
  })
}

let world: Awaited<ReturnType<typeof createMaintainedWorld>>

beforeEach(async () => {
  world = await createMaintainedWorld()
  await world.route({name: 'Noc', targets: [{kind: 'email', address: NOC}]})
})

describe('maintenance', () => {
  it('holds back what is raised in it, which is told at its end if it still stands', async () => {
    const pump = await world.alarmOf('Pump')
    const fan = await world.alarmOf('Fan')
    await world.plan(ALL)
    await world.raise(pump)
    const ended = await world.raise(fan)
    await world.wait(10 * MINUTE)
    await world.end(fan, ended)
    await world.wait(40 * MINUTE)
    expect(world.subjects(NOC)).toEqual([])

    await world.wait(10 * MINUTE)
    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('tells those who knew that an alarm has ended, and at its end that another still stands', async () => {
    const pump = await world.alarmOf('Pump')
    const valve = await world.alarmOf('Valve')
    await world.raise(pump)
    await world.pass(SECOND)
    const ended = await world.raise(valve)
    await world.wait(MINUTE)
    await world.plan(ALL)
    await world.end(valve, ended)
    await world.wait(5 * MINUTE)
    expect(world.subjects(NOC)).toEqual([RAISED, 'Critical · Valve, temperature', 'Valve, temperature · over'])

    await world.wait(HOUR)
    expect(world.subjects(NOC).slice(3)).toEqual([RESUMED])
  })

  it('goes on and ends after a restart, also when no server ran at its end', async () => {
    const pump = await world.alarmOf('Pump')
    await world.plan(ALL)
    await world.restartAll()
    await world.raise(pump)
    await world.wait(30 * MINUTE)
    expect(world.subjects(NOC)).toEqual([])

    await world.server.close()
    world.clock.now += HOUR
    await world.restartAll()
    await world.wait(SECOND)
    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('that is ended early tells at once what stands', async () => {
    const pump = await world.alarmOf('Pump')
    const window = await world.plan(ALL)
    await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.commands.end(world.caller, window)
    await world.wait(SECOND)

    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('that is extended tells as much later', async () => {
    const pump = await world.alarmOf('Pump')
    const window = await world.plan(ALL)
    await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.commands.extend(world.caller, window, 60)
    await world.wait(HOUR)
    expect(world.subjects(NOC)).toEqual([])

    await world.wait(HOUR)
    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('that is removed holds nothing back any more', async () => {
    const pump = await world.alarmOf('Pump')
    const window = await world.plan(ALL)
    await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.commands.remove(world.caller, window)
    await world.wait(SECOND)

    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('of a label holds for a device that gets the label meanwhile, and for no other', async () => {
    const pump = await world.alarmOf('Pump')
    const fan = await world.alarmOf('Fan', {label: 'hall 2'})
    await world.plan({kind: 'label', value: 'hall 1'})
    await world.label(pump, 'hall 1')
    await world.raise(pump)
    await world.raise(fan)
    await world.wait(5 * MINUTE)
    expect(world.subjects(NOC)).toEqual(['Critical · Fan (hall 2), temperature'])

    await world.wait(HOUR)
    expect(world.subjects(NOC).slice(1)).toEqual(['Critical · Pump (hall 1), temperature'])
  })

  it('of a label tells at its end of a device that has lost the label meanwhile', async () => {
    const pump = await world.alarmOf('Pump', {label: 'hall 1'})
    await world.plan({kind: 'label', value: 'hall 1'})
    await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.label(pump, null)
    await world.wait(HOUR)

    expect(world.subjects(NOC)).toEqual([RAISED])
  })

  it('begins when it is planned to, and comes again', async () => {
    const pump = await world.alarmOf('Pump')
    await world.plan(ALL, {after: HOUR, minutes: 30, rrule: 'FREQ=DAILY'})
    const first = await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.end(pump, first)
    await world.wait(HOUR)
    const second = await world.raise(pump)
    await world.wait(5 * MINUTE)
    await world.end(pump, second)
    await world.wait(24 * HOUR)
    await world.raise(pump)
    await world.wait(5 * MINUTE)

    expect(world.subjects(NOC)).toEqual([RAISED, OVER])
  })

  it('of another window goes on when one ends', async () => {
    const pump = await world.alarmOf('Pump')
    await world.plan(ALL)
    await world.plan(ALL, {minutes: 120})
    await world.raise(pump)
    await world.wait(HOUR)
    expect(world.subjects(NOC)).toEqual([])

    await world.wait(HOUR)
    expect(world.subjects(NOC)).toEqual([RAISED])
  })
})

describe('a window', () => {
  const shown = async () => {
    const [window] = await world.windows.list(world.caller, world.organisationId)
    const minute = (at: number | undefined) => at && (at - Date.UTC(2026, 10, 23, 12)) / MINUTE
    const of = (period?: {starts_at: number; ends_at: number} | null) =>
      period ? [minute(period.starts_at), minute(period.ends_at)] : null
    return {now: of(window?.period), last: of(window?.last)}
  }

  it('shows what runs or comes next, and what has ended', async () => {
    const window = await world.plan(ALL, {minutes: 30, rrule: 'FREQ=DAILY'})
    expect(await shown()).toEqual({now: [0, 30], last: null})

    world.clock.now += 10 * MINUTE
    await world.commands.extend(world.caller, window, 15)
    expect(await shown()).toEqual({now: [0, 45], last: null})

    world.clock.now += 10 * MINUTE
    await world.commands.end(world.caller, window)
    await world.settledAll()
    expect(await shown()).toEqual({now: [24 * 60, 24 * 60 + 30], last: [0, 20]})
  })

  it('of which several overlap ends as a whole', async () => {
    const window = await world.plan(ALL, {minutes: 3 * 24 * 60, rrule: 'FREQ=DAILY'})
    world.clock.now += 2.5 * 24 * HOUR
    await world.settledAll()
    await world.commands.end(world.caller, window)
    expect(await shown()).toEqual({now: [3 * 24 * 60, 6 * 24 * 60], last: [0, 2.5 * 24 * 60]})
  })

  it('whose rule is understood no more ends with its period, and the log says why', async () => {
    await world.plan(ALL, {minutes: 30, rrule: 'FREQ=DAILY'})
    await world.database.db.update(maintenanceWindow).set({rrule: 'FREQ=DAILY;BYHOUR=2,3'})
    await world.wait(HOUR)
    expect(await shown()).toEqual({now: null, last: [0, 30]})
    expect(world.warnings).toEqual([
      'Maintenance is planned no further: "BYHOUR=2,3" repeats more often than daily, which no maintenance does.',
    ])
  })

  it('is neither ended nor extended while it does not run', async () => {
    const window = await world.plan(ALL, {after: HOUR})
    const refusal = {message: 'This window does not run now.'}
    await expect(world.commands.end(world.caller, window)).rejects.toMatchObject(refusal)
    await expect(world.commands.extend(world.caller, window, 5)).rejects.toMatchObject(refusal)
  })

  it('is not extended beyond 31 days', async () => {
    const window = await world.plan(ALL, {minutes: 31 * 24 * 60 - 10})
    await expect(world.commands.extend(world.caller, window, 11)).rejects.toMatchObject({
      message: 'Maintenance must not last longer than 31 days.',
    })
  })
})
