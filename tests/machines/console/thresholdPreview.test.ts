import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import {OFF} from '../../../contract/rules/thresholds'
import {EMPTY_THRESHOLD, typedThreshold} from '../../../src/domain/console/thresholds/draft'
import type {ThresholdOwner} from '../../../src/domain/console/thresholds/levels'
import type {Suggestion} from '../../../src/domain/console/thresholds/suggestion'
import type {Day, Trial, TrialQuestion} from '../../../src/domain/console/thresholds/trial'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import {type PreviewDevice, thresholdPreviewMachine} from '../../../src/machines/console/thresholdPreview'
import {unreachable} from '../../support/failures'
import {createCalls} from '../calls'

const OWNER = {kind: 'organisation', id: 'o1', organisationId: 'o1', customerId: null} as const
const DEVICES = [
  {id: 'a', name: 'A'},
  {id: 'b', name: 'B'},
]
const DAY: Day = {series: NO_SERIES, range: {start: 0, end: 1}}
const TRIAL: Trial = {raised: [], isWhole: true}
const THRESHOLD = typedThreshold({...EMPTY_THRESHOLD, key: 'load', warningAbove: '5'})

function createPreviewActor(key = 'load', threshold = THRESHOLD) {
  const devices = createCalls<readonly PreviewDevice[], ThresholdOwner>()
  const keys = createCalls<readonly string[], {deviceId: string}>()
  const days = createCalls<Day, {deviceId: string; key: string}>()
  const trials = createCalls<Trial | null, TrialQuestion>()
  const suggestions = createCalls<Suggestion | null, {deviceId: string; key: string}>()
  const actor = createActor(
    thresholdPreviewMachine.provide({
      actors: {
        loadDevices: devices.logic,
        loadKeys: keys.logic,
        loadDay: days.logic,
        tryThreshold: trials.logic,
        suggestLimits: suggestions.logic,
      },
    }),
    {input: {owner: OWNER, key, threshold}},
  ).start()
  return {
    ...{devices, keys, days, trials, suggestions, send: actor.send},
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('shows the day of the first device, and tries the threshold with it, at once', async () => {
  const {devices, keys, days, trials, state, context} = createPreviewActor()
  await devices.answer(DEVICES)
  await keys.answer(['load', 'power'])
  await days.answer(DAY)
  await trials.answer(TRIAL)
  expect(days.asked).toEqual([{deviceId: 'a', key: 'load'}])
  expect(trials.asked).toEqual([{deviceId: 'a', key: 'load', threshold: THRESHOLD}])
  expect(state()).toMatchObject({devices: 'known', day: 'shown', trial: 'shown'})
  expect([context().keys, context().day, context().trial]).toEqual([['load', 'power'], DAY, TRIAL])
})

it('waits until typing rests, and asks only for what has changed', async () => {
  const {devices, days, trials, send, state} = createPreviewActor()
  await devices.answer(DEVICES)
  await days.answer(DAY)
  await trials.answer(TRIAL)
  send({type: 'threshold.typed', threshold: THRESHOLD && {...THRESHOLD, clear: 1}})
  send({type: 'key.typed', key: 'load'})
  expect(state()).toMatchObject({devices: 'known', day: 'shown', trial: 'waiting'})
  await vi.advanceTimersByTimeAsync(600)
  expect([days.asked.length, trials.asked.length]).toEqual([1, 2])
  send({type: 'key.typed', key: 'power'})
  await vi.advanceTimersByTimeAsync(600)
  expect(days.asked.at(-1)).toEqual({deviceId: 'a', key: 'power'})
})

it('has nothing to show without a key, a device, or a threshold that makes sense', async () => {
  const {devices, send, state} = createPreviewActor('', null)
  expect(state()).toMatchObject({devices: 'loading', day: 'none', trial: 'none'})
  await devices.answer([])
  send({type: 'key.typed', key: 'load'})
  await vi.advanceTimersByTimeAsync(600)
  expect(state()).toMatchObject({devices: 'known', day: 'none', trial: 'none'})
})

it('looks at another device on request', async () => {
  const {devices, days, trials, send} = createPreviewActor()
  await devices.answer(DEVICES)
  send({type: 'device.chosen', deviceId: 'b'})
  expect([days.asked.at(-1), trials.asked.at(-1)]).toMatchObject([{deviceId: 'b'}, {deviceId: 'b'}])
})

it('says what could not be loaded, and what the server doesn’t offer', async () => {
  const failing = createPreviewActor()
  await failing.devices.fail(unreachable)
  expect(failing.state()).toMatchObject({devices: 'failed'})
  const {devices, days, keys, trials, state} = createPreviewActor()
  await devices.answer(DEVICES)
  await keys.fail(unreachable)
  await days.fail(unreachable)
  await trials.answer(null)
  expect(state()).toMatchObject({devices: 'known', day: 'failed', trial: 'notOffered'})
  const another = createPreviewActor()
  await another.devices.answer(DEVICES)
  await another.trials.fail(unreachable)
  expect(another.state()).toMatchObject({trial: 'failed'})
})

describe('the suggestion', () => {
  it('is that of the device and the key, and is asked for again with another key', async () => {
    const {devices, suggestions, send, state, context} = createPreviewActor()
    await devices.answer(DEVICES)
    const suggestion: Suggestion = {threshold: OFF, days: 28, trial: TRIAL}
    await suggestions.answer(suggestion)
    expect([state(), context().suggestion]).toMatchObject([{suggestion: 'shown'}, suggestion])
    send({type: 'key.typed', key: 'power'})
    await vi.advanceTimersByTimeAsync(600)
    expect([suggestions.asked.at(-1), context().suggestion]).toEqual([{deviceId: 'a', key: 'power'}, null])
  })

  it.each(['tooLittle', 'failed'])('says that it is %s', async end => {
    const {devices, suggestions, state} = createPreviewActor()
    await devices.answer(DEVICES)
    if (end === 'failed') await suggestions.fail()
    else await suggestions.answer(null)
    expect(state()).toMatchObject({suggestion: end})
  })
})
