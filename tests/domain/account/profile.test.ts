import {expect, it} from 'vitest'
import {profileProblems, shownProfile} from '../../../src/domain/account/profile'
import {ADA} from '../../support/profile'

it.each([
  [{}, {}],
  [{city: 'Zürich 🏙'}, {}],
  [{name: 'x'.repeat(255)}, {}],
  [{name: ` ${'x'.repeat(255)} `}, {}],
  [{name: 'x'.repeat(256)}, {name: 'tooLong'}],
  [{city: 'Bo\nnn'}, {city: 'controlCharacters'}],
  [
    {city: 'Bo\u0000nn', surname: 'a\tb'},
    {surname: 'controlCharacters', city: 'controlCharacters'},
  ],
])('a profile with %j has the problems %j', (change, problems) => {
  expect(profileProblems({...ADA, ...change})).toEqual(problems)
})

it('tells the problems in the order of the form', () => {
  const wrong = 'a\u0007'
  expect(Object.keys(profileProblems({...ADA, city: wrong, postcode: wrong, name: wrong}))).toEqual([
    'name',
    'postcode',
    'city',
  ])
})

it('shows what was typed, else what is stored, else private and celsius', () => {
  const typed = {...ADA, city: 'Bonn'}
  expect(shownProfile({draft: typed, stored: ADA})).toBe(typed)
  expect(shownProfile({draft: null, stored: ADA})).toBe(ADA)
  expect(shownProfile({draft: null, stored: null})).toEqual({
    name: '',
    surname: '',
    addressLine1: '',
    addressLine2: '',
    postcode: '',
    city: '',
    customerType: 'private',
    temperatureUnit: 'celsius',
  })
})
