import {describe, expect, it} from 'vitest'
import {arrange, indexOf, NOTHING_KNOWN} from '../../../../../src/domain/telemetry/devices/navigator'
import {DEFAULT_NAVIGATOR} from '../../../../../src/domain/telemetry/devices/navigatorView'
import {
  foldToToggle,
  type Line,
  lineAt,
  lineReached,
  linesOf,
} from '../../../../../src/ui/telemetry/dashboard/devices/lines'
import {device} from '../../../../support/device'

const DEVICES = [device('a', ['cpu', 'load']), device('b', []), {...device('c', ['cpu']), type: 'pump'}]
const OPEN = {group: 'none', closed: [], onlyOpen: undefined} as const
const arranged = (view: Partial<typeof DEFAULT_NAVIGATOR> = {}) =>
  arrange(DEVICES, indexOf(DEVICES, new Map()), {...DEFAULT_NAVIGATOR, ...view}, NOTHING_KNOWN)
const lines = linesOf(arranged(), OPEN)
const written = (written: readonly Line[]) =>
  written.map(line => `${line.kind} ${line.kind === 'group' ? line.group.id : line.device.id}`)

describe('the lines of the device list', () => {
  it('are each device and beneath it its keys, or that there are none', () => {
    expect(lines.map(line => [line.kind, line.kind === 'key' ? line.key : line.id])).toEqual([
      ['device', 'a/device'],
      ['key', 'cpu'],
      ['key', 'load'],
      ['device', 'b/device'],
      ['noKeys', 'b/noKeys'],
      ['device', 'c/device'],
      ['key', 'cpu'],
    ])
  })

  it('leave out the keys of folded devices', () => {
    expect(written(linesOf(arranged(), {...OPEN, closed: ['a', 'b']}))).toEqual([
      ...['device a', 'device b', 'device c', 'key c'],
    ])
  })

  it('are one for each device but the selected one where keys are hidden', () => {
    expect(written(linesOf(arranged(), {...OPEN, onlyOpen: 'c'}))).toEqual([
      ...['device a', 'device b', 'device c', 'key c'],
    ])
    expect(written(linesOf(arranged(), {...OPEN, onlyOpen: null}))).toEqual(['device a', 'device b', 'device c'])
  })

  it('begin with the group, which shows nothing more when it is folded', () => {
    expect(written(linesOf(arranged({group: 'type'}), {...OPEN, group: 'type', closed: ['-']}))).toEqual([
      ...['group =pump', 'device c', 'key c', 'group -'],
    ])
  })

  it.each([
    ['ArrowLeft', 0, 'a'],
    ['ArrowRight', 0, null],
    ['ArrowLeft', 1, null],
    ['Enter', 0, null],
  ])('%s on line %d toggles the fold %s', (pressed, at, fold) => {
    const line = lines[at]
    expect(line && foldToToggle(pressed, line)).toBe(fold)
  })

  it('have the line of a selection, else that of its device or the first one', () => {
    expect([
      lineAt(lines, 'c', null),
      lineAt(lines, 'a', 'load'),
      lineAt(lines, null, null),
      lineAt(lines, 'x', 'y'),
      lineAt(lines, 'c', 'unknown'),
    ]).toEqual([5, 2, 0, 0, 5])
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
