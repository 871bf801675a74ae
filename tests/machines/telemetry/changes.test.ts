import {expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {StretchChanges} from '../../../src/domain/telemetry/usual'
import type {TimeRange} from '../../../src/domain/timeRange/timeRange'
import {changesMachine} from '../../../src/machines/telemetry/changes'
import {CHANGES} from '../../gallery/telemetryWorld'
import {createCalls} from '../calls'

it('what else changed is read of the stretch that is asked for, again after a failure, and of another one', async () => {
  const loads = createCalls<StretchChanges, {stretch: TimeRange}>()
  const actor = createActor(changesMachine.provide({actors: {load: loads.logic}})).start()
  const now = () => [actor.getSnapshot().value, actor.getSnapshot().context.message]
  actor.send({type: 'changes.requested', stretch: {start: 10, end: 20}})
  await loads.fail()
  expect(now()).toEqual(['failed', 'What else changed could not be loaded.'])
  actor.send({type: 'retry.requested'})
  await loads.answer(CHANGES)
  expect([...now(), actor.getSnapshot().context.answer]).toEqual(['shown', null, CHANGES])
  actor.send({type: 'dialog.closed'})
  actor.send({type: 'changes.requested', stretch: {start: 30, end: 40}})
  expect([...now(), actor.getSnapshot().context.answer]).toEqual(['loading', null, null])
  expect(loads.asked.map(({stretch: {start}}) => start)).toEqual([10, 10, 30])
})
