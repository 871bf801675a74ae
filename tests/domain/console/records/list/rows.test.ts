import {describe, expect, it} from 'vitest'
import {devices} from '../../../../../src/domain/console/records/devices'
import {usualView} from '../../../../../src/domain/console/records/list/list'
import {
  isEndNear,
  NO_ROWS,
  withFirstPage,
  withNextPage,
  withView,
} from '../../../../../src/domain/console/records/list/rows'
import {recordOf} from '../examples'

const [A, B] = ['a', 'b'].map(id => recordOf({name: `Pump ${id}`}, {id}))
const found = [A, B].flatMap(record => record ?? [])
const asked = {...NO_ROWS, description: devices, view: {...usualView(devices), sort: '-name'}}

describe('rows', () => {
  it('of a whole list are sorted and searched as they come, and as the view changes', () => {
    const rows = {...asked, ...withFirstPage(asked, {records: found, next: null, total: 2, isWhole: true, readAt: 7})}
    expect(rows.shown).toEqual([B, A])
    expect(withView(rows, {sort: 'name'}).shown).toEqual([A, B])
    expect(withView(rows, {q: 'pump a'}).shown).toEqual([A])
  })

  it('of a paged list stay in the order of the server, whatever the view becomes', () => {
    const rows = {...asked, ...withFirstPage(asked, {records: found, next: 'p2', total: 3, isWhole: false, readAt: 7})}
    expect(rows.shown).toEqual([A, B])
    expect(withView(rows, {sort: 'name'})).toEqual({view: usualView(devices)})
  })

  it('grow by the next page', () => {
    const next = withNextPage(
      {...NO_ROWS, shown: found.slice(0, 1)},
      {
        records: found.slice(1),
        next: null,
        total: 2,
        isWhole: false,
        readAt: 7,
      },
    )
    expect(next).toEqual({shown: [A, B], next: null, total: 2})
  })

  it.each([
    [{next: 'p2', lastInView: 49}, false],
    [{next: 'p2', lastInView: 50}, true],
    [{next: null, lastInView: 99}, false],
  ])('of which 100 have come, with %o, have their end near: %s', (known, isNear) => {
    expect(isEndNear({...NO_ROWS, shown: Array.from({length: 100}, () => recordOf({})), ...known})).toBe(isNear)
  })
})
