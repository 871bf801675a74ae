import {expect, it} from 'vitest'
import {typedName} from '../../../src/domain/format/typedName'

it.each([
  ['blanks', ' \t', ''],
  ['invisible characters', '\u200b\u2060', ''],
  ['a name among both', '\u200b Gate 1 \u2060', 'Gate 1'],
  ['nothing', null, ''],
])('a field with %s has the name that the server would store', (_, typed, name) => {
  expect(typedName(typed)).toBe(name)
})
