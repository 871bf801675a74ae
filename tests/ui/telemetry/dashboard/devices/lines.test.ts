import {describe, expect, it} from 'vitest'
import {lineAt, lineReached, linesOf} from '../../../../../src/ui/telemetry/dashboard/devices/lines'
import {device} from '../../../../support/device'

const lines = linesOf([device('a', ['cpu', 'load']), device('b', []), device('c', ['cpu'])])

describe('the lines of the device list', () => {
  it('are each device and beneath it its keys, or that there are none', () => {
    expect(lines.map(line => [line.kind, line.device.id, line.kind === 'key' ? line.key : null])).toEqual([
      ['device', 'a', null],
      ['key', 'a', 'cpu'],
      ['key', 'a', 'load'],
      ['device', 'b', null],
      ['noKeys', 'b', null],
      ['device', 'c', null],
      ['key', 'c', 'cpu'],
    ])
  })

  it('has the line of a selection, and the first one without', () => {
    expect([
      lineAt(lines, 'c', null),
      lineAt(lines, 'a', 'load'),
      lineAt(lines, null, null),
      lineAt(lines, 'x', 'y'),
    ]).toEqual([5, 2, 0, 0])
  })

  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 3, 5],
    ['ArrowDown', 6, 6],
    ['ArrowUp', 5, 3],
    ['ArrowUp', 0, 0],
    ['Home', 6, 0],
    ['End', 0, 6],
    ['PageDown', 0, 3],
    ['PageUp', 6, 2],
    ['Enter', 2, undefined],
  ])('on %s moves from line %d to %s', (pressed, from, to) => {
    expect(lineReached(pressed, from, lines, 4)).toBe(to)
  })
})
