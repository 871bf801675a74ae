import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {isNewest} from '../../../../contract/rules/series/newest'
import type {LiveTelemetry} from '../../../../contract/wire/telemetry/live'
import {createNewest} from '../../../../server/live/rooms/paced'

const told = (device_id: string, received_at: number, ...points: [key: string, ts: number][]): LiveTelemetry => ({
  device_id,
  received_at,
  points: points.map(([key, ts]) => ({key, ts, long_v: ts})),
})

describe('the newest values', () => {
  it('are one for each key, told with those that arrived together', () => {
    const newest = createNewest()
    const replaced = newest.add([
      told('pump', 1, ['speed', 1], ['load', 1]),
      told('pump', 2, ['speed', 2]),
      told('crane', 2, ['speed', 2]),
    ])
    expect([newest.size, replaced, newest.of(new Set(['pump']))]).toEqual([
      3,
      1,
      [told('pump', 1, ['load', 1]), told('pump', 2, ['speed', 2])],
    ])
  })

  it('are those of the rule, in whatever order they came', () => {
    const message = fc.record({ts: fc.integer({min: 1, max: 9}), receivedAt: fc.integer({min: 1, max: 9})})
    fc.assert(
      fc.property(fc.array(message, {minLength: 1}), messages => {
        const newest = createNewest()
        for (const {ts, receivedAt} of messages) newest.add([told('pump', receivedAt, ['speed', ts])])
        const best = messages.reduce((known, next) => (isNewest(next, known) ? next : known))
        expect(newest.of(new Set(['pump']))).toEqual([told('pump', best.receivedAt, ['speed', best.ts])])
      }),
    )
  })
})
