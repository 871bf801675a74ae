import {describe, expect, it} from 'vitest'
import {alarmsAfter, marksOf, worstMark} from '../../../../src/domain/telemetry/devices/marks'
import {alarm, occurrence} from '../../../machines/alarms/alarm'

const all = (...alarms: Parameters<typeof alarmsAfter>[1]['alarms']) =>
  ({type: 'alarms.received', alarms, isAll: true}) as const
const some = (...alarms: Parameters<typeof alarmsAfter>[1]['alarms']) =>
  ({type: 'alarms.received', alarms, isAll: false}) as const

describe('the alarms of a wall', () => {
  it('are those of the list, as newly as they are known', () => {
    const known = alarmsAfter(new Map(), all(alarm('1', {version: 5}), alarm('2')))
    const after = alarmsAfter(known, all(alarm('1', {version: 3}), alarm('3')))
    expect([...after.values()].map(({id, version}) => [id, version])).toEqual([
      ['1', 5],
      ['3', 1],
    ])
  })

  it('leave when they are at rest', () => {
    const known = alarmsAfter(new Map(), all(alarm('1')))
    expect(alarmsAfter(known, some(alarm('1', {state: 'normal', version: 2}))).size).toBe(0)
  })
})

describe('a mark', () => {
  const markOf = (...alarms: Parameters<typeof alarmsAfter>[1]['alarms']) =>
    marksOf(alarmsAfter(new Map(), all(...alarms)))
      .get('d1')
      ?.get('temperature')

  it.each([
    ['unacknowledged', alarm('1'), {severity: 'critical', attention: 'unacknowledged'}],
    ['acknowledged', alarm('1', {state: 'acknowledged'}), {severity: 'critical', attention: 'acknowledged'}],
    [
      'back to normal, and seen by nobody',
      alarm('1', {state: 'returnedUnacknowledged', severity: null, occurrence: occurrence({severity: 'warning'})}),
      {severity: 'warning', attention: 'returned'},
    ],
    ['shelved', alarm('1', {state: 'shelved'}), {severity: null, attention: 'shelved'}],
    ['out of service', alarm('1', {state: 'outOfService'}), {severity: null, attention: 'outOfService'}],
  ] as const)('of an alarm that is %s says so', (_what, told, mark) => {
    expect(markOf(told)).toEqual(mark)
  })

  it('of a series with several alarms is that of the most urgent', () => {
    const silent = alarm('2', {kind: 'silence', state: 'acknowledged'})
    expect(markOf(alarm('1', {severity: 'warning'}), silent)).toEqual({severity: 'critical', attention: 'acknowledged'})
  })

  it('of nothing is calm', () => {
    expect(worstMark([undefined])).toEqual({severity: null, attention: null})
  })
})
