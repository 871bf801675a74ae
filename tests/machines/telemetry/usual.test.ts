import {concat, NEVER, of} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {UsualReason, UsualReceived} from '../../../src/domain/telemetry/usual'
import {type UsualQuestion, usualMachine} from '../../../src/machines/telemetry/usual'
import {usualReasonMachine} from '../../../src/machines/telemetry/usualReason'
import {refusal} from '../../gallery/given'
import {REASON, USUAL_PARTS} from '../../gallery/telemetryWorld'
import {createCalls} from '../calls'

const HOUR = 3_600_000
const SERIES = {deviceId: 'd1', key: 'temperature'}

describe('what is usual behind a chart', () => {
  function create() {
    const asked: (readonly [number, number])[] = []
    const parts = fromEventObservable<UsualReceived, UsualQuestion>(({input: {range}}) => {
      asked.push([range.start / HOUR, range.end / HOUR])
      return concat(of({type: 'usual.received' as const, parts: USUAL_PARTS}), NEVER)
    })
    const actor = createActor(usualMachine.provide({actors: {parts}}), {input: SERIES}).start()
    const show = (start: number, end: number) =>
      actor.send({type: 'range.shown', range: {start: start * HOUR, end: end * HOUR}})
    return {actor, asked, show, now: () => actor.getSnapshot()}
  }

  it('is read in whole hours, and again only when the range has left them', () => {
    const {asked, show, now} = create()
    expect(now().context.parts).toEqual([])
    for (const end of [10.2, 10.5, 10.9, 11.1]) show(4.5, end)
    show(3.9, 10)
    expect(asked).toEqual([
      [4, 11],
      [4, 12],
      [3, 11],
    ])
    expect(now().context.parts).toBe(USUAL_PARTS)
  })

  it('is not read of a range in which hours can’t be told apart, and can be hidden', () => {
    const {actor, asked, show, now} = create()
    show(0, 10)
    show(0, 40 * 24)
    expect([asked.length, now().value, now().context.parts]).toEqual([1, 'unwatched', []])
    actor.send({type: 'parts.toggled'})
    expect(now().context.areShown).toBe(false)
  })
})

describe('the reason of a judgement', () => {
  function create() {
    const loads = createCalls<UsualReason, typeof SERIES>()
    const accepts = createCalls<UsualReason, typeof SERIES & {reason: string}>()
    const logic = usualReasonMachine.provide({actors: {load: loads.logic, accept: accepts.logic}})
    const actor = createActor(logic, {input: SERIES}).start()
    return {actor, loads, accepts, now: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context}
  }

  it('is loaded when it is asked for, again after a failure, and forgotten when it is closed', async () => {
    const {actor, loads, now, context} = create()
    actor.send({type: 'reason.requested'})
    await loads.fail()
    expect([now(), context().message]).toEqual(['failed', 'What is usual could not be loaded.'])
    actor.send({type: 'retry.requested'})
    await loads.answer(REASON)
    expect([now(), context().reason, context().message]).toEqual(['shown', REASON, null])
    actor.send({type: 'dialog.closed'})
    expect([now(), context().reason]).toEqual(['closed', null])
  })

  it('is replaced once somebody has called the present level normal, which needs a reason', async () => {
    const {actor, loads, accepts, now, context} = create()
    actor.send({type: 'reason.requested'})
    await loads.answer(REASON)
    actor.send({type: 'acceptance.requested'})
    actor.send({type: 'save.requested'})
    expect([now(), context().problems]).toEqual(['typing', {reason: true}])
    actor.send({type: 'draft.changed', change: {reason: ' New burner '}})
    actor.send({type: 'save.requested'})
    expect(accepts.asked).toEqual([{...SERIES, reason: 'New burner'}])
    await accepts.fail(refusal(409, 'Too little is known of this series.'))
    expect([now(), context().message, context().draft.reason]).toEqual([
      'typing',
      'Too little is known of this series.',
      ' New burner ',
    ])
    actor.send({type: 'save.requested'})
    await accepts.answer({...REASON, verdict: 'usual'})
    expect([now(), context().reason?.verdict, context().draft.reason]).toEqual(['shown', 'usual', ''])
  })
})
