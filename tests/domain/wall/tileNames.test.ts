import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {scaleOf, widthOf} from '../../../src/domain/wall/fitting'
import {type TileName, tileNames} from '../../../src/domain/wall/tileNames'
import {device} from '../../support/device'

const named = (name: string, room: number, group = '') => {
  const tile = {id: 'a', device: {...device('a'), name}, keys: []}
  return tileNames({tiles: [tile], groupOf: () => group, room})[0]
}

describe('the name on a tile', () => {
  it('is whole where it has room', () => {
    expect(named('Amsterdam fan 1', 20)).toEqual({said: '', start: 'Amsterdam fan 1', end: ''})
  })

  it('is cut in the middle, between words where much of it remains', () => {
    expect(
      [
        ['Amsterdam boiler 12', 7],
        ['Full pressure boiler switch 2', 9],
        ['Amsterdam compressor 12', 7],
      ].map(([name, room]) => named(String(name), Number(room))),
    ).toEqual([
      {said: '', start: '', cut: 'Amsterdam', end: ' boiler 12'},
      {said: '', start: 'Full ', cut: 'pressure boiler', end: ' switch 2'},
      {said: '', start: 'Amsterdam compre', end: 'ssor 12'},
    ])
  })

  it('is cut within a word where that alone tells it from another', () => {
    const devices = ['Amsterdam', 'Rotterdam'].map(city => ({...device(city), name: `${city} boiler 12`}))
    const tiles = devices.map(device => ({id: device.id, device, keys: []}))
    expect(tileNames({tiles, groupOf: () => '', room: 7})).toEqual([
      {said: '', start: 'Amsterdam ', end: 'boiler 12'},
      {said: '', start: 'Rotterdam ', end: 'boiler 12'},
    ])
  })

  it.each([
    ['Hall 3 – Press 1', 'Hall 3', {said: 'Hall 3 – ', start: 'Press 1'}],
    ['hall 3_Press 1', 'Hall 3', {said: 'hall 3_', start: 'Press 1'}],
    ['Press 1 (Hall 3', 'Hall 3', {start: 'Press 1 (Hall 3'}],
    ['Press 1, Hall 3', 'Hall 3', {said: 'Hall 3 ', start: 'Press 1'}],
    ['Hall 30 Press', 'Hall 3', {start: 'Hall 30 Press'}],
    ['Pump 7', 'Pump', {start: 'Pump 7'}],
    ['Pump', 'Pump', {start: 'Pump'}],
  ])('“%s” in the group “%s” leaves out what the head says', (name, group, parts) => {
    expect(named(name, 30, group)).toEqual({said: '', end: '', ...parts})
  })

  it('is whole for a screen reader, whatever it is made of', () => {
    fc.assert(
      fc.property(fc.string({unit: 'grapheme'}), fc.double({min: 1, max: 30, noNaN: true}), (name, room) => {
        const {start = '', cut = '', end = ''} = named(name, room) ?? {}
        expect(start + cut + end).toBe(name)
        expect([...start, ...cut, ...end]).toEqual([...name])
      }),
    )
  })
})

describe('the names of a wall', () => {
  const word = fc.constantFrom(
    'Pump',
    'Pressure',
    'Press',
    'Hall',
    'North',
    'boiler',
    '1',
    '2',
    '12',
    'Zwischenüberhitzer',
  )
  const names = fc.uniqueArray(
    fc.array(word, {minLength: 1, maxLength: 5}).map(words => words.join(' ')),
    {minLength: 1, maxLength: 12},
  )
  const shownOf = ({start, cut, end}: TileName) => (cut === undefined && end === '' ? start : `${start}…${end}`)
  const tilesOf = (all: readonly string[]) => all.map(name => ({id: name, device: {...device(name), name}, keys: []}))

  it('differ where the names do', () => {
    fc.assert(
      fc.property(names, fc.double({min: 4, max: 30, noNaN: true}), (all, room) => {
        const found = tileNames({tiles: tilesOf(all), groupOf: () => '', room})
        expect(new Set(found.map(shownOf)).size).toBe(all.length)
      }),
    )
  })

  it('are cut within a word only where no good cut between words fits, or another name would look the same', () => {
    fc.assert(
      fc.property(names, fc.double({min: 4, max: 30, noNaN: true}), (all, room) => {
        const alone = all.map(name => tileNames({tiles: tilesOf([name]), groupOf: () => '', room})[0])
        alone.forEach((found, at) => {
          const words = (all[at] ?? '').split(' ')
          const fits = words.some((_, from) =>
            words.some((_, to) => {
              const [start, end] = [words.slice(0, from).join(' '), words.slice(to).join(' ')]
              const width = widthOf(start && `${start} `) + widthOf(` ${end}`)
              return (
                to > from && end !== '' && /[a-z]/.test(start + end) && width >= room / 2 && width + 1 <= 0.97 * room
              )
            }),
          )
          const isWhole = found?.start === all[at]
          expect(isWhole || !fits || found?.cut !== undefined).toBe(true)
        })
      }),
    )
  })
})

describe('a value', () => {
  it('gets smaller until it has room, but not smaller than the name', () => {
    expect([
      scaleOf('21.5', '', 3, 0.5),
      scaleOf('1,234,568', ' °C', 3, 0.5),
      scaleOf('x'.repeat(99), '', 3, 0.5),
    ]).toEqual([1, 0.5, 0.5])
    fc.assert(
      fc.property(fc.float({min: 1, max: 20, noNaN: true}), fc.integer(), (width, value) => {
        const scale = scaleOf(String(value), '', width, 0.1)
        expect(scale <= 0.1 || scale * widthOf(String(value)) <= width + 1e-9).toBe(true)
      }),
    )
  })
})
