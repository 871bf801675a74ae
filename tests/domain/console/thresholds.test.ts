import {describe, expect, it} from 'vitest'
import {OFF, type Threshold, thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import type {Attribute} from '../../../src/domain/console/attribute'
import {
  EMPTY_THRESHOLD,
  type ThresholdDraft,
  thresholdDraft,
  thresholdProblems,
  typedThreshold,
} from '../../../src/domain/console/thresholds/draft'
import {
  holdsSomethingElse,
  isInherited,
  type LevelKind,
  storedUnit,
  type ThresholdLevel,
  thresholdRows,
} from '../../../src/domain/console/thresholds/levels'
import {duration, inequalities} from '../../../src/domain/console/thresholds/words'

const threshold = (value: Json): Threshold => {
  const found = thresholdsFrom({key: value}).thresholds.get('key')
  if (found === undefined) throw new Error('It can’t be applied')
  return found
}
const draft = (typed: Partial<ThresholdDraft>): ThresholdDraft => ({...EMPTY_THRESHOLD, key: 'load', ...typed})
const attribute = (value: Json): Attribute => ({
  scope: 2,
  key: 'thresholds',
  value: {type: 'json', value},
  updatedAt: null,
  version: 1,
})
const level = (kind: LevelKind, value: Json | null, units: [string, string][] = []): ThresholdLevel => ({
  kind,
  id: kind,
  units: new Map(units),
  attribute: value === null ? null : attribute(value),
})

describe('what holds', () => {
  it('is what the nearest level says, key by key, with its origin, and what nobody can apply is told', () => {
    const rows = thresholdRows({
      inherited: [
        level('organisation', {load: {warning: {above: 1}}, wind: {silentAfter: 5}}),
        level('customer', {load: 5}),
      ],
      own: level('device', {load: {warning: {above: 3}}, odd: {}}),
      unreadable: [],
    })
    expect(
      rows.map(({key, from, isOwn, threshold, fault}) => [key, from.kind, isOwn, threshold?.warning?.above, fault]),
    ).toEqual([
      ['load', 'device', true, 3, null],
      ['load', 'customer', false, undefined, 'shape'],
      ['odd', 'device', true, undefined, 'nothing'],
      ['wind', 'organisation', false, undefined, null],
    ])
  })

  it('is nothing where a nearer level switches it off', () => {
    const levels = {
      inherited: [level('organisation', {load: {warning: {above: 1}}})],
      own: level('device', {load: null}),
      unreadable: [],
    }
    expect(thresholdRows(levels)).toMatchObject([{key: 'load', isOwn: true, threshold: OFF, fault: null}])
    expect([isInherited(levels, 'load'), isInherited(levels, 'wind')]).toEqual([true, false])
    expect(inequalities(OFF, String)).toEqual(['No value of this key raises an alarm here, and no silence.'])
  })

  it('has the unit that is stored, which the nearest level names', () => {
    const levels = {
      inherited: [
        level('organisation', null, [
          ['load', '%'],
          ['temperature', 'K'],
        ]),
      ],
      own: level('device', null, [['load', 't']]),
      unreadable: [],
    }
    expect(['load', 'temperature', 'wind'].map(key => storedUnit(levels, key))).toEqual(['t', '°C', null])
  })

  it.each<[Json, boolean]>([
    [{}, false],
    [[], true],
    ['x', true],
    [null, false],
  ])('with %j in the attribute is something else: %s', (value, is) => {
    expect(holdsSomethingElse(attribute(value))).toBe(is)
  })
})

describe('what is typed', () => {
  it('is off, whatever else is typed', () => {
    const off = draft({isOff: true, clear: '-1'})
    expect([typedThreshold(off), thresholdProblems(off, []), thresholdProblems(off, ['load'])]).toMatchObject([
      OFF,
      {},
      {key: 'This key has a threshold here already.'},
    ])
    expect(thresholdDraft('load', OFF)).toEqual(draft({isOff: true}))
  })

  it('is read as it is written', () => {
    const kept = threshold({
      warning: {above: 70.5, below: -1},
      critical: {above: 80},
      clear: 2,
      for: 60,
      offFor: 5,
      silentAfter: 600,
      latching: true,
      unusual: {severity: 'warning', for: 300, offFor: 60},
    })
    expect(typedThreshold(thresholdDraft('load', kept))).toEqual(kept)
    expect(typedThreshold(draft({warningAbove: ' 70,5 '}))).toEqual(threshold({warning: {above: 70.5}}))
  })

  it.each<[Partial<ThresholdDraft>, object]>([
    [{warningAbove: '5'}, {}],
    [{key: ' ', warningAbove: '5'}, {key: 'Key is required.'}],
    [{key: 'power', warningAbove: '5'}, {key: 'This key has a threshold here already.'}],
    [{}, {warningAbove: 'Set at least one limit, or a time without values.'}],
    [
      {warningAbove: 'much', clear: '-1'},
      {warningAbove: 'This is not a number.', clear: 'Must be 0 or more.'},
    ],
    [{warningAbove: '5', silentAfter: '1e9'}, {silentAfter: 'At most 366 days.'}],
    [
      {unusual: {severity: 'critical', delay: {on: 0, off: 0}}, unusualAfter: '-5'},
      {unusualAfter: 'Must be 0 or more.'},
    ],
    [{warningAbove: '5', warningBelow: '6'}, {warningBelow: 'Every lower limit must be less than every upper one.'}],
    [
      {warningAbove: '5', criticalAbove: '4'},
      {criticalAbove: 'A critical limit must not be nearer to the normal values than the limit of the warning.'},
    ],
    [
      {warningAbove: '5', warningBelow: '3', clear: '1'},
      {clear: 'With this distance no value between the limits would be normal again.'},
    ],
  ])('as %j has the problems %j', (typed, problems) => {
    expect(thresholdProblems(draft(typed), ['power'])).toEqual(problems)
    if (Object.keys(problems).some(field => field !== 'key')) expect(typedThreshold(draft(typed))).toBe(null)
  })
})

it('the inequality is said exactly', () => {
  const said = threshold({
    warning: {below: 10},
    critical: {above: 80},
    clear: 2,
    for: 90,
    offFor: 3600,
    silentAfter: 600,
    unusual: {severity: 'critical', for: 300},
    latching: true,
  })
  expect(inequalities(said, value => `${value} %`)).toEqual([
    'Warning: raised when the value is < 10 %, ends when it is ≥ 12 %.',
    'Critical: raised when the value is > 80 %, ends when it is ≤ 78 %.',
    'Only raised when this lasts for 90 s.',
    'Only ends when the value is back for 1 h.',
    'Raised when no value has come for 10 min.',
    'Critical when values are unusual for 5 min.',
    'Stays until somebody resets it.',
  ])
})

it('the value that ends an alarm has the digits of the limit and the hysteresis', () => {
  const said = threshold({warning: {above: 49.8, below: 0.1}, clear: 0.7})
  expect(inequalities(said, String)).toEqual([
    'Warning: raised when the value is > 49.8, ends when it is ≤ 49.1.',
    'Warning: raised when the value is < 0.1, ends when it is ≥ 0.8.',
  ])
})

it.each([
  [500, '0.5 s'],
  [60_000, '1 min'],
  [5_400_000, '90 min'],
  [172_800_000, '2 d'],
])('%d ms are written as %s', (time, text) => {
  expect(duration(time)).toBe(text)
})
