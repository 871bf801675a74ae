import {describe, expect, it} from 'vitest'
import {createActor, fromCallback} from 'xstate'
import type {Alarm} from '../../../src/domain/alarm'
import type {AlarmAction} from '../../../src/domain/alarms/action'
import {alarmActionBatchMachine, alarmActionsMachine} from '../../../src/machines/alarms/actions'
import type {BatchEvent, BatchRun} from '../../../src/machines/batch'
import {alarm} from './alarm'

const HOUR = 3_600_000

function createAlarmActions() {
  const runs: BatchRun<Alarm, AlarmAction>[] = []
  const told: {kind: string; count: number}[] = []
  const stored: {userId: string; reasons: readonly string[]}[] = []
  let cancelled = 0
  let sendBack: (event: BatchEvent) => void = () => {}
  const actions = createActor(
    alarmActionsMachine.provide({
      actors: {
        batch: alarmActionBatchMachine.provide({
          actors: {
            run: fromCallback(actor => {
              runs.push(actor.input)
              sendBack = actor.sendBack
              actor.receive(() => {
                cancelled++
              })
            }),
          },
        }),
      },
      actions: {
        showOutcome: (_, done) => told.push(done),
        storeReasons: (_, {userId, reasons}) => stored.push({userId, reasons}),
      },
    }),
    {input: {now: 0, userId: 'ana', reasons: ['Being cleaned']}},
  ).start()
  const finish = (messages: Readonly<Record<string, string | null>>) => {
    sendBack({type: 'items.finished', outcomes: Object.entries(messages).map(([id, message]) => ({id, message}))})
    sendBack({type: 'run.ended'})
  }
  return {
    actions,
    runs,
    told,
    stored,
    finish,
    batch: () => actions.getSnapshot().children.batch,
    cancelled: () => cancelled,
    now: () => actions.getSnapshot().value,
  }
}

const requested = {type: 'action.requested', kind: 'acknowledge', now: HOUR, isAsking: false} as const

describe('an action', () => {
  it('without words is done at once, and told', () => {
    const {actions, runs, told, finish, now} = createAlarmActions()
    actions.send({...requested, alarms: [alarm('a')]})
    expect([now(), runs]).toEqual([
      'doing',
      [{job: {kind: 'acknowledge', note: '', until: expect.any(Number)}, items: [alarm('a')]}],
    ])
    finish({a: null})
    expect([now(), told]).toEqual(['idle', [{kind: 'acknowledge', count: 1}]])
  })

  it('that somebody else was first with says so, and can be left', () => {
    const {actions, batch, told, finish, now} = createAlarmActions()
    actions.send({...requested, alarms: [alarm('a')]})
    finish({a: 'Tom was first.'})
    expect([now(), batch()?.getSnapshot().value]).toEqual(['doing', 'finished'])
    batch()?.send({type: 'dialog.closed'})
    expect([now(), told]).toEqual(['idle', [{kind: 'acknowledge', count: 0}]])
  })

  it('is done with those alone that it can be done with', () => {
    const {actions, runs, now} = createAlarmActions()
    actions.send({...requested, alarms: [alarm('a', {state: 'shelved'})]})
    expect(now()).toBe('idle')
    actions.send({...requested, isAsking: true, alarms: [alarm('a', {state: 'shelved'}), alarm('b')]})
    actions.send({type: 'note.typed', note: ' On my way. '})
    actions.send({type: 'start.confirmed'})
    expect(runs).toMatchObject([{job: {note: 'On my way.'}, items: [alarm('b')]}])
  })

  it('on a shelf needs a reason and a time to come', () => {
    const {actions, now} = createAlarmActions()
    actions.send({...requested, kind: 'shelve', isAsking: true, alarms: [alarm('a')]})
    actions.send({type: 'start.confirmed'})
    expect(now()).toBe('asking')
    actions.send({type: 'note.typed', note: 'Cleaning'})
    actions.send({type: 'until.chosen', until: HOUR})
    actions.send({type: 'start.confirmed'})
    actions.send({type: 'until.chosen', until: null})
    actions.send({type: 'start.confirmed'})
    expect(now()).toBe('asking')
    actions.send({type: 'until.chosen', until: 2 * HOUR})
    actions.send({type: 'start.confirmed'})
    expect(now()).toBe('doing')
  })

  it('on a shelf for a known reason asks nothing, and keeps the reason as the latest', () => {
    const {actions, runs, stored, now} = createAlarmActions()
    actions.send({...requested, kind: 'shelve', note: 'Sensor fault', alarms: [alarm('a')]})
    expect([now(), runs]).toMatchObject([
      'doing',
      [{job: {kind: 'shelve', note: 'Sensor fault', until: HOUR + HOUR / 4}}],
    ])
    expect(stored).toEqual([{userId: 'ana', reasons: ['Sensor fault', 'Being cleaned']}])
  })

  it('without the words that it needs asks for them', () => {
    const {actions, now} = createAlarmActions()
    actions.send({...requested, kind: 'shelve', alarms: [alarm('a')]})
    expect(now()).toBe('asking')
  })

  it('says what is missing only when somebody tries to start it', () => {
    const {actions} = createAlarmActions()
    const isTried = () => actions.getSnapshot().context.isTried
    actions.send({...requested, kind: 'shelve', isAsking: true, alarms: [alarm('a')]})
    expect(isTried()).toBe(false)
    actions.send({type: 'start.confirmed'})
    expect(isTried()).toBe(true)
    actions.send({type: 'dialog.closed'})
    actions.send({...requested, kind: 'shelve', isAsking: true, alarms: [alarm('a')]})
    expect(isTried()).toBe(false)
  })

  it('of maintenance is for an hour, without words and with a device that is in none', () => {
    const {actions, runs} = createAlarmActions()
    const maintained = alarm('b', {maintenanceUntil: 2 * HOUR})
    actions.send({...requested, kind: 'maintain', alarms: [alarm('a'), maintained]})
    expect(runs).toEqual([{job: {kind: 'maintain', note: '', until: 2 * HOUR}, items: [alarm('a')]}])
  })

  it('that is not wanted after all does nothing', () => {
    const {actions, runs, now} = createAlarmActions()
    actions.send({...requested, isAsking: true, alarms: [alarm('a')]})
    actions.send({type: 'dialog.closed'})
    expect([now(), runs]).toEqual(['idle', []])
  })
})

describe('an action with many', () => {
  it('shows an outcome for each, and tries those again that failed or were not started', () => {
    const {actions, batch, runs, told, finish, now} = createAlarmActions()
    actions.send({...requested, alarms: [alarm('a'), alarm('b'), alarm('c')]})
    finish({a: null, b: 'Tom was first.'})
    expect(batch()?.getSnapshot()).toMatchObject({value: 'finished', context: {tally: {done: 1, failed: 1, left: 1}}})
    batch()?.send({type: 'retry.requested'})
    expect(runs.at(-1)?.items.map(({id}) => id)).toEqual(['b', 'c'])
    finish({b: null, c: null})
    expect(batch()?.getSnapshot()).toMatchObject({value: 'finished', context: {tally: {done: 3, failed: 0, left: 0}}})
    batch()?.send({type: 'retry.requested'})
    expect(runs).toHaveLength(2)
    batch()?.send({type: 'dialog.closed'})
    expect([now(), told]).toEqual(['idle', [{kind: 'acknowledge', count: 3}]])
  })

  it('can be stopped, and waits for what is under way', () => {
    const {actions, batch, cancelled, finish} = createAlarmActions()
    actions.send({...requested, alarms: [alarm('a'), alarm('b')]})
    batch()?.send({type: 'cancel.requested'})
    batch()?.send({type: 'cancel.requested'})
    expect([batch()?.getSnapshot().value, cancelled()]).toEqual([{running: 'cancelling'}, 1])
    finish({a: null})
    expect(batch()?.getSnapshot()).toMatchObject({value: 'finished', context: {tally: {done: 1, failed: 0, left: 1}}})
  })
})
