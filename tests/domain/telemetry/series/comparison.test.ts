import {describe, expect, it} from 'vitest'
import {
  axesOf,
  type Candidate,
  type Comparison,
  comparisonFrom,
  goneFrom,
  NO_COMPARISON,
  placed,
  refusalOf,
  withoutOwn,
  withoutSeries,
  withSeries,
  writeComparison,
} from '../../../../src/domain/telemetry/series/comparison'
import {device} from '../../../support/device'

const name = (key: string, deviceId = 'd') => ({deviceId, key})
const candidate = (key: string, overrides: Partial<Candidate> = {}): Candidate => ({
  ...name(key),
  unit: null,
  kind: 'number',
  ...overrides,
})
const read = (search: string) => comparisonFrom(new URLSearchParams(search), name('own'))

describe('a comparison', () => {
  it('keeps the place of each series when others are removed, and fills the free place first', () => {
    const three = ['a', 'b', 'c'].map(key => name(key)).reduce(withSeries, NO_COMPARISON)
    expect(placed(three).map(({key, place}) => [key, place])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
    const two = withoutSeries(three, name('b'))
    expect(placed(two).map(({place}) => place)).toEqual([1, 3])
    expect(placed(withSeries(two, name('d'))).map(({key, place}) => [key, place])).toEqual([
      ['a', 1],
      ['d', 2],
      ['c', 3],
    ])
  })

  it('makes the first of the others its own, in its place, when the own one is removed', () => {
    const two = [name('a'), name('b')].reduce(withSeries, NO_COMPARISON)
    const next = withoutOwn(two)
    expect(next).toEqual({own: name('a'), comparison: {own: 1, others: [null, null, name('b')]}})
    expect(placed(withSeries(next?.comparison ?? NO_COMPARISON, name('c')))).toEqual([
      {...name('c'), place: 0},
      {...name('b'), place: 2},
    ])
    expect(withoutOwn(NO_COMPARISON)).toBeNull()
  })

  it('holds no seventh series', () => {
    const six = ['a', 'b', 'c', 'd', 'e'].map(key => name(key)).reduce(withSeries, NO_COMPARISON)
    expect(placed(withSeries(six, name('f')))).toEqual(placed(six))
  })

  it('knows what a link names and is not there; keys that were not read may be', () => {
    const comparison = [name('a'), name('gone'), name('a', 'nobody'), name('a', 'unread')].reduce(
      withSeries,
      NO_COMPARISON,
    )
    expect(goneFrom(comparison, [device('d', ['a']), {...device('unread'), isRead: false}])).toMatchObject([
      name('gone'),
      name('a', 'nobody'),
    ])
  })
})

describe('the address of a comparison', () => {
  it.each<[string, Comparison]>([
    ['', NO_COMPARISON],
    ['with=d~a', {own: 0, others: [null, name('a')]}],
    ['with=&with=d~a', {own: 0, others: [null, null, name('a')]}],
    ['place=2&with=d~a', {own: 1, others: [name('a')]}],
    ['place=7&with=d~a', {own: 0, others: [null, name('a')]}],
    ['place=3', NO_COMPARISON],
    ['with=d~own&with=d~a&with=d~a', {own: 0, others: [null, null, name('a')]}],
    ['with=&with=~a&with=d~&with=d', NO_COMPARISON],
    ['with=d~a~b', {own: 0, others: [null, name('a~b')]}],
    ['with=1%257E2~a', {own: 0, others: [null, name('a', '1~2')]}],
    [
      'with=d~1&with=d~2&with=d~3&with=d~4&with=d~5&with=d~6',
      {own: 0, others: [null, ...['1', '2', '3', '4', '5'].map(key => name(key))]},
    ],
  ])('%s', (search, comparison) => {
    expect(read(search)).toEqual(comparison)
  })

  it('is left out without other series', () => {
    const parameters = new URLSearchParams()
    writeComparison({own: 3, others: []}, parameters)
    expect(parameters.toString()).toBe('')
  })
})

describe('a series', () => {
  const numbers = (...units: Candidate['unit'][]) => units.map((unit, at) => candidate(String(at), {unit}))

  it.each([
    ['of a text', numbers('celsius'), candidate('x', {kind: 'text'}), 'text'],
    ['beyond six', numbers(null, null, null, null, null, null), candidate('x'), 'full'],
    ['in a third unit', numbers('celsius', 'unit:bar'), candidate('x'), 'unit'],
    ['in a second unit', numbers('celsius', 'celsius'), candidate('x', {unit: 'unit:bar'}), null],
    ['of a state', numbers('celsius'), candidate('x', {kind: 'boolean'}), null],
    [
      'in a second unit beside a text',
      [...numbers('celsius'), candidate('t', {kind: 'text', unit: 'unit:m'})],
      candidate('x'),
      null,
    ],
  ])('%s is judged', (_, shown, wanted, refusal) => {
    expect(refusalOf(shown, wanted)).toBe(refusal)
  })

  it('finds two axes, in the order of the series', () => {
    expect(axesOf(numbers(null, 'unit:bar', null, 'celsius'))).toEqual([null, 'unit:bar'])
  })
})
