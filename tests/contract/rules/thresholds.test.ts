import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {
  faultOf,
  judge,
  nearestThresholds,
  runbookAddress,
  type Severity,
  type Threshold,
  type ThresholdFault,
  thresholdsFrom,
  thresholdsValue,
} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'

const only = (value: Json): Threshold => {
  const threshold = thresholdsFrom({key: value}).thresholds.get('key')
  if (threshold === undefined) throw new Error('It can’t be applied')
  return threshold
}

describe('the attribute', () => {
  it('is read with its times in seconds', () => {
    const kept = {
      warning: {above: 70},
      critical: {above: 80, below: -5},
      clear: 2,
      for: 60,
      offFor: 5,
      silentAfter: 600,
    }
    expect(only({...kept, latching: true})).toEqual({
      warning: {above: 70, below: null},
      critical: {above: 80, below: -5},
      clear: 2,
      delay: {on: 60_000, off: 5_000},
      silentAfter: 600_000,
      isLatching: true,
    })
  })

  it.each<[Json, ThresholdFault]>([
    ['high', 'shape'],
    [{warning: 70}, 'shape'],
    [{warning: {above: '70'}}, 'shape'],
    [{warning: {above: 70}, for: -1}, 'shape'],
    [{warning: {above: 70}, for: 1e9}, 'shape'],
    [{silentAfter: 1e300}, 'shape'],
    [{silentAfter: 0.0001}, 'nothing'],
    [{}, 'nothing'],
    [{warning: {}}, 'nothing'],
    [{clear: 2}, 'nothing'],
    [{warning: {above: 5, below: 10}}, 'order'],
    [{warning: {above: 5, below: 5}}, 'order'],
    [{warning: {above: 70}, critical: {above: 60}}, 'severity'],
    [{warning: {above: 70, below: 10}, critical: {above: 80, below: 20}}, 'severity'],
    [{warning: {above: 10, below: 0}, clear: 5}, 'clear'],
  ])('tells that %j has the fault %s, and applies the others', (value, fault) => {
    const {thresholds, faults} = thresholdsFrom({bad: value, good: {silentAfter: 60}})
    expect([...thresholds.keys(), ...faults]).toEqual(['good', ['bad', fault]])
  })

  it('applies nothing to a key that is longer than any', () => {
    const [longest, longer] = ['k'.repeat(255), 'k'.repeat(256)]
    const {thresholds, faults} = thresholdsFrom({[longest]: {silentAfter: 60}, [longer]: {silentAfter: 60}})
    expect([...thresholds.keys(), ...faults]).toEqual([longest, [longer, 'shape']])
  })

  it('has times of whole milliseconds', () => {
    expect(only({silentAfter: 0.3333, for: 1.1, offFor: 0.0004})).toMatchObject({
      silentAfter: 333,
      delay: {on: 1100, off: 0},
    })
  })

  it.each([undefined, null, 'x', 5, ['x']])('%j holds nothing', value => {
    expect(thresholdsFrom(value).thresholds.size).toBe(0)
  })

  it('is written as it is read', () => {
    fc.assert(
      fc.property(thresholds(), threshold => {
        expect(only(Object.values(Object(thresholdsValue(new Map([['key', threshold]]))))[0] as Json)).toEqual(
          threshold,
        )
      }),
    )
  })
})

it('the nearest one wins, key by key', () => {
  const [organisation, device] = [
    thresholdsFrom({load: {warning: {above: 1}}, power: {warning: {above: 1}}}).thresholds,
    thresholdsFrom({load: {warning: {above: 2}}}).thresholds,
  ]
  const nearest = nearestThresholds(organisation, new Map(), device)
  expect([nearest.get('load')?.warning?.above, nearest.get('power')?.warning?.above]).toEqual([2, 1])
})

describe('a key that is switched off', () => {
  const at = fc.option(
    fc.oneof(
      thresholds().map(threshold => ({thresholds: thresholdsValue(new Map([['load', threshold]]))})),
      fc.constant({thresholds: {load: null}}),
    ),
  )

  it('has what the nearest level says that says something, unless that is off', () => {
    fc.assert(
      fc.property(at, at, at, (...levels) => {
        const nearest = nearestThresholds(...levels.map(level => thresholdsFrom(level?.thresholds).thresholds))
        const said = levels.findLast(level => level !== null)?.thresholds.load ?? null
        expect(thresholdsValue(nearest)).toEqual(said === null ? {} : {load: said})
      }),
    )
  })

  it('is written as it is read, and judges nothing', () => {
    expect(thresholdsValue(new Map([['load', only(null)]]))).toEqual({load: null})
    fc.assert(
      fc.property(fc.double(), fc.constantFrom<Severity>('warning', 'critical'), (value, before) => {
        expect(judge(only(null), value, null)).toBeNull()
        if (Number.isFinite(value)) expect(judge(only(null), value, before)).toBeNull()
      }),
    )
  })
})

describe('a value', () => {
  const threshold = only({warning: {above: 70, below: 10}, critical: {above: 80}, clear: 2})

  it.each<[number, Severity | null, Severity | null]>([
    [70, null, null],
    [70.1, null, 'warning'],
    [10, null, null],
    [9.9, null, 'warning'],
    [80, null, 'warning'],
    [80.1, null, 'critical'],
    [68.1, 'warning', 'warning'],
    [68, 'warning', null],
    [11.9, 'warning', 'warning'],
    [12, 'warning', null],
    [78.1, 'critical', 'critical'],
    [78, 'critical', 'warning'],
    [68.1, 'critical', 'warning'],
    [68, 'critical', null],
    [80, 'warning', 'warning'],
    [Number.NaN, 'critical', 'critical'],
    [Number.POSITIVE_INFINITY, null, null],
  ])('of %d after %s is %s', (value, before, severity) => {
    expect(judge(threshold, value, before)).toBe(severity)
  })

  it('is never less severe than without a memory, nor flaps within the slack', () => {
    const order = [null, 'warning', 'critical']
    fc.assert(
      fc.property(
        thresholds(),
        fc.array(fc.double({min: -200, max: 200, noNaN: true}), {minLength: 1}),
        (rule, values) => {
          let before: Severity | null = null
          for (const value of values) {
            const now: Severity | null = judge(rule, value, before)
            expect(order.indexOf(now)).toBeGreaterThanOrEqual(order.indexOf(judge(rule, value, null)))
            expect(judge(rule, value, now)).toBe(now)
            before = now
          }
        },
      ),
    )
  })
})

function thresholds(): fc.Arbitrary<Threshold> {
  const limit = fc.option(fc.integer({min: -100, max: 100}))
  const limits = fc.option(fc.record({above: limit, below: limit}))
  const seconds = fc.integer({min: 0, max: 3600}).map(count => count * 1000)
  return fc
    .record({
      warning: limits,
      critical: limits,
      clear: fc.integer({min: 0, max: 10}),
      delay: fc.record({on: seconds, off: seconds}),
      silentAfter: fc.option(seconds.map(after => after + 1000)),
      isLatching: fc.boolean(),
    })
    .map(({warning, critical, ...rest}) => ({...rest, warning: said(warning), critical: said(critical)}))
    .filter(threshold => faultOf(threshold) === null)
}

const said = (limits: Threshold['warning']) =>
  limits === null || (limits.above === null && limits.below === null) ? null : limits

describe('the runbook of a threshold', () => {
  const written = (runbook: Json) => thresholdsFrom({temperature: {warning: {above: 1}, runbook}}).thresholds
  it.each<[Json, string | undefined]>([
    ['https://wiki.test/a b', 'https://wiki.test/a b'],
    ['  Call the plant.\n', 'Call the plant.'],
    ['', undefined],
    [7, undefined],
    ['x'.repeat(2001), undefined],
  ])('is read from %j, and never keeps the threshold from being applied', (json, runbook) => {
    expect(written(json).get('temperature')?.runbook).toBe(runbook)
    expect(written(json).size).toBe(1)
  })

  it('is written as it was read', () => {
    const thresholds = written('Call the plant.')
    expect(thresholdsFrom(thresholdsValue(thresholds)).thresholds).toEqual(thresholds)
  })

  it.each([
    ['https://wiki.test/pumps?x=1#y', 'https://wiki.test/pumps?x=1#y'],
    ['http://wiki.test', null],
    ['javascript:alert(1)', null],
    ['https://wiki.test and call', null],
    ['https://', null],
  ])('%s is the address %s', (runbook, address) => {
    expect(runbookAddress(runbook)).toBe(address)
  })
})

describe('what a threshold says of unusual values', () => {
  const read = (unusual: Json) => thresholdsFrom({temperature: {unusual}})

  it('is a severity with a delay, and is written as it was read', () => {
    const {thresholds, faults} = read({severity: 'warning', for: 300})
    expect([...faults]).toEqual([])
    expect(thresholds.get('temperature')?.unusual).toEqual({severity: 'warning', delay: {on: 300_000, off: 0}})
    expect(thresholdsValue(thresholds)).toEqual({temperature: {unusual: {severity: 'warning', for: 300}}})
  })

  it.each<[Json]>([
    [7],
    [{}],
    [{severity: 'mild'}],
    [{severity: 'warning', for: -1}],
    [{severity: 'warning', offFor: 'x'}],
  ])('is not applied when it is %j', unusual => {
    expect([...read(unusual).faults]).toEqual([['temperature', 'shape']])
  })
})
