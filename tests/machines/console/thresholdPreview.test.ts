import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import {OFF} from '../../../contract/rules/thresholds'
import {EMPTY_THRESHOLD, typedThreshold} from '../../../src/domain/console/thresholds/draft'
import type {ThresholdOwner} from '../../../src/domain/console/thresholds/levels'
import type {Suggestion} from '../../../src/domain/console/thresholds/suggestion'
import type {Day, DevicesOfKey, PreviewDevice, Trial, TrialQuestion} from '../../../src/domain/console/thresholds/trial'
import {NO_SERIES} from '../../../src/domain/telemetry/series/series'
import {thresholdPreviewMachine} from '../../../src/machines/console/thresholdPreview'
import {unreachable} from '../../support/failures'
import {createCalls} from '../calls'

const OWNER = {kind: 'organisation', id: 'o1', organisationId: 'o1', customerId: null} as const
const DEVICES = [
  {id: 'a', name: 'A'},
  {id: 'b', name: 'B'},
]
const DAY: Day = {series: NO_SERIES, range: {start: 0, end: 1}}
const OF_KEY: DevicesOfKey = {looked: DEVICES, total: 2}
const TRIAL: Trial = {raised: [], isWhole: true}
const THRESHOLD = typedThreshold({...EMPTY_THRESHOLD, key: 'load', warningAbove: '5'})

function createPreviewActor(key = 'load', threshold = THRESHOLD) {
  const devices = createCalls<readonly PreviewDevice[], ThresholdOwner>()
  const keys = createCalls<readonly string[], {deviceId: string}>()
  const days = createCalls<Day, {deviceId: string; key: string}>()
  const trials = createCalls<Trial | null, TrialQuestion>()
  const suggestions = createCalls<Suggestion | null, Omit<TrialQuestion, 'threshold'>>()
  const found = createCalls<DevicesOfKey, {devices: readonly PreviewDevice[]; key: string}>()
  const actor = createActor(
    thresholdPreviewMachine.provide({
      actors: {
        loadDevices: devices.logic,
        loadKeys: keys.logic,
        loadDay: days.logic,
        tryThreshold: trials.logic,
        suggestLimits: suggestions.logic,
        findDevicesOfKey: found.logic,
      },
    }),
    {input: {owner: OWNER, key, threshold}},
  ).start()
  return {
    devices,
    keys,
    days,
    found,
    trials,
    suggestions,
    send: actor.send,
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

it('shows the day of the first device, and tries the threshold with all that have the key, at once', async () => {
  const {devices, keys, days, found, trials, state, context} = createPreviewActor()
  await devices.answer(DEVICES)
  expect(state()).toMatchObject({trial: 'finding', suggestion: 'finding'})
  await found.answer(OF_KEY)
  await keys.answer(['load', 'power'])
  await days.answer(DAY)
  await trials.answer(TRIAL)
  expect(days.asked).toEqual([{deviceId: 'a', key: 'load'}])
  expect(found.asked).toEqual([{devices: DEVICES, key: 'load'}])
  expect(trials.asked).toEqual([{devices: DEVICES, key: 'load', threshold: THRESHOLD}])
  expect(state()).toMatchObject({devices: 'known', day: 'shown', trial: 'shown'})
  expect([context().keys, context().day, context().trial]).toEqual([['load', 'power'], DAY, TRIAL])
})

it('waits until typing rests, and asks only for what has changed', async () => {
  const {devices, days, found, trials, send, state} = createPreviewActor()
  await devices.answer(DEVICES)
  await found.answer(OF_KEY)
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
  expect([found.asked.at(-1)?.key, trials.asked.length, state()]).toMatchObject(['power', 2, {trial: 'finding'}])
})

it('has nothing to show without a key, a device, or a threshold that makes sense', async () => {
  const {devices, send, state} = createPreviewActor('', null)
  expect(state()).toMatchObject({devices: 'loading', day: 'none', trial: 'none'})
  await devices.answer([])
  send({type: 'key.typed', key: 'load'})
  await vi.advanceTimersByTimeAsync(600)
  expect(state()).toMatchObject({devices: 'known', day: 'none', trial: 'none'})
})

it('shows the day of another device on request, and asks nothing else anew', async () => {
  const {devices, days, found, trials, send} = createPreviewActor()
  await devices.answer(DEVICES)
  await found.answer(OF_KEY)
  send({type: 'device.chosen', deviceId: 'b'})
  expect([days.asked.at(-1), found.asked.length, trials.asked.length]).toEqual([{deviceId: 'b', key: 'load'}, 1, 1])
})

it('says what could not be loaded, and what the server doesn’t offer', async () => {
  const failing = createPreviewActor()
  await failing.devices.fail(unreachable)
  expect(failing.state()).toMatchObject({devices: 'failed'})
  const {devices, days, found, keys, trials, state} = createPreviewActor()
  await devices.answer(DEVICES)
  await found.answer(OF_KEY)
  await keys.fail(unreachable)
  await days.fail(unreachable)
  await trials.answer(null)
  expect(state()).toMatchObject({devices: 'known', day: 'failed', trial: 'notOffered'})
  const another = createPreviewActor()
  await another.devices.answer(DEVICES)
  await another.found.answer(OF_KEY)
  await another.trials.fail(unreachable)
  expect(another.state()).toMatchObject({trial: 'failed'})
  const unfound = createPreviewActor()
  await unfound.devices.answer(DEVICES)
  await unfound.found.fail(unreachable)
  expect(unfound.state()).toMatchObject({trial: 'failed', suggestion: 'failed'})
})

describe('the suggestion', () => {
  it('is that of all devices with the key, and is asked for again with another key', async () => {
    const {devices, found, suggestions, send, state, context} = createPreviewActor()
    await devices.answer(DEVICES)
    await found.answer({looked: DEVICES, total: 900})
    const limits = {kind: 'limits', threshold: OFF, days: 28, isUsual: false, leftOut: []} as const
    const suggestion: Suggestion = {...limits, trial: TRIAL}
    await suggestions.answer(suggestion)
    expect([state(), context().suggestion]).toMatchObject([{suggestion: 'shown'}, suggestion])
    send({type: 'key.typed', key: 'power'})
    await vi.advanceTimersByTimeAsync(600)
    await found.answer({looked: DEVICES.slice(1), total: 1})
    expect([suggestions.asked.at(-1), context().suggestion]).toEqual([{devices: DEVICES.slice(1), key: 'power'}, null])
  })

  it.each(['tooLittle', 'failed'])('says that it is %s', async end => {
    const {devices, found, suggestions, state} = createPreviewActor()
    await devices.answer(DEVICES)
    await found.answer(OF_KEY)
    if (end === 'failed') await suggestions.fail()
    else await suggestions.answer(null)
    expect(state()).toMatchObject({suggestion: end})
  })
})
