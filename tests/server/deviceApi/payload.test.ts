import {describe, expect, it} from 'vitest'
import {JSON_DEPTH, KEY_LENGTH, MAX_TS, POINTS_PER_MESSAGE, TEXT_VALUE_LENGTH} from '../../../contract/limits'
import {readAttributes, readTelemetry} from '../../../server/deviceApi/payload'

const NOW = 1_760_000_000_000
const read = (body: unknown) => readTelemetry(JSON.stringify(body), NOW).points
const kept = (value: unknown) => read({k: value})[0]?.value

describe('shapes of telemetry', () => {
  it.each([
    [
      'keys and values have no time',
      {a: 1, b: true},
      [
        ['a', undefined, 1],
        ['b', undefined, true],
      ],
    ],
    [
      'ts with values',
      {ts: 5, values: {a: 1, b: 'x'}},
      [
        ['a', 5, 1],
        ['b', 5, 'x'],
      ],
    ],
    [
      'an array of either',
      [{ts: 5, values: {a: 1}}, {b: 2}],
      [
        ['a', 5, 1],
        ['b', undefined, 2],
      ],
    ],
    ['ts alone is a key', {ts: 7}, [['ts', undefined, 7]]],
    ['values alone is a key', {values: {a: 1}}, [['values', undefined, {a: 1}]]],
    ['an empty object', {}, []],
    ['an empty array', [], []],
    ['nothing among the values', {ts: 5, values: {}}, []],
    ['ts as digits', {ts: '1634712287000', values: {a: 1}}, [['a', 1_634_712_287_000, 1]]],
    ['ts with a fraction', {ts: 5.9, values: {a: 1}}, [['a', 5, 1]]],
  ])('%s', (_title, body, points) => {
    expect(read(body)).toEqual(points.map(([key, ts, value]) => ({key, ts, value})))
  })

  it.each([
    ['seconds', 1_759_999_999, 1_759_999_999_000, true],
    ['seconds with a fraction', 1_759_999_999.25, 1_759_999_999_250, true],
    ['seconds as digits', '1759999999', 1_759_999_999_000, true],
    ['the first seconds that count as such', 631_152_000, 631_152_000_000, true],
    ['milliseconds of January 1970, before that', 631_151_999, 631_151_999, false],
    ['milliseconds', NOW, NOW, false],
    ['what as seconds lies more than ten years ahead', 2_200_000_000, 2_200_000_000, false],
    ['a clock that is not set', 0, 0, false],
  ])('reads the times of %s', (_title, ts, expected, isInSeconds) => {
    const body = JSON.stringify([{b: 1}, {ts, values: {a: 1}}])
    const points = [
      {key: 'b', ts: undefined, value: 1},
      {key: 'a', ts: expected, value: 1},
    ]
    expect(readTelemetry(body, NOW)).toEqual({points, isInSeconds})
  })

  it.each([
    ['a number', 7],
    ['a text', 'on'],
    ['null', null],
    ['an array of numbers', [1]],
    ['an array in an array', [[{a: 1}]]],
    ['values that are no object', {ts: 5, values: [1]}],
    ['values that are null', {ts: 5, values: null}],
    ['ts that is no number', {ts: 'noon', values: {a: 1}}],
    ['ts that is null', {ts: null, values: {a: 1}}],
    ['ts in the year 40000', {ts: 1_200_000_000_000_000, values: {a: 1}}],
    ['ts before 1970', {ts: -1, values: {a: 1}}],
    ['one bad entry among good ones', [{a: 1}, {ts: MAX_TS + 1, values: {b: 2}}]],
  ])('refuses %s', (_title, body) => {
    expect(() => read(body)).toThrow(expect.objectContaining({statusCode: 400}))
  })

  it.each(['', '{', 'NaN', '{"a":NaN}', '{"a":Infinity}', "{'a':1}", '{"a":1e999}', '{"a":[1e999]}'])(
    'refuses the body %s',
    body => {
      expect(() => readTelemetry(body, NOW)).toThrow(expect.objectContaining({statusCode: 400}))
    },
  )

  it('keeps __proto__ as the name of a key', () => {
    expect(readTelemetry('{"__proto__":1}', NOW).points).toEqual([{key: '__proto__', ts: undefined, value: 1}])
  })

  it('takes as many values as a message may hold, and not one more', () => {
    const entries = Array.from({length: POINTS_PER_MESSAGE}, (_, ts) => ({ts, values: {a: 1}}))
    expect(read(entries)).toHaveLength(POINTS_PER_MESSAGE)
    expect(() => read([...entries, {a: 1}])).toThrow('at most 10000 values')
  })
})

describe('values', () => {
  it.each([
    [1, 1],
    [-1.5, -1.5],
    [true, true],
    ['on', 'on'],
    ['', ''],
    ['42', 42],
    ['-42.5', -42.5],
    ['.5', 0.5],
    ['007', 7],
    ['1e3', '1e3'],
    ['+1', '+1'],
    [' 1', ' 1'],
    ['1.', '1.'],
    ['1.2.3', '1.2.3'],
    ['NaN', 'NaN'],
    ['Infinity', 'Infinity'],
    ['0.1234567890123456', 0.1234567890123456],
    ['0.12345678901234567', '0.12345678901234567'],
    ['9007199254740993', '9007199254740993'],
    ['8949000000000000001', '8949000000000000001'],
    [2 ** 60, 2 ** 60],
    [{a: [1, null]}, {a: [1, null]}],
    [
      [1, 2],
      [1, 2],
    ],
    [null, undefined],
  ])('%j is kept as %j', (sent, expected) => {
    expect(kept(sent)).toEqual(expected)
  })

  it.each([
    ['too long a text', 'x'.repeat(TEXT_VALUE_LENGTH + 1)],
    ['NUL in a text', 'a\0b'],
    ['half a character', '\ud800'],
    ['NUL deep inside', {a: [{b: '\0'}]}],
    ['NUL in a name inside', {'\0': 1}],
    ['too much JSON', {a: Array.from({length: TEXT_VALUE_LENGTH}, () => 1)}],
    ['JSON nested too deep', JSON.parse('['.repeat(JSON_DEPTH + 1) + ']'.repeat(JSON_DEPTH + 1))],
  ])('refuses %s', (_title, value) => {
    expect(() => kept(value)).toThrow(expect.objectContaining({statusCode: 400}))
  })
})

describe('keys', () => {
  it.each(['a/b', '100%', '"quoted"', "it's", '🌡️', 'a,b', ' ', 'x'.repeat(KEY_LENGTH)])('takes %j', key => {
    expect(read({[key]: 1})).toEqual([{key, ts: undefined, value: 1}])
  })

  it.each(['', 'x'.repeat(300), 'a\0', '\udc00'])('refuses %j', key => {
    expect(() => read({[key]: 1})).toThrow(expect.objectContaining({statusCode: 400}))
  })
})

describe('attributes', () => {
  it('are typed, and null is ignored', () => {
    expect([...readAttributes('{"a":"1","b":true,"c":null,"heartbeat":{"ts":5}}')]).toEqual([
      ['a', 1],
      ['b', true],
      ['heartbeat', {ts: 5}],
    ])
  })

  it.each([
    '[]',
    '7',
    '{"":1}',
    '{"..":1}',
    '{"a":1e999}',
    'x',
    `{${Array.from({length: 1001}, (_, i) => `"k${i}":1`).join()}}`,
  ])('refuses %.20s', body => {
    expect(() => readAttributes(body)).toThrow(expect.objectContaining({statusCode: 400}))
  })
})
