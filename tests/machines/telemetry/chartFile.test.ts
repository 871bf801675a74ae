import {expect, it} from 'vitest'
import {createActor} from 'xstate'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import {type ChartFile, chartFileMachine} from '../../../src/machines/telemetry/chartFile'
import {statesOf} from '../adjacency'
import {createCalls} from '../calls'

const FILE: ChartFile = {
  question: {deviceId: 'd', key: 'k', start: 0, end: 1, aggregation: 'none', windowMinutes: 30, zone: 'UTC'},
  offer: null,
  series: NO_SERIES,
  unit: null,
}

it('ignores what is requested while a file is being saved', async () => {
  const calls = createCalls<void, ChartFile>()
  const file = createActor(chartFileMachine.provide({actors: {saveFile: calls.logic}})).start()
  file.send({type: 'file.requested', file: FILE})
  file.send({type: 'file.requested', file: {...FILE, unit: 'celsius'}})
  expect([file.getSnapshot().value, calls.asked]).toEqual(['saving', [FILE]])
  await calls.answer(undefined)
  expect([file.getSnapshot().value, calls.asked]).toEqual(['idle', [FILE]])
})

it('reaches every state of saving a file', () => {
  const machine = chartFileMachine.provide({
    actors: {saveFile: createCalls<void, ChartFile>().logic},
    actions: {logFailure: () => {}},
  })
  const events = [
    {type: 'file.requested', file: FILE},
    {type: 'xstate.done.actor.0.chartFile.saving', output: undefined},
    {type: 'xstate.error.actor.0.chartFile.saving', error: new Error('away')},
  ]
  expect(statesOf(machine, events)).toEqual(['failed', 'idle', 'saving'])
})
