import {describe, expect, it} from 'vitest'
import {NO_DETAILS, withKeys} from '../../../src/domain/telemetry/devices/device'
import {
  mergeReadings,
  type Reading,
  type ReadingsByDevice,
  withSeenArrivals,
} from '../../../src/domain/telemetry/readings/reading'
import {pointsOf, readingsOf} from '../../../src/domain/telemetry/readings/update'
import {firstKey} from '../../../src/domain/telemetry/selection'

const reading = (value: number, ts: number | null, receivedAt: number | null = ts): Reading => ({value, ts, receivedAt})
const of = (deviceId: string, key: string, value: Reading | null): ReadingsByDevice =>
  new Map([[deviceId, new Map([[key, value]])]])
const device = (id: string, keys: string[] = [], isRead = keys.length > 0) => ({
  ...NO_DETAILS,
  id,
  name: id,
  keys,
  isRead,
})

describe('merging readings after the clock of the server was set back', () => {
  const known = of('d', 'k', reading(1, 9_000_000))

  it.each([
    ['pushed', undefined],
    ['asked for', 2_000_000],
  ])('goes on with what is %s, and keeps what is newer than what was filled in', (_, at) => {
    const merged = mergeReadings(known, of('d', 'k', reading(2, 2_000_000)), at)
    expect(merged).toEqual(of('d', 'k', reading(2, 2_000_000)))
    expect(mergeReadings(merged, of('d', 'k', reading(3, 1_000_000, 2_000_000)), at)).toBe(merged)
  })

  it('goes on with a value whose device knows the time', () => {
    const next = of('d', 'k', reading(2, 9_000_001, 2_000_000))
    expect(mergeReadings(known, next)).toEqual(next)
  })

  it('keeps what was pushed before an answer to an earlier question', () => {
    expect(mergeReadings(known, of('d', 'k', reading(2, 2_000_000)), 9_000_500)).toBe(known)
  })
})

describe('merging readings', () => {
  it.each([
    ['a newer one replaces', reading(1, 10), reading(2, 20), 2],
    ['an older one does not', reading(1, 20), reading(2, 10, 30), 1],
    ['the same again does not', reading(1, 20), reading(1, 20), 1],
    ['of the same time, the one that arrived later replaces', reading(1, 20, 25), reading(2, 20, 26), 2],
    ['of the same time, an earlier arrival does not', reading(1, 20, 25), reading(2, 20, 24), 1],
    ['anything replaces one from the future', reading(1, 99_999, 10), reading(2, 20, 20), 2],
    ['one from the future does not', reading(1, 20), reading(2, 99_999, 30), 1],
    ['an earlier one replaces when no arrival is known', reading(1, 20, null), reading(2, 10, null), 2],
    ['one of unknown time replaces', reading(1, 20), reading(2, null), 2],
    [
      'a changed value of the same time replaces when no arrival is known',
      reading(1, 20, null),
      reading(2, 20, null),
      2,
    ],
  ])('%s', (_, before, next, value) => {
    expect(
      mergeReadings(of('d', 'k', before), of('d', 'k', next))
        .get('d')
        ?.get('k')?.value,
    ).toBe(value)
  })

  it('knows a key without a value from one that was not read, and no value from the lack of one', () => {
    const none = of('d', 'k', null)
    expect(mergeReadings(new Map(), none)).toEqual(none)
    expect(mergeReadings(none, of('d', 'k', null))).toBe(none)
    expect(mergeReadings(none, of('d', 'k', reading(1, 10)))).toEqual(of('d', 'k', reading(1, 10)))
    const known = of('d', 'k', reading(1, 10))
    expect(mergeReadings(known, none)).toBe(known)
  })

  it('keeps the map itself, and those of other devices, when nothing is new', () => {
    const known = new Map([...of('a', 'k', reading(1, 10)), ...of('b', 'k', reading(1, 10))])
    expect(mergeReadings(known, of('a', 'k', reading(1, 10)))).toBe(known)
    expect(mergeReadings(known, of('a', 'k', reading(2, 20))).get('b')).toBe(known.get('b'))
  })

  it('keeps the other keys of a device', () => {
    const merged = mergeReadings(of('a', 'k', reading(1, 10)), of('a', 'l', reading(2, 5)))
    expect(merged.get('a')).toEqual(
      new Map([
        ['k', reading(1, 10)],
        ['l', reading(2, 5)],
      ]),
    )
  })
})

describe('values from a server that does not tell when they arrived', () => {
  const seen = (before: Reading | null | undefined, next: Reading | null) =>
    withSeenArrivals(before === undefined ? new Map() : of('d', 'k', before), of('d', 'k', next), 500)

  it.each([
    ['arrived nobody knows when, if seen for the first time', undefined, reading(1, 10, null), reading(1, 10, null)],
    ['arrived by the time they were seen to change', reading(1, 10, null), reading(1, 20, null), reading(1, 20, 500)],
    ['keep what is known of them when seen again', reading(1, 20, 400), reading(1, 20, null), reading(1, 20, null)],
    [
      'arrived by the time they were seen at all, where there was none',
      null,
      reading(1, 10, null),
      reading(1, 10, 500),
    ],
    [
      'arrived by the time they were seen to change, without a time, too',
      reading(1, null),
      reading(2, null),
      reading(2, null, 500),
    ],
    [
      'keep the arrival that was seen while they stay the same',
      reading(2, null, 400),
      reading(2, null),
      reading(2, null, 400),
    ],
    ['are none where there is none', reading(1, 10, null), null, null],
    ['are believed when the server tells', reading(1, 10, 15), reading(1, 20, 25), reading(1, 20, 25)],
  ])('%s', (_, before, next, expected) => {
    expect(seen(before, next)).toEqual(of('d', 'k', expected))
  })

  it('are followed, although their device’s clock is ahead', () => {
    const [first, second, third] = [1, 2, 3].map(at => of('d', 'k', reading(at, 10_000_000 + at, null)))
    const known = [second, third].reduce(
      (before, next, at) => mergeReadings(before, withSeenArrivals(before, next ?? new Map(), 500 + at)),
      first ?? new Map(),
    )
    expect(known).toEqual(of('d', 'k', reading(3, 10_000_003, 501)))
  })

  it('do not lose the arrival that was seen', () => {
    const known = of('d', 'k', reading(1, 20, 400))
    expect(mergeReadings(known, withSeenArrivals(known, of('d', 'k', reading(1, 20, null)), 500))).toBe(known)
  })
})

describe('telemetry of devices', () => {
  const updates = [
    {
      deviceId: 'a',
      receivedAt: 5,
      points: [
        {key: 'k', ts: 1, value: 1},
        {key: 'k', ts: 2, value: true},
        {key: 'l', ts: 2, value: null},
      ],
    },
    {deviceId: 'b', receivedAt: 6, points: [{key: 'k', ts: 3, value: 'x'}]},
    {deviceId: 'a', receivedAt: 7, points: [{key: 'k', ts: 1, value: 8}]},
  ]

  it('gives the newest reading of each key that has a value', () => {
    expect(readingsOf(updates)).toEqual(
      new Map([
        ...of('a', 'k', {value: true, ts: 2, receivedAt: 5}),
        ...of('b', 'k', {value: 'x', ts: 3, receivedAt: 6}),
      ]),
    )
  })

  it('gives the points of one key', () => {
    expect(pointsOf(updates, 'a', 'k')).toEqual([
      {ts: 1, value: 1},
      {ts: 2, value: 1},
      {ts: 1, value: 8},
    ])
  })
})

describe('keys', () => {
  it('are in one order, and devices without new ones stay themselves', () => {
    const devices = [device('a', ['m']), device('b')]
    const next = withKeys(devices, new Map([['a', ['z', 'm', 'b']]]))
    expect(next).toEqual([device('a', ['b', 'm', 'z']), device('b')])
    expect(next[1]).toBe(devices[1])
    expect(withKeys(next, new Map([['a', ['z']]]))).toBe(next)
  })

  it('of a device without any are known once it has been asked', () => {
    expect(withKeys([device('a'), device('b')], new Map([['a', []]]))).toEqual([device('a', [], true), device('b')])
  })

  it('the first of a device', () => {
    expect(firstKey([], 'a')).toBeNull()
    expect(firstKey([device('a'), device('b', ['k'])], 'a')).toBeNull()
    expect(firstKey([device('a'), device('b', ['k', 'l'])], 'b')).toBe('k')
  })
})
