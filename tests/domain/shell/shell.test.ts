import {describe, expect, it} from 'vitest'
import {choicesFrom, placesOf, storedChoices} from '../../../src/domain/shell/shell'
import {PULSEWALL} from '../../support/offer'

describe('the places of a user', () => {
  it.each([
    ['SYS_ADMIN', ['dashboard', 'alarms', 'admin', 'profile']],
    ['ORGANISATION_ADMIN', ['dashboard', 'alarms', 'settings', 'profile']],
    ['CUSTOMER_ADMIN', ['dashboard', 'alarms', 'settings', 'profile']],
    ['CUSTOMER_USER', ['dashboard', 'alarms', 'myHome', 'profile']],
    ['SOMETHING_ELSE', ['dashboard', 'alarms', 'profile']],
  ])('are for %s %s', (authority, names) => {
    expect(placesOf(authority, PULSEWALL).map(({name}) => name)).toEqual(names)
    expect(placesOf(authority, null).map(({name}) => name)).toEqual(names)
    expect(placesOf(authority, 'specified').map(({name}) => name)).toEqual(names.filter(name => name !== 'alarms'))
  })
})

describe('what is kept of the frame', () => {
  const otherwise = {rail: 'wide', letters: 'heard'} as const

  it.each([
    {rail: 'narrow', letters: 'heard'},
    {rail: 'wide', letters: 'ignored'},
  ] as const)('is read as it was written: %j', choices => {
    expect(choicesFrom(storedChoices(choices), otherwise)).toEqual(choices)
  })

  it.each([null, '', '{"rail":7}', 'middle loud'])('is what it would be at first when %j was kept', kept => {
    expect(choicesFrom(kept, otherwise)).toEqual(otherwise)
  })
})
