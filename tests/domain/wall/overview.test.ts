import {describe, expect, it} from 'vitest'
import {createOverview, standardOverview} from '../../../src/domain/wall/overview'
import {DEFAULT_WALL_VIEW, namedWall} from '../../../src/domain/wall/view'
import type {Wall} from '../../../src/domain/wall/walls'

const OVERVIEW = createOverview('ORGANISATION_ADMIN')

const kindsOf = (wall: Wall | null | undefined) => wall?.composition?.panels.map(({kind}) => kind)

describe('the overview', () => {
  it('is the standard for those who have made nothing else of it, and that is kept nowhere', () => {
    const list = OVERVIEW.read([], 0)
    expect(kindsOf(namedWall(list.items, DEFAULT_WALL_VIEW.wall))).toEqual([
      ...['alarms', 'late', 'unusual', 'top', 'comparison', 'changes'],
    ])
    expect([list.exists, OVERVIEW.write(list)]).toEqual([false, []])
  })

  it.each(['CUSTOMER_ADMIN', 'CUSTOMER_USER'])(
    'holds nothing that is refused to a %s, and leaves no room free',
    authority => {
      const {composition} = standardOverview(authority)
      expect(composition?.panels.map(({kind, x, w}) => [kind, x, w])).toEqual([
        ['alarms', 0, 8],
        ['late', 8, 6],
        ['unusual', 14, 10],
        ['top', 0, 10],
        ['comparison', 10, 14],
      ])
    },
  )

  it('is what a user has made of it, until it is the standard again', () => {
    const standard = standardOverview('ORGANISATION_ADMIN')
    const own: Wall = {...standard, composition: {panels: [], surplus: [], isMended: false}}
    const changed = OVERVIEW.fulfil(OVERVIEW.read([], 0), {kind: 'keep', wall: own, was: own.name})
    if (typeof changed === 'string') throw new Error(changed)
    const read = OVERVIEW.read(OVERVIEW.write(changed), 1)
    expect([read.exists, read.items]).toEqual([true, [own]])
    const back = OVERVIEW.fulfil(read, {kind: 'remove', name: own.name})
    if (typeof back === 'string') throw new Error(back)
    expect([back.items, OVERVIEW.write(back)]).toEqual([[standard], []])
    expect(OVERVIEW.inverse(read, {kind: 'remove', name: own.name})).toEqual({kind: 'keep', wall: own, was: own.name})
  })

  it.each([['x'], [[]], [[{panels: 3}]], [null]])('is the standard when %j was kept', kept => {
    expect(OVERVIEW.read(kept, 2).items).toEqual([standardOverview('ORGANISATION_ADMIN')])
  })
})
