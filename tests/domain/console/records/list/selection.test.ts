import {describe, expect, it} from 'vitest'
import {
  NO_SELECTION,
  stillSelected,
  without,
  withRow,
  withShown,
} from '../../../../../src/domain/console/records/list/selection'
import {recordOf} from '../examples'

const a = recordOf({name: 'Pump a'}, {id: 'a'})
const b = recordOf({name: 'Pump b'}, {id: 'b'})
const both = withShown({selected: NO_SELECTION, shown: [a, b]}, {isSelected: true})

describe('a selection', () => {
  it('takes and leaves what is shown, and keeps what is not', () => {
    expect([...both]).toEqual([
      ['a', a],
      ['b', b],
    ])
    expect([...withShown({selected: both, shown: [b]}, {isSelected: false}).keys()]).toEqual(['a'])
  })

  it('takes a row that is shown, and no other', () => {
    const selected = (id: string) => withRow({selected: NO_SELECTION, shown: [a]}, {id, isSelected: true})
    expect([[...selected('a')], [...selected('b')]]).toEqual([[['a', a]], []])
  })

  it('loses what was done with', () => {
    expect([...without(both, ['a', 'unknown']).keys()]).toEqual(['b'])
  })

  it('has of all records that there are now the selected ones as they are now', () => {
    const renamed = recordOf({name: 'Fan'}, {id: 'b'})
    expect([...stillSelected(both, [renamed, recordOf({}, {id: 'c'})])]).toEqual([['b', renamed]])
  })
})
