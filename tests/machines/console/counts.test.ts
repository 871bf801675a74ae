import {expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {ConsoleRecord} from '../../../src/domain/console/records/description'
import {organisations} from '../../../src/domain/console/records/organisations'
import type {RecordQuestion} from '../../../src/domain/console/records/questions'
import {countsMachine} from '../../../src/machines/console/counts'
import {recordOf} from '../../domain/console/records/examples'
import {createCalls} from '../calls'

function createCounts() {
  const calls = createCalls<ConsoleRecord, RecordQuestion>()
  const counts = createActor(countsMachine.provide({actors: {loadRecord: calls.logic}}), {
    input: {description: organisations, id: 'o1', counts: {devices: 13}},
  }).start()
  return {calls, counts, known: () => counts.getSnapshot().context.counts}
}

it('counts are asked for again when they may have changed', async () => {
  const {calls, counts, known} = createCounts()
  expect([known(), calls.asked]).toEqual([{devices: 13}, []])
  counts.send({type: 'counts.requested'})
  await calls.answer(recordOf({}, {counts: {devices: 12}}))
  expect([known(), calls.asked]).toEqual([{devices: 12}, [{description: organisations, id: 'o1'}]])
})

it('counts stay as they were when they can’t be had', async () => {
  const {calls, counts, known} = createCounts()
  counts.send({type: 'counts.requested'})
  await calls.fail()
  expect([known(), counts.getSnapshot().value]).toEqual([{devices: 13}, 'known'])
})
