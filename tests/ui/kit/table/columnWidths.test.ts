import {describe, expect, it} from 'vitest'
import {columnWidths} from '../../../../src/ui/kit/table/columnWidths'
import {rowKey} from '../../../../src/ui/kit/table/VirtualTable'

const text = {least: 6, content: 10, most: null}
const date = {least: 12, content: 12, most: 12}
const count = {least: 5, content: 5, most: 5}
const rounded = (widths: readonly number[]) => widths.map(width => Math.round(width * 10) / 10)

describe('columns', () => {
  it.each([
    ['what is left goes to texts, not to dates', [text, date], 40, [28, 12]],
    ['in proportion to what stands in them', [text, {...text, content: 20}, date], 72, [20, 40, 12]],
    ['up to the most that they take', [{...text, most: 15}, text, date], 60, [15, 33, 12]],
    ['all grow where no text may', [{...text, most: 10}, count, count], 40, [20, 10, 10]],
    ['texts give what is missing', [text, {...text, content: 8}, date], 27, [8, 7, 12]],
    ['and no less than their least', [text, date, date], 20, [6, 12, 12]],
    ['there are none', [], 40, []],
  ])('%s', (_, columns, room, widths) => {
    expect(rounded(columnWidths(columns, room))).toEqual(widths)
  })
})

describe('a key in a table', () => {
  const at = (row: number) => ({at: row, count: 100, inView: 10})
  it.each([
    ['j', -1, 0],
    ['j', 4, 5],
    ['ArrowDown', 99, 99],
    ['k', 4, 3],
    ['ArrowUp', 0, 0],
    ['k', -1, 0],
    ['Home', 50, 0],
    ['End', 50, 99],
    ['PageDown', 95, 99],
    ['PageUp', 5, 0],
  ])('%s on row %d moves to row %d', (key, from, to) => {
    expect(rowKey(key, at(from))).toEqual({kind: 'move', to})
  })

  it('opens, selects and shows the present row', () => {
    expect(['Enter', ' ', 'p'].map(key => rowKey(key, at(3))?.kind)).toEqual(['open', 'select', 'peek'])
    expect(['Enter', ' ', 'p', 'x'].map(key => rowKey(key, at(-1)))).toEqual([null, null, null, null])
  })

  it('moves nowhere where there is no row', () => {
    expect(rowKey('j', {at: -1, count: 0, inView: 10})).toBeNull()
  })
})
