import {describe, expect, it} from 'vitest'
import {choicesOf} from '../../src/domain/console/records/choices'
import {customers} from '../../src/domain/console/records/customers'
import {assets} from '../../src/domain/console/records/descriptions'
import {createOffers, MAX_OFFERED, searchedText} from '../../src/domain/wordSearch'
import {recordOf} from './console/records/examples'

const offersOf = createOffers()

describe('the search of a picker', () => {
  const harbour = recordOf({title: 'Hafen Süd', email: 'a@harbour.test'}, {id: 'c-1'})
  const longest = recordOf({title: 'x'.repeat(5000), email: 'long@b.test'}, {id: 'c-2'})
  const reversed = recordOf({title: 'p\u202eump', email: 'rtl@b.test'}, {id: 'c-3'})
  const listed = choicesOf(customers, [harbour, longest, reversed])
  const foundBy = (search: string) => offersOf(listed, search).offered.map(({value}) => value)

  it.each([
    ['', ['c-1', 'c-3', 'c-2']],
    ['  ', ['c-1', 'c-3', 'c-2']],
    [' SUD ', ['c-1']],
    ['a@HARBOUR', ['c-1']],
    ['c-2', ['c-2']],
    ['pump', ['c-3']],
    ['p\u202eump', ['c-3']],
    ['x'.repeat(5000), ['c-2']],
    ['(', ['c-1', 'c-3', 'c-2']],
    ['.*', []],
  ])('for %j', (search, values) => {
    expect(foundBy(search)).toEqual(values)
  })

  it('offers the first of many, and says how many more there are', () => {
    const many = choicesOf(
      assets,
      Array.from({length: 10_000}, (_, at) => recordOf({name: `Room ${at}`}, {id: `id-${at}`})),
    )
    const {offered, more} = offersOf(many, 'room')
    expect([offered.length, offered.at(0)?.label, offered.at(-1)?.label, more]).toEqual([
      MAX_OFFERED,
      'Room 0',
      'Room 99',
      9900,
    ])
    expect(offersOf(many, 'room 9999')).toMatchObject({offered: [{value: 'id-9999'}], more: 0})
  })

  const SERIES = [
    'Ghent core router · temperature',
    'Ghent edge router · cpu',
    'Genf Kühlhaus · temperature',
    'a.b · x_y',
  ]
  const series = SERIES.map(label => ({label, searched: searchedText(label)}))
  it.each([
    ['ghent core temp', [0]],
    ['temp core', [0]],
    ['temperature', [0, 2]],
    ['kuhl', [2]],
    ['x_y', [3]],
    ['ghnet core', [0]],
    ['namur', []],
  ])(
    'takes words in any order, parts of words, and a mistyped letter only when nothing else is found: %s',
    (text, at) => {
      expect(
        offersOf(series, text)
          .offered.map(({label}) => SERIES.indexOf(label))
          .toSorted(),
      ).toEqual(at)
    },
  )
})
