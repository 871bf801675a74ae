import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {MaintenanceWindow} from '../../../src/domain/maintenance'
import {
  deviceMaintenanceMachine,
  deviceMaintenanceTexts,
  type MaintenanceAct,
} from '../../../src/machines/alarms/deviceMaintenance'
import {createCalls} from '../calls'

const DEVICE = {id: 'd1', organisationId: 'o1', customerId: null, label: null}
const WINDOW: MaintenanceWindow = {
  id: 'm1',
  title: 'Maintenance',
  reason: '',
  target: {kind: 'device', value: 'd1'},
  targetName: 'Boiler',
  plan: {start: '2026-11-23T12:00', zone: 'UTC', minutes: 60, rrule: null},
  period: {start: 0, end: 100},
  last: null,
  createdBy: 'ada',
  mayChange: true,
  version: 1,
}
const START = {kind: 'start', deviceId: 'd1', until: 100} as const

function createMaintenance() {
  const load = createCalls<readonly MaintenanceWindow[], {organisationId: string}>()
  const act = createCalls<void, {organisationId: string; act: MaintenanceAct}>()
  const actor = createActor(deviceMaintenanceMachine.provide({actors: {load: load.logic, act: act.logic}}), {
    input: {device: DEVICE},
  }).start()
  const getSnapshot = () => actor.getSnapshot()
  return {load, act, send: actor.send, state: () => getSnapshot().value, context: () => getSnapshot().context}
}

describe('the maintenance of a device', () => {
  it('is started, and read again to see what came of it', async () => {
    const {load, act, send, state, context} = createMaintenance()
    send({type: 'act.requested', act: START})
    expect(state()).toBe('reading')
    await load.answer([])
    send({type: 'act.requested', act: START})
    send({type: 'act.requested', act: START})
    expect([state(), act.asked]).toEqual(['acting', [{organisationId: 'o1', act: START}]])
    await act.answer(undefined)
    expect(state()).toBe('reading')
    await load.answer([WINDOW])
    expect([state(), context().windows]).toEqual(['known', [WINDOW]])
  })

  it('says why it could not be changed, until it is tried again', async () => {
    const {load, act, send, state, context} = createMaintenance()
    await load.answer([WINDOW])
    send({type: 'act.requested', act: {kind: 'end', windowId: 'm1'}})
    await act.fail()
    expect([state(), context().message]).toEqual(['known', deviceMaintenanceTexts.actFailed])
    send({type: 'act.requested', act: {kind: 'end', windowId: 'm1'}})
    expect(context().message).toBeNull()
  })

  it('that can’t be read is read again on request, and when it may have changed', async () => {
    const {load, send, state, context} = createMaintenance()
    await load.fail()
    expect([state(), context().message]).toEqual(['unread', deviceMaintenanceTexts.unloaded])
    send({type: 'retry.requested'})
    expect(state()).toBe('reading')
    await load.answer([])
    send({type: 'entries.changed'})
    expect(state()).toBe('reading')
    await load.fail()
    send({type: 'entries.changed'})
    send({type: 'entries.changed'})
    await load.answer([WINDOW])
    expect([state(), context().windows, context().message]).toEqual(['known', [WINDOW], null])
  })
})
