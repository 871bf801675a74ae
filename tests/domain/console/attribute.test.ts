import {describe, expect, it} from 'vitest'
import {
  type Attribute,
  type AttributeValue,
  attributesIn,
  attributeText,
  withAttribute,
  withoutAttribute,
} from '../../../src/domain/console/attribute'
import {
  type AttributeDraft,
  attributeDraftOf,
  attributeProblems,
  attributeValueOf,
  EMPTY_DRAFT,
  isDraftChanged,
  retyped,
} from '../../../src/domain/console/attributeDraft'

const attribute = (key: string, value: AttributeValue = {type: 'text', value: 'x'}): Attribute => ({
  scope: 2,
  key,
  value,
  updatedAt: 1,
  version: 1,
})
const draft = (changes: Partial<AttributeDraft>): AttributeDraft => ({key: 'k', type: 'text', text: 'x', ...changes})
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

describe('a list of attributes', () => {
  const list = [attribute('b'), attribute('a'), {...attribute('a'), scope: 0 as const}]

  it('shows one scope by its keys', () => {
    expect(attributesIn(list, 2).map(({key}) => key)).toEqual(['a', 'b'])
    expect(attributesIn(list, 0).map(({key}) => key)).toEqual(['a'])
    expect(attributesIn(list, 1)).toEqual([])
  })

  it('takes up and drops those of one name and scope alone', () => {
    const changed = {...attribute('a'), version: 2}
    expect(withAttribute(list, changed)).toEqual([list[0], list[2], changed])
    expect(withoutAttribute(list, attribute('a'))).toEqual([list[0], list[2]])
  })
})

it.each([
  [EMPTY_DRAFT, null, false],
  [{...EMPTY_DRAFT, key: 'k'}, null, true],
  [draft({}), attribute('k'), false],
  [draft({text: 'y'}), attribute('k'), true],
  [draft({type: 'json'}), attribute('k'), true],
])('%j, opened with %j, is changed: %s', (typed, chosen, isChanged) => {
  expect(isDraftChanged(typed, chosen)).toBe(isChanged)
})

const VALUES: readonly [AttributeValue, string][] = [
  [{type: 'text', value: ' two  words '}, ' two  words '],
  [{type: 'bool', value: false}, 'false'],
  [{type: 'bool', value: true}, 'true'],
  [{type: 'long', value: -3}, '-3'],
  [{type: 'double', value: 21.5}, '21.5'],
  [{type: 'double', value: 1e300}, '1e+300'],
  [{type: 'json', value: {a: [1]}}, '{\n  "a": [\n    1\n  ]\n}'],
  [{type: 'json', value: 'a text'}, '"a text"'],
]

it.each(VALUES)('shows %j as it is, and keeps its type when it is edited', (value, text) => {
  expect(attributeText(value)).toBe(text)
  const opened = attributeDraftOf(attribute('k', value))
  expect(opened).toEqual({key: 'k', type: value.type, text})
  expect([attributeProblems(opened, {isNew: false}), attributeValueOf(opened)]).toEqual([{}, value])
})

describe('a draft', () => {
  it('needs a key and a value', () => {
    const both = {key: 'Key is required.', value: 'Value is required.'}
    expect(attributeProblems(EMPTY_DRAFT, {isNew: true})).toEqual(both)
    expect(attributeProblems({key: ' \t', type: 'json', text: ' \n'}, {isNew: true})).toEqual(both)
  })

  it.each([
    ['x'.repeat(255), undefined],
    ['x'.repeat(256), 'At most 255 characters.'],
    [' trimmed\n', undefined],
    ['a\u0007b', 'Line breaks, tabs and other control characters can’t be stored.'],
    ['\u202Eright to left', undefined],
    ['\uD800', 'Line breaks, tabs and other control characters can’t be stored.'],
  ])('of the key %j says %s', (key, problem) => {
    expect(attributeProblems(draft({key}), {isNew: true}).key).toBe(problem)
    expect(attributeProblems(draft({key}), {isNew: false})).toEqual({})
  })

  it.each([
    ['text', 'x'.repeat(10_000), undefined],
    ['text', 'x'.repeat(10_001), 'At most 10,000 characters.'],
    ['text', '<b>\n</b>', undefined],
    ['text', 'a\0', 'NUL and broken characters can’t be stored.'],
    ['long', ' -12 ', undefined],
    ['long', '1.5', 'This is not a whole number between -(2⁵³ - 1) and 2⁵³ - 1.'],
    ['long', '9007199254740992', 'This is not a whole number between -(2⁵³ - 1) and 2⁵³ - 1.'],
    ['double', '1e3', undefined],
    ['double', '1e999', 'This is not a number.'],
    ['double', '1,5', 'This is not a number.'],
    ['bool', 'false', undefined],
    ['json', '5', undefined],
    ['json', '{"a": }', 'This is no valid JSON.'],
    ['json', 'null', 'null is no value.'],
    ['json', nested(19), undefined],
    ['json', nested(20), 'JSON may be nested 19 levels deep at most.'],
    ['json', nested(100_000), 'JSON may be nested 19 levels deep at most.'],
    ['json', JSON.stringify('ü'.repeat(522_239)), undefined],
    ['json', JSON.stringify('ü'.repeat(522_240)), 'JSON may have 1,044,480 bytes at most.'],
  ] as const)('of type %s with %.20j says %s', (type, text, problem) => {
    expect(attributeProblems(draft({type, text}), {isNew: true}).value).toBe(problem)
  })

  it('keeps its text as another type, of which a yes or no has two', () => {
    expect(retyped(draft({text: '5'}), 'long')).toEqual(draft({type: 'long', text: '5'}))
    expect(retyped(draft({text: '5'}), 'bool')).toEqual(draft({type: 'bool', text: 'false'}))
    expect(retyped(draft({text: 'true'}), 'bool')).toEqual(draft({type: 'bool', text: 'true'}))
  })
})
