import {NEVER, Subject} from 'rxjs'
import {describe, expect, it} from 'vitest'
import {type DeviceTelemetry, enrichment} from '../../../src/streams/telemetry/enrichment'
import {marbles} from '../marbles'

const telemetry: DeviceTelemetry = {keys: ['k', 'l'], readings: new Map([['k', {value: 1, ts: 1, receivedAt: null}]])}
const error = new Error('no')

function createEnrichment(deviceIds: readonly string[]) {
  const shown = new Subject<readonly string[]>()
  const polls = new Subject<void>()
  const asked: string[] = []
  const answers = new Map<string, Subject<DeviceTelemetry>>()
  const subscription = enrichment({
    deviceIds,
    shown,
    polls,
    enrich(deviceId) {
      asked.push(deviceId)
      const answer = new Subject<DeviceTelemetry>()
      answers.set(deviceId, answer)
      return answer
    },
  }).subscribe()
  const answer = (...ids: string[]) => {
    for (const id of ids) answers.get(id)?.complete()
  }
  const open = () => [...answers.values()].filter(each => each.observed).length
  return {shown, polls, asked, answer, open, subscription}
}

describe('what enrichment tells', () => {
  it('is gathered for a tenth of a second: the devices that are known, then those that failed', () => {
    marbles(({cold, expectObservable}) => {
      const answers = new Map([
        ['a', cold<DeviceTelemetry>('10ms (a|)', {a: telemetry})],
        ['b', cold<DeviceTelemetry>('20ms #', {}, error)],
        ['c', cold<DeviceTelemetry>('150ms (a|)', {a: telemetry})],
      ])
      const enrich = (deviceId: string) => answers.get(deviceId) ?? NEVER
      const events = enrichment({deviceIds: ['a', 'b', 'c'], enrich, shown: NEVER, polls: NEVER})
      expectObservable(events, '400ms !').toBe('100ms (ab) 96ms c', {
        a: received('a'),
        b: {type: 'device.notEnriched', deviceId: 'b', error},
        c: received('c'),
      })
    })
  })

  it('keeps the keys of a device whose values can’t be had', () => {
    marbles(({cold, expectObservable}) => {
      const keysOnly = {keys: ['k'], readings: new Map()}
      const enrich = () => cold<DeviceTelemetry>('a--#', {a: keysOnly}, error)
      const events = enrichment({deviceIds: ['a'], enrich, shown: NEVER, polls: NEVER})
      expectObservable(events, '200ms !').toBe('100ms (ab)', {
        a: {type: 'readings.received', readings: new Map([['a', new Map()]]), keys: new Map([['a', ['k']]])},
        b: {type: 'device.notEnriched', deviceId: 'a', error},
      })
    })
  })
})

describe('the order of enrichment', () => {
  it('is that of the list, a few at a time', () => {
    const {asked, answer} = createEnrichment(['a', 'b', 'c', 'd', 'e', 'f'])
    expect(asked).toEqual(['a', 'b', 'c', 'd'])
    answer('b')
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('puts the devices in view first', () => {
    const {shown, asked, answer} = createEnrichment(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    shown.next(['g', 'f'])
    answer('a', 'b', 'c')
    expect(asked).toEqual(['a', 'b', 'c', 'd', 'g', 'f', 'e'])
  })

  it('asks for each device once, whatever is in view', () => {
    const {shown, asked, answer} = createEnrichment(['a', 'b'])
    answer('a', 'b')
    shown.next(['b', 'a', 'gone'])
    expect(asked).toEqual(['a', 'b'])
  })

  it('asks in a later round for those in view, and for others as they come into view', () => {
    const {shown, polls, asked, answer} = createEnrichment(['a', 'b', 'c'])
    answer('a', 'b', 'c')
    shown.next(['a'])
    polls.next()
    expect(asked.slice(3)).toEqual(['a'])
    shown.next(['a', 'b'])
    expect(asked.slice(3)).toEqual(['a', 'b'])
  })

  it('gives up what is under way with its listener', () => {
    const {open, asked, subscription} = createEnrichment(['a', 'b', 'c', 'd', 'e'])
    expect(open()).toBe(4)
    subscription.unsubscribe()
    expect([open(), asked.length]).toEqual([0, 4])
  })
})

const received = (deviceId: string) => ({
  type: 'readings.received',
  readings: new Map([[deviceId, telemetry.readings]]),
  keys: new Map([[deviceId, telemetry.keys]]),
})
