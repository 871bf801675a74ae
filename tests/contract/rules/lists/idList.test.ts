import {describe, expect, it} from 'vitest'
import {idsFrom, idsValue, withIdIntent} from '../../../../contract/rules/lists/idList'

describe('ids in an attribute', () => {
  const read = idsFrom(['a', 'b', 'a', 7], 2)

  it('are each there once, and what is no id stays as it was', () => {
    expect(read.items).toEqual(['a', 'b'])
    expect(idsValue(read)).toEqual(['a', 'b', 7])
  })

  it('are added once, and removed', () => {
    expect(withIdIntent(read, {kind: 'add', id: 'c'}).items).toEqual(['a', 'b', 'c'])
    expect(withIdIntent(read, {kind: 'remove', id: 'a'}).items).toEqual(['b'])
    expect([withIdIntent(read, {kind: 'add', id: 'a'}), withIdIntent(read, {kind: 'remove', id: 'x'})]).toEqual([
      read,
      read,
    ])
  })

  it('are not ours to write where there is no list', () => {
    expect(idsFrom('a,b', 1)).toMatchObject({isList: false, items: []})
  })
})
