import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {requiredLine, text, trimmed} from '../../contract/wire/text'

const BLANK = [' ', '\t', '\n', '\u00a0', '\u3000', '\ufeff']
const ZERO_WIDTH = ['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\u034f', '\ufe0f', '\u{e0041}']
const DIRECTIONS = ['\u200e', '\u200f', '\u061c', '\u202a', '\u202e', '\u2066', '\u2069']
const FILLERS = ['\u115f', '\u1160', '\u3164', '\uffa0', '\u2800', '\u17b4', '\u180e']
const invisible = fc.string({unit: fc.constantFrom(...BLANK, ...ZERO_WIDTH, ...DIRECTIONS, ...FILLERS), minLength: 1})

const refusalOf = (name: string) =>
  requiredLine(20)
    .safeParse(name)
    .error?.issues.map(({message}) => message) ?? []

describe('a name', () => {
  it('of characters that nobody sees is refused as a blank one is', () => {
    fc.assert(
      fc.property(invisible, name => {
        expect(refusalOf(name)).toContain('must not be empty')
      }),
    )
  })

  it('loses what nobody sees at its beginning and its end', () => {
    const end = fc.string({unit: fc.constantFrom(...BLANK, ...DIRECTIONS, ...FILLERS, '\u200b', '\u00ad')})
    fc.assert(
      fc.property(invisible, end, (before, after) => {
        expect(trimmed(`${before}Hall \u200b 2${after}`)).toBe('Hall \u200b 2')
      }),
    )
  })

  it.each([
    'Halle 2',
    '☀\ufe0f',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    '👩\u200d🔧',
    '한글',
  ])('keeps what belongs to its characters: %s', name => {
    expect(trimmed(` ${name} `)).toBe(name)
  })

  it('is read once, however many blanks it has within', () => {
    expect(trimmed(`a${' '.repeat(1_000_000)}b`)).toHaveLength(1_000_002)
  })
})

it('an empty text of several lines may have invisible characters', () => {
  expect(text(20).parse('\u200b\n\u3164')).toBe('')
})
