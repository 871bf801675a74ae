import {expect, it} from 'vitest'
import {passwordFault} from '../../../contract/rules/password'

it.each([
  ['', 'tooShort'],
  ['1234567', 'tooShort'],
  ['12345678', null],
  [' '.repeat(256), null],
  ['x'.repeat(257), 'tooLong'],
])('judges a password by its length alone: %.10j is %s', (password, fault) => {
  expect(passwordFault(password)).toBe(fault)
})
