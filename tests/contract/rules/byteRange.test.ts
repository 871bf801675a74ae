import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {byteRange} from '../../../contract/rules/byteRange'

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-', {start: 0, end: 9}],
    ['bytes=2-4', {start: 2, end: 4}],
    ['bytes=2-400', {start: 2, end: 9}],
    ['bytes=-3', {start: 7, end: 9}],
    ['bytes=-30', {start: 0, end: 9}],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=4-2', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    [null, null],
  ])('of ten, asked for by %s, is %j', (header, range) => {
    expect(byteRange(header, 10)).toEqual(range)
  })
})

it('finds in any range what a plain reading finds', () => {
  const number = fc.nat({max: 40})
  fc.assert(
    fc.property(fc.option(number), fc.option(number), fc.integer({min: 1, max: 30}), (first, last, size) => {
      const bytes = Array.from({length: size}, (_, at) => at)
      const wanted = byteRange(`bytes=${first ?? ''}-${last ?? ''}`, size)
      if (wanted === null) return first === null ? last === null : last !== null && last < first
      const plain =
        first === null ? bytes.slice(-(last ?? 0) || size) : bytes.slice(first, last === null ? size : last + 1)
      if (wanted === 'unsatisfiable') return plain.length === 0 || last === 0
      return bytes.slice(wanted.start, wanted.end + 1).join() === plain.join()
    }),
  )
})
