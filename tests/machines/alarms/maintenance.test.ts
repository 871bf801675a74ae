import {beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import type {MaintenancePlan} from '../../../contract/rules/maintenance'
import {
  emptyDraft,
  type MaintenanceChoices,
  type MaintenanceDraft,
  type MaintenanceWindow,
  NO_CHOICES,
} from '../../../src/domain/maintenance'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import {type MaintenanceInput, maintenanceMachine, planPreviewMachine} from '../../../src/machines/alarms/maintenance'
import {createCalls} from '../calls'

const NOW = Date.UTC(2026, 10, 23, 12, 20)
const OIL: MaintenanceWindow = {
  id: 'm1',
  title: 'Oil',
  reason: '',
  target: {kind: 'organisation', value: null},
  targetName: null,
  plan: {start: '2026-11-23T12:00', zone: 'UTC', minutes: 60, rrule: 'FREQ=WEEKLY;BYDAY=MO,FR'},
  period: null,
  last: null,
  createdBy: 'ada',
  mayChange: true,
  version: 3,
}
const LOADED: {windows: readonly MaintenanceWindow[]; choices: MaintenanceChoices} = {
  windows: [OIL],
  choices: {...NO_CHOICES, isOrganisation: true},
}
const INPUT: MaintenanceInput = {
  organisationId: 'o1',
  authority: 'ORGANISATION_ADMIN',
  zone: 'UTC',
  deviceId: null,
  now: () => NOW,
}

describe('the maintenance of an organisation', () => {
  async function createMaintenance(input = INPUT, loaded = LOADED) {
    const load = createCalls<typeof LOADED, {input: MaintenanceInput}>()
    const save = createCalls<
      typeof LOADED | undefined,
      {input: MaintenanceInput; loaded: typeof LOADED; row: MaintenanceWindow | null; draft: MaintenanceDraft}
    >()
    const act = createCalls<unknown, {input: MaintenanceInput; act: {id: string; minutes: number | null}}>()
    const actor = createActor(
      maintenanceMachine.provide({actors: {load: load.logic, save: save.logic, act: act.logic}}),
      {input},
    ).start()
    await load.answer(loaded)
    return {
      save,
      act,
      send: actor.send,
      state: () => actor.getSnapshot().value,
      context: () => actor.getSnapshot().context,
    }
  }

  it('is planned for the next full hour, and for no device unasked', async () => {
    const {send, context} = await createMaintenance()
    send({type: 'add.requested'})
    expect(context().draft).toMatchObject({start: Date.UTC(2026, 10, 23, 13), minutes: '60', kind: 'device', value: ''})
    send({type: 'save.requested'})
    expect(context().problems).toEqual({title: true, value: true})
  })

  it('is planned at once for the device at hand, if the viewer may choose it', async () => {
    const loaded = {...LOADED, choices: {...LOADED.choices, devices: [{id: 'd1', name: 'Boiler'}]}}
    const {context, state} = await createMaintenance({...INPUT, deviceId: 'd1'}, loaded)
    expect([state(), context().draft.value]).toMatchObject([{loaded: {dialog: {form: 'typing'}}}, 'd1'])
    const other = await createMaintenance({...INPUT, deviceId: 'd2'}, loaded)
    expect(other.state()).toMatchObject({loaded: {dialog: 'closed'}})
  })

  it('is changed as it is planned, and says why it could not be', async () => {
    const {save, send, context} = await createMaintenance()
    send({type: 'edit.requested', row: OIL})
    expect(context().draft).toMatchObject({title: 'Oil', repeat: 'weekly', days: [1, 5]})
    send({type: 'save.requested'})
    expect(save.asked).toEqual([{input: INPUT, loaded: LOADED, row: OIL, draft: context().draft}])
    await save.fail()
    expect(context().message).toBe('The window could not be saved.')
  })

  it.each([
    [null, 'The window could not be ended.'],
    [60, 'The window could not be extended.'],
  ])('says why it is not ended or extended: %s', async (minutes, failed) => {
    const {act, send, context} = await createMaintenance()
    send({type: 'act.requested', act: {id: 'm1', minutes}})
    expect(act.asked).toEqual([{input: INPUT, act: {id: 'm1', minutes}}])
    await act.fail()
    expect(context().message).toBe(failed)
  })
})

describe('the preview of a plan', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    return () => vi.useRealTimers()
  })

  const DRAFT = {...emptyDraft({zone: 'UTC', now: NOW, deviceId: null}), kind: 'organisation' as const}

  function createPreview() {
    const preview = createCalls<readonly TimeRange[], MaintenancePlan>()
    const actor = createActor(planPreviewMachine.provide({actors: {preview: preview.logic}}), {
      input: {draft: DRAFT},
    }).start()
    const change = (change: Partial<MaintenanceDraft>) =>
      actor.send({type: 'draft.changed', draft: {...DRAFT, ...change}})
    return {preview, change, now: () => [actor.getSnapshot().value, actor.getSnapshot().context.preview]}
  }

  it('says when a draft is next, a moment after it was typed', async () => {
    const {preview, change, now} = createPreview()
    change({repeat: 'rule', rule: 'FREQ=HOURLY'})
    await vi.advanceTimersByTimeAsync(400)
    expect(preview.asked).toEqual([{start: '2026-11-23T13:00', zone: 'UTC', minutes: 60, rrule: 'FREQ=HOURLY'}])
    await preview.answer([{start: 1, end: 2}])
    expect(now()).toEqual(['shown', {periods: [{start: 1, end: 2}]}])
  })

  it('stays until the next answer, and goes when what is typed is no plan', async () => {
    const {preview, change, now} = createPreview()
    await vi.advanceTimersByTimeAsync(400)
    await preview.answer([{start: 1, end: 2}])
    change({minutes: '90'})
    expect(now()).toEqual(['pausing', {periods: [{start: 1, end: 2}]}])
    change({minutes: ''})
    await vi.advanceTimersByTimeAsync(400)
    expect(now()).toEqual(['shown', null])
  })

  it('says what the server says against it, and asks again after a change', async () => {
    const {preview, change, now} = createPreview()
    await vi.advanceTimersByTimeAsync(400)
    await preview.fail()
    expect(now()).toEqual(['shown', {message: 'It could not be found out when the window is next.'}])
    change({repeat: 'daily'})
    await vi.advanceTimersByTimeAsync(400)
    change({repeat: 'monthly'})
    expect(now()[0]).toBe('pausing')
    await vi.advanceTimersByTimeAsync(400)
    expect(preview.asked.map(({rrule}) => rrule)).toEqual([null, 'FREQ=DAILY', 'FREQ=MONTHLY'])
  })
})
