import {describe, expect, it} from 'vitest'
import {isFulfilled, notesFrom, storedValue, withIntent} from '../../../../contract/rules/lists/annotations'
import {NO_LIST} from '../../../../contract/rules/lists/storedList'

const note = (at: number, text = 'x') => ({at, until: null, text, by: 'Ada'})

describe('the notes of an attribute', () => {
  it('are read in the order of time, and written as they were, with what is no note behind them', () => {
    const odd = {when: 'yesterday'}
    const kept = notesFrom([{at: 20, text: 'b', by: 'Ada', until: 30}, odd, {at: 10, text: 'a', by: 'Bob'}], 4)
    expect(kept.items).toEqual([
      {at: 10, until: null, text: 'a', by: 'Bob'},
      {at: 20, until: 30, text: 'b', by: 'Ada'},
    ])
    expect([kept.ignored, kept.isList, kept.version]).toEqual([[odd], true, 4])
    expect(storedValue(kept)).toEqual([{at: 10, text: 'a', by: 'Bob'}, {at: 20, text: 'b', by: 'Ada', until: 30}, odd])
  })

  it.each([
    [null],
    ['text'],
    [[]],
    [{text: 'without a time'}],
    [{at: '10', text: 'a time in words'}],
    [{at: Number.MAX_SAFE_INTEGER, text: 'beyond all times'}],
    [{at: 10, text: '  '}],
    [{at: 10, text: 'x'.repeat(501)}],
    [{at: 10, text: 'ends before it begins', until: 5}],
    [{at: 10, text: 'by nobody', by: {}}],
  ])('leave out %j', entry => {
    expect(notesFrom([entry], 1)).toMatchObject({items: [], ignored: [entry]})
  })

  it('are none, and not to be written, when the attribute holds no list', () => {
    expect(notesFrom({mine: true}, 2)).toEqual({items: [], ignored: [], isList: false, version: 2, exists: true})
  })
})

describe('an intent', () => {
  it('adds a note once, and removes the one that is meant', () => {
    const one = withIntent(NO_LIST, {kind: 'add', note: note(2)})
    const two = withIntent(withIntent(one, {kind: 'add', note: note(1)}), {kind: 'add', note: note(2)})
    expect(two.items).toEqual([note(1), note(2)])
    expect(withIntent(two, {kind: 'remove', note: note(2)}).items).toEqual([note(1)])
  })

  it('is fulfilled when somebody else has done the same', () => {
    const kept = withIntent(NO_LIST, {kind: 'add', note: note(1)})
    expect(isFulfilled(kept, {kind: 'add', note: note(1)})).toBe(true)
    expect(isFulfilled(kept, {kind: 'remove', note: note(1)})).toBe(false)
    expect(isFulfilled(kept, {kind: 'remove', note: note(9)})).toBe(true)
  })
})
