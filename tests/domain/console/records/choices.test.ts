import {describe, expect, it} from 'vitest'
import {assets} from '../../../../src/domain/console/records/assets'
import {
  type Choice,
  calledOf,
  choicesOf,
  MOST_OFFERED,
  offeredChoices,
  withUnknown,
} from '../../../../src/domain/console/records/choices'
import {customers} from '../../../../src/domain/console/records/customers'
import {organisations} from '../../../../src/domain/console/records/organisations'
import {recordOf} from './examples'

const labels = (choices: readonly Choice[]) => choices.map(({label}) => label)

describe('what a record is called', () => {
  it.each([
    [customers, {title: 'Harbour', email: 'a@b.test'}, 'Harbour (a@b.test)'],
    [customers, {title: '', email: 'a@b.test'}, 'a@b.test'],
    [customers, {title: null, email: null}, 'r1'],
    [organisations, {title: 'Harbour Works', email: 'a@b.test'}, 'Harbour Works'],
    [assets, {name: 'Boiler room'}, 'Boiler room'],
    [assets, {name: '<b>Boiler</b>'}, '<b>Boiler</b>'],
    [customers, {title: '\u202egnp\u2066', email: 'a@b.test'}, 'gnp (a@b.test)'],
    [assets, {name: '\u202e'}, 'r1'],
    [customers, {title: '  ', email: 'a@b.test'}, 'a@b.test'],
    [assets, {name: 'حلب\u200e 2'}, 'حلب\u200e 2'],
  ])('%#: its title and what it is known by', (description, values, label) => {
    expect(calledOf(description, recordOf(values))).toBe(label)
  })
})

describe('choices', () => {
  it('stand in order, numbers as numbers', () => {
    const rooms = ['Room 10', 'room 9', 'Äther', 'Attic'].map((name, at) => recordOf({name}, {id: String(at)}))
    expect(labels(choicesOf(assets, rooms))).toEqual(['Äther', 'Attic', 'room 9', 'Room 10'])
  })

  it('that are called the same are told apart by their ids', () => {
    const rooms = ['c', 'a', 'b'].map(id => recordOf({name: id === 'b' ? 'Other' : 'Room'}, {id}))
    expect(choicesOf(assets, rooms).map(({value, label}) => [value, label])).toEqual([
      ['b', 'Other'],
      ['a', 'Room · a'],
      ['c', 'Room · c'],
    ])
  })

  it('name a record once, however often the server lists it', () => {
    expect(labels(choicesOf(assets, [recordOf({name: 'Room'}), recordOf({name: 'Room'})]))).toEqual(['Room'])
  })

  it('leave out the one that must not name itself', () => {
    const rooms = [recordOf({name: 'Self'}, {id: 'self'}), recordOf({name: 'Room'})]
    expect(labels(choicesOf(assets, rooms, 'self'))).toEqual(['Room'])
  })
})

describe('searching', () => {
  const harbour = recordOf({title: 'Hafen Süd', email: 'a@harbour.test'}, {id: 'c-1'})
  const longest = recordOf({title: 'x'.repeat(5000), email: 'long@b.test'}, {id: 'c-2'})
  const reversed = recordOf({title: 'p\u202eump', email: 'rtl@b.test'}, {id: 'c-3'})
  const listed = choicesOf(customers, [harbour, longest, reversed])
  const foundBy = (search: string) => offeredChoices(listed, search).offered.map(({value}) => value)

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
    const {offered, more} = offeredChoices(many, 'room')
    expect([offered.length, offered.at(0)?.label, offered.at(-1)?.label, more]).toEqual([
      MOST_OFFERED,
      'Room 0',
      'Room 99',
      9900,
    ])
    expect(offeredChoices(many, 'room 9999')).toMatchObject({offered: [{value: 'id-9999'}], more: 0})
  })
})

describe('a value', () => {
  const listed = choicesOf(assets, [recordOf({name: 'Room'})])

  it.each(['', 'r1'])('%j that is none or listed adds nothing', value => {
    expect(withUnknown(listed, value)).toBe(listed)
  })

  it('that is not listed stands first, as itself', () => {
    expect(withUnknown(listed, 'x9').map(({value, label}) => [value, label])).toEqual([
      ['x9', 'x9'],
      ['r1', 'Room'],
    ])
  })
})
