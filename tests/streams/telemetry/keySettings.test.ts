import {Subject} from 'rxjs'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import type {AttributeUpdate} from '../../../src/domain/telemetry/readings/live'
import {keySettings} from '../../../src/streams/telemetry/keySettings'

function createKeySettings(isJustRead = false) {
  const update = new Subject<readonly AttributeUpdate[]>()
  const changes = new Subject<void>()
  const polls = new Subject<void>()
  const [asked, events]: [AbortSignal[], unknown[]] = [[], []]
  let isAway = false
  const load = async (signal: AbortSignal) => {
    asked.push(signal)
    if (isAway) throw new Error('away')
    return NO_KEY_SETTINGS
  }
  const subscription = keySettings({load, update, changes, polls, isJustRead}).subscribe(event => events.push(event))
  const write = (key: string) => update.next([{deviceId: 'a', scope: 2, key, value: undefined, version: null, at: 0}])
  return {
    polls,
    changes,
    asked,
    events,
    write,
    subscription,
    leave: (away: boolean) => {
      isAway = away
    },
  }
}

const RECEIVED = {type: 'keySettings.received', settings: NO_KEY_SETTINGS}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('that are known already are loaded in each round', async () => {
  const {polls, events} = createKeySettings(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual([])
  polls.next()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual([RECEIVED])
})

it('are loaded at once, and in each round', async () => {
  const {polls, events} = createKeySettings()
  await vi.advanceTimersByTimeAsync(0)
  polls.next()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual([RECEIVED, RECEIVED])
})

it('are loaded again when any device has got others, once for many of them', async () => {
  const {asked, write} = createKeySettings()
  for (const key of ['notes', 'thresholds', 'units', 'thresholds']) write(key)
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(2)
})

it('are loaded again when an organisation or a customer has got others, once for many of them', async () => {
  const {asked, changes} = createKeySettings()
  changes.next()
  changes.next()
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toHaveLength(2)
})

it('are loaded again after a failure, and not any more once nobody listens', async () => {
  const {asked, events, polls, subscription, leave} = createKeySettings()
  leave(true)
  polls.next()
  await vi.advanceTimersByTimeAsync(0)
  leave(false)
  polls.next()
  subscription.unsubscribe()
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, asked.at(-1)?.aborted, events]).toEqual([3, true, []])
})
