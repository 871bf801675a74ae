import {describe, expect, it} from 'vitest'
import {choicesFrom, keptChoices, placesOf} from '../../../src/domain/session/shell'

describe('the places of a user', () => {
  it.each([
    ['SYS_ADMIN', ['dashboard', 'admin', 'profile']],
    ['ORGANISATION_ADMIN', ['dashboard', 'profile']],
    ['CUSTOMER_ADMIN', ['dashboard', 'profile']],
    ['CUSTOMER_USER', ['dashboard', 'myHome', 'profile']],
    ['SOMETHING_ELSE', ['dashboard', 'profile']],
  ])('are for %s %s', (authority, names) => {
    expect(placesOf(authority).map(({name}) => name)).toEqual(names)
  })
})

describe('what is kept of the frame', () => {
  const otherwise = {rail: 'wide', letters: 'heard'} as const

  it.each([
    {rail: 'narrow', letters: 'heard'},
    {rail: 'wide', letters: 'ignored'},
  ] as const)('is read as it was written: %j', choices => {
    expect(choicesFrom(keptChoices(choices), otherwise)).toEqual(choices)
  })

  it.each([null, '', '{"rail":7}', 'middle loud'])('is what it would be at first when %j was kept', kept => {
    expect(choicesFrom(kept, otherwise)).toEqual(otherwise)
  })
})
