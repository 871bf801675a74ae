import {Subject} from 'rxjs'
import {beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import {
  type MaintenanceChoices,
  type MaintenanceEntry,
  type MaintenanceWindow,
  NO_CHOICES,
} from '../../../src/domain/alarms/maintenance'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import {type MaintenanceInput, maintenanceMachine} from '../../../src/machines/alarms/maintenance'
import {createCalls, settled} from '../calls'

const NOW = Date.UTC(2026, 10, 23, 12, 20)
const OIL: MaintenanceWindow = {
  ...{id: 'm1', title: 'Oil', reason: '', target: {kind: 'organisation', value: null}, targetName: null},
  plan: {start: '2026-11-23T12:00', zone: 'UTC', minutes: 60, rrule: 'FREQ=WEEKLY;BYDAY=MO,FR'},
  ...{period: null, last: null, createdBy: 'ada', mayChange: true, version: 3},
}
const LOADED: {windows: readonly MaintenanceWindow[]; choices: MaintenanceChoices} = {
  windows: [OIL],
  choices: {...NO_CHOICES, isOrganisation: true},
}

function createMaintenance() {
  const load = createCalls<typeof LOADED, Pick<MaintenanceInput, 'organisationId' | 'authority'>>()
  const preview = createCalls<readonly TimeRange[], MaintenancePlan>()
  const save = createCalls<
    MaintenanceWindow,
    {organisationId: string; entry: MaintenanceEntry; window: MaintenanceWindow | null}
  >()
  const remove = createCalls<void, {organisationId: string; id: string}>()
  const steer = createCalls<MaintenanceWindow, {organisationId: string; id: string; minutes: number | null}>()
  const moved = new Subject<{type: 'alarms.moved'}>()
  const actor = createActor(
    maintenanceMachine.provide({
      actors: {
        alarmEvents: fromEventObservable(() => moved),
        ...{load: load.logic, preview: preview.logic, save: save.logic, remove: remove.logic, steer: steer.logic},
      },
    }),
    {input: {organisationId: 'o1', authority: 'ORGANISATION_ADMIN', zone: 'UTC', now: () => NOW}},
  ).start()
  const now = () => actor.getSnapshot().value
  return {actor, now, load, preview, save, remove, steer, moved, context: () => actor.getSnapshot().context}
}

let of: ReturnType<typeof createMaintenance>

beforeEach(async () => {
  vi.useFakeTimers()
  of = createMaintenance()
  await of.load.answer(LOADED)
  return () => vi.useRealTimers()
})

describe('the maintenance of an organisation', () => {
  it('is read again when a window begins, ends or is planned otherwise', async () => {
    of.moved.next({type: 'alarms.moved'})
    expect(of.now()).toBe('loading')
    await of.load.fail()
    expect([of.now(), of.context().message]).toEqual(['failed', 'The maintenance windows could not be loaded.'])
    of.actor.send({type: 'retry.requested'})
    await of.load.answer(LOADED)
    expect([of.now(), of.context().message]).toEqual(['shown', null])
  })

  it('says when a draft is next, a moment after it was typed, and what the server says against it', async () => {
    of.actor.send({type: 'add.requested'})
    expect(of.context().draft).toMatchObject({start: Date.UTC(2026, 10, 23, 13), minutes: '60', kind: 'organisation'})
    of.actor.send({type: 'draft.changed', change: {repeat: 'rule', rule: 'FREQ=HOURLY'}})
    await vi.advanceTimersByTimeAsync(400)
    expect(of.preview.asked).toEqual([{start: '2026-11-23T13:00', zone: 'UTC', minutes: 60, rrule: 'FREQ=HOURLY'}])
    await of.preview.fail()
    expect(of.context().preview).toEqual({message: 'It could not be found out when the window is next.'})

    of.actor.send({type: 'draft.changed', change: {repeat: 'daily'}})
    await vi.advanceTimersByTimeAsync(400)
    await of.preview.answer([{start: 1, end: 2}])
    expect(of.context().preview).toEqual({periods: [{start: 1, end: 2}]})

    of.actor.send({type: 'draft.changed', change: {minutes: '90'}})
    expect([of.now(), of.context().preview]).toEqual([{form: 'pausing'}, {periods: [{start: 1, end: 2}]}])

    of.actor.send({type: 'draft.changed', change: {minutes: ''}})
    await vi.advanceTimersByTimeAsync(400)
    expect([of.now(), of.context().preview]).toEqual([{form: 'typing'}, null])
  })

  it('is saved once nothing is missing, as the version that was seen', async () => {
    of.actor.send({type: 'add.requested'})
    of.actor.send({type: 'save.requested'})
    expect(of.context().problems).toEqual({title: true})
    of.actor.send({type: 'dialog.closed'})
    await of.load.answer(LOADED)

    of.actor.send({type: 'edit.requested', window: OIL})
    of.actor.send({type: 'draft.changed', change: {days: [1], reason: ' New filters '}})
    of.actor.send({type: 'save.requested'})
    of.actor.send({type: 'draft.changed', change: {title: 'Too late'}})
    const plan = {...OIL.plan, rrule: 'FREQ=WEEKLY;BYDAY=MO'}
    const entry = {title: 'Oil', reason: 'New filters', target: OIL.target, plan}
    expect(of.save.asked).toEqual([{organisationId: 'o1', entry, window: OIL}])
    await of.save.fail()
    expect([of.now(), of.context().message]).toEqual([{form: 'typing'}, 'The window could not be saved.'])
    of.actor.send({type: 'save.requested'})
    await of.save.answer(OIL)
    expect(of.now()).toBe('loading')
  })

  it.each([
    [{type: 'end.requested', window: OIL}, null, 'The window could not be ended.'],
    [{type: 'extension.requested', window: OIL, minutes: 60}, 60, 'The window could not be extended.'],
  ] as const)('does by one click what is asked with %o', async (asked, minutes, failed) => {
    of.actor.send(asked)
    expect(of.steer.asked).toEqual([{organisationId: 'o1', id: 'm1', minutes}])
    await of.steer.fail()
    expect([of.now(), of.context().message]).toEqual(['shown', failed])
    of.actor.send(asked)
    await of.steer.answer(OIL)
    expect(of.now()).toBe('loading')
  })

  it('is deleted after a question', async () => {
    of.actor.send({type: 'deletion.requested', window: OIL})
    of.actor.send({type: 'dialog.closed'})
    await of.load.answer(LOADED)
    of.actor.send({type: 'deletion.requested', window: OIL})
    of.actor.send({type: 'deletion.confirmed'})
    await of.remove.fail()
    expect([of.now(), of.context().message]).toEqual([{deleting: 'asking'}, 'The window could not be deleted.'])
    of.actor.send({type: 'deletion.confirmed'})
    await of.remove.answer()
    await settled()
    expect(of.now()).toBe('loading')
    expect(of.remove.asked).toEqual([
      {organisationId: 'o1', id: 'm1'},
      {organisationId: 'o1', id: 'm1'},
    ])
  })
})
