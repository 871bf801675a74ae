import {describe, expect, it} from 'vitest'
import {checkRows} from '../../../server/device/import'

const TOKEN = 'an-access-token-of-a-pump'
const ID = '0192f3a0-0000-7000-8000-000000000001'

describe('the rows of an import', () => {
  it('are read each by itself', () => {
    const full = {_id: ID, name: 'Pump', type: 'pump', label: null, customer_id: null, access_token: TOKEN}

    expect(checkRows([{name: ' Crane '}, {}, full])).toEqual([
      {name: 'Crane'},
      {message: expect.stringMatching(/^name: /)},
      full,
    ])
  })

  it.each<[object, string]>([
    [{name: ''}, 'name: must not be empty'],
    [{name: 'x'.repeat(256)}, 'name: must have at most 255 characters'],
    [{name: 'a\0b'}, 'name: must not hold control characters'],
    [{name: 'a', label: 'two\nlines'}, 'label: must not hold control characters'],
    [{_id: 'mine', name: 'a'}, '_id: must be a new id'],
    [{_id: null, name: 'a'}, '_id: must be a new id'],
    [{name: 'a', customer_id: 'works'}, 'customer_id: must be an id'],
    [{name: 'a', access_token: 'short'}, 'access_token: must have at least 20 characters'],
    [{name: 'a', access_token: 'a'.repeat(20)}, 'access_token: is too easy to guess'],
    [{name: 'a', access_token: `${TOKEN}/é`}, 'access_token: may hold letters, digits, and . _ ~ - only'],
    [{name: 'a', colour: 'red', size: 7}, 'There is no field colour,size'],
    [{name: '', type: 'x'.repeat(256)}, 'name: must not be empty; type: must have at most 255 characters'],
  ])('of %j say %s', (row, message) => {
    expect(checkRows([row])).toEqual([{message}])
  })

  it('have their access token once', () => {
    expect(
      checkRows([
        {name: '', access_token: TOKEN},
        {name: 'a', access_token: TOKEN},
        {name: 'b', access_token: TOKEN},
        {name: 'c'},
        {name: 'd'},
      ]),
    ).toEqual([
      {message: 'name: must not be empty'},
      {name: 'a', access_token: TOKEN},
      {message: 'access_token: another row has it, too'},
      {name: 'c'},
      {name: 'd'},
    ])
  })

  it('have their id once', () => {
    expect(
      checkRows([
        {_id: ID, name: ''},
        {_id: ID.toUpperCase(), name: 'a'},
        {_id: ID, name: 'b', access_token: TOKEN},
        {name: 'c', access_token: TOKEN},
      ]),
    ).toEqual([
      {message: 'name: must not be empty'},
      {_id: ID, name: 'a'},
      {message: '_id: another row has it, too'},
      {name: 'c', access_token: TOKEN},
    ])
  })

  it('that hold a prototype are refused', () => {
    expect(checkRows([JSON.parse('{"name":"a","__proto__":{"label":"b"}}')])).toEqual([
      {message: 'There is no field __proto__'},
    ])
  })
})
