import {describe, it} from 'vitest'
import type {ReadingsByDevice} from '../../../src/domain/telemetry/readings/reading'
import {latestReadings} from '../../../src/streams/telemetry/latestReadings'
import {marbles} from '../marbles'

const readings: ReadingsByDevice = new Map([['d', new Map([['k', {value: 1, ts: 1, receivedAt: 1}]])]])
const error = new Error('away')
const r = {type: 'readings.received', readings, keys: new Map([['d', ['k']]])}
const m = {type: 'readings.missed', error}
const values = {r, m}

describe('the latest readings of all devices', () => {
  it('are read at once and after each refresh', () => {
    marbles(({hot, cold, expectObservable}) => {
      const load = () => cold('--(a|)', {a: readings})
      const refreshes = hot('----------r-----', {r: 0})
      expectObservable(latestReadings({load, refreshes}), '16ms !').toBe('--r---------r', values)
    })
  })

  it('that are known already are read after a refresh', () => {
    marbles(({hot, cold, expectObservable}) => {
      const load = () => cold('--(a|)', {a: readings})
      const refreshes = hot('----------r-----', {r: 0})
      const found = latestReadings({load, refreshes, isJustRead: true})
      expectObservable(found, '16ms !').toBe('------------r', values)
    })
  })

  it('are asked for again when a call is under way at a refresh', () => {
    marbles(({hot, cold, expectObservable}) => {
      const load = () => cold('-----(a|)', {a: readings})
      const refreshes = hot('---r----', {r: 0})
      expectObservable(latestReadings({load, refreshes}), '16ms !').toBe('--------r', values)
    })
  })

  it('that can’t be had are told of, and asked for again after ten seconds', () => {
    marbles(({cold, expectObservable}) => {
      let tries = 0
      const load = () => (tries++ < 2 ? cold<ReadingsByDevice>('-#', {}, error) : cold('-(a|)', {a: readings}))
      const never = cold('-')
      expectObservable(latestReadings({load, refreshes: never}), '30s !').toBe('-m 10s m 10s r', values)
    })
  })
})
