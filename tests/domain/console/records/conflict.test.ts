import {describe, expect, it} from 'vitest'
import {differences, rebased} from '../../../../src/domain/console/records/conflict'
import {draftOf} from '../../../../src/domain/console/records/draft'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {HARBOUR, recordOf} from './examples'

const THEIRS = recordOf({...HARBOUR.values, phone: '+49 40 9999', city: 'Bremen', zip: '28195'}, {version: 2})
const MINE = {...draftOf(organisations, HARBOUR), title: 'Harbour', city: 'Hamburg', zip: '28195'}
const BOTH = {record: HARBOUR, draft: MINE, theirs: THEIRS}

describe('a draft and a newer version', () => {
  it('differ in what either has changed, and not in what both made the same', () => {
    const found = differences(organisations, BOTH)
    expect(found.map(({field, mine, theirs, changedBy}) => [field.name, mine, theirs, changedBy])).toEqual([
      ['title', 'Harbour', 'Harbour Works', 'me'],
      ['phone', '+49 40 1234', '+49 40 9999', 'them'],
      ['city', 'Hamburg', 'Bremen', 'both'],
    ])
  })

  it('are joined so that what they alone have changed stays theirs', () => {
    expect(rebased(organisations, BOTH)).toEqual({
      ...draftOf(organisations, THEIRS),
      title: 'Harbour',
      city: 'Hamburg',
    })
  })

  it('need no choice when they say the same', () => {
    expect(differences(organisations, {...BOTH, draft: draftOf(organisations, THEIRS)})).toEqual([])
  })
})
