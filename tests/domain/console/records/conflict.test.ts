import {describe, expect, it} from 'vitest'
import {differences, firstSides, merged, type Sides} from '../../../../src/domain/console/records/conflict'
import {draftOf} from '../../../../src/domain/console/records/draft'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {HARBOUR, recordOf} from './examples'

const THEIRS = recordOf({...HARBOUR.values, phone: '+49 40 9999', city: 'Bremen', zip: '28195'}, {version: 2})
const MINE = {...draftOf(organisations, HARBOUR), title: 'Harbour', city: 'Hamburg', zip: '28195'}
const BOTH = {record: HARBOUR, draft: MINE, theirs: THEIRS}

describe('a draft and a newer version', () => {
  it('differ in what either has changed, and not in what both made the same', () => {
    const found = differences(organisations, BOTH)
    expect(
      found.map(({field, before, mine, theirs, changedBy}) => [field.name, before, mine, theirs, changedBy]),
    ).toEqual([
      ['title', 'Harbour Works', 'Harbour', 'Harbour Works', 'me'],
      ['phone', '+49 40 1234', '+49 40 1234', '+49 40 9999', 'them'],
      ['city', '', 'Hamburg', 'Bremen', 'both'],
    ])
  })

  it('need no choice when they say the same', () => {
    expect(differences(organisations, {...BOTH, draft: draftOf(organisations, THEIRS)})).toEqual([])
  })

  it('are mine at first where I alone have changed a field', () => {
    expect(firstSides(differences(organisations, BOTH))).toEqual({title: 'mine', phone: 'theirs', city: 'theirs'})
  })

  it.each<[Sides, object]>([
    [{}, {}],
    [{title: 'mine', phone: 'theirs', city: 'theirs'}, {title: 'Harbour'}],
    [{title: 'theirs', phone: 'theirs', city: 'theirs'}, {}],
    [
      {title: 'mine', phone: 'theirs', city: 'mine'},
      {title: 'Harbour', city: 'Hamburg'},
    ],
    [
      {title: 'theirs', phone: 'mine', city: 'mine'},
      {phone: '+49 40 1234', city: 'Hamburg'},
    ],
  ])('are merged by the sides %j into their version with %j', (sides, mine) => {
    expect(merged(organisations, BOTH, sides)).toEqual({...draftOf(organisations, THEIRS), ...mine})
  })
})
