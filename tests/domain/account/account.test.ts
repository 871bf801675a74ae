import {describe, expect, it} from 'vitest'
import {emailProblems, passwordProblems, registrationProblems} from '../../../src/domain/account/account'

describe('an email', () => {
  it.each([
    ['ann@works.test', {}],
    ['  ann@works.test ', {}],
    ['ann+mail@works.test', {}],
    ['jörg@bücher.test', {}],
    ['ann@localhost', {}],
    ['', {email: 'emailMissing'}],
    ['   ', {email: 'emailMissing'}],
    ['ann', {email: 'emailMisspelt'}],
    ['ann@', {email: 'emailMisspelt'}],
    ['@works.test', {email: 'emailMisspelt'}],
    ['ann smith@works.test', {email: 'emailMisspelt'}],
    ['ann\u0000@works.test', {email: 'emailMisspelt'}],
    [`${'a'.repeat(64)}@${'b'.repeat(190)}`, {email: 'emailMisspelt'}],
  ])('%j has the problems %j', (email, problems) => {
    expect(emailProblems({email})).toEqual(problems)
  })
})

describe('a new password', () => {
  it.each([
    ['12345678', {}],
    ['        ', {}],
    ['ä'.repeat(256), {}],
    ['', {password: 'passwordMissing'}],
    ['1234567', {password: 'passwordTooShort'}],
    ['a'.repeat(257), {password: 'passwordTooLong'}],
    ['a'.repeat(10_000), {password: 'passwordTooLong'}],
  ])('%j has the problems %j', (password, problems) => {
    expect(passwordProblems({password, confirmation: password})).toEqual(problems)
  })

  it('must be repeated to the letter', () => {
    expect(passwordProblems({password: 'long enough', confirmation: 'long enough '})).toEqual({
      confirmation: 'passwordsDiffer',
    })
  })
})

it('a registration names its problems in the order of its fields', () => {
  const problems = registrationProblems({email: 'ann', password: 'short', confirmation: ''})
  expect(Object.entries(problems)).toEqual([
    ['email', 'emailMisspelt'],
    ['password', 'passwordTooShort'],
    ['confirmation', 'passwordsDiffer'],
  ])
})
