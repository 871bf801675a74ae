import {describe, expect, it} from 'vitest'
import {DEFAULT_PREFERENCES, knownPreferences, readStoredPreferences} from '../../src/domain/preferences'

const OWN = {theme: 'dark', zone: 'Asia/Tokyo', hours: '12', density: 'compact', language: 'de'}

describe('preferences that were kept', () => {
  it.each([
    [OWN, OWN],
    [{theme: 'pink', zone: 'Mars/Olympus', hours: 24, density: '', language: 'xx', more: 1}, {}],
    [
      {zone: null, hours: null, theme: null},
      {zone: null, hours: null},
    ],
    [
      {...OWN, theme: undefined, language: ['de']},
      {zone: 'Asia/Tokyo', hours: '12', density: 'compact'},
    ],
    [null, {}],
    ['dark', {}],
    [['dark'], {}],
  ])('are read from %j without what is unknown', (stored, known) => {
    expect(knownPreferences(stored)).toEqual(known)
  })
})

describe('the copy of the browser', () => {
  const NOTHING = {preferences: DEFAULT_PREFERENCES, unsaved: {}, userId: null}

  it.each([
    [null, NOTHING],
    ['', NOTHING],
    ['{', NOTHING],
    ['7', NOTHING],
    ['null', NOTHING],
    ['{"preferences":"dark","unsaved":3,"userId":4}', NOTHING],
    [
      JSON.stringify({preferences: {theme: 'dark'}, unsaved: {theme: 'dark'}, userId: 'u1'}),
      {preferences: {...DEFAULT_PREFERENCES, theme: 'dark'}, unsaved: {theme: 'dark'}, userId: 'u1'},
    ],
  ])('is read from %s', (text, stored) => {
    expect(readStoredPreferences(text, 'en')).toEqual(stored)
  })
})
