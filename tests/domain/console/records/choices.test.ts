import {describe, expect, it} from 'vitest'
import {type Choice, calledOf, choicesOf, withUnknown} from '../../../../src/domain/console/records/choices'
import {customers} from '../../../../src/domain/console/records/customers'
import {assets} from '../../../../src/domain/console/records/descriptions'
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
