import {describe, expect, it} from 'vitest'
import {headlinesFor, headlinesFrom, headlinesValue} from '../../../contract/rules/headlines'

const STORED = [
  {by: 'all', key: 'cpu'},
  {by: 'type', value: 'router', key: 'throughput'},
  {by: 'label', value: 'Core', key: 'temperature'},
]

describe('headline keys', () => {
  it('are those of the label, then of the type, then of all devices', () => {
    const keysOf = (device: object) => headlinesFor(headlinesFrom(STORED), device).map(({key}) => key)
    expect(keysOf({label: 'Core', type: 'router'})).toEqual(['temperature', 'throughput', 'cpu'])
    expect(keysOf({label: 'Edge', type: 'router'})).toEqual(['throughput', 'cpu'])
    expect(keysOf({label: null, type: null})).toEqual(['cpu'])
  })

  it('are stored as they were read', () => {
    expect(headlinesValue(headlinesFrom(STORED))).toEqual(STORED)
  })

  it.each([
    ['no list', {cpu: 1}],
    ['a list of texts', ['cpu']],
    ['no key', [{by: 'all'}]],
    ['an empty key', [{by: 'all', key: ''}]],
    ['an unknown level', [{by: 'customer', value: 'x', key: 'cpu'}]],
    ['a label without its name', [{by: 'label', key: 'cpu'}]],
  ])('are none of %s', (_what, json) => {
    expect(headlinesFrom(json)).toEqual([])
  })

  it('are the first of two for the same devices', () => {
    expect(headlinesFrom([STORED[0] ?? null, {by: 'all', value: 'ignored', key: 'load'}])).toHaveLength(1)
  })
})
