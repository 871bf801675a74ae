import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {MAX_REASONS, offeredReasons, readReasons, withReason} from '../../../src/domain/alarms/reasons'

describe('the recent reasons', () => {
  it('are the latest ones, each once, and have no empty one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', ' b ', 'c', 'd', 'e', '', '  ')), given => {
        const kept = given.reduce<readonly string[]>(withReason, [])
        const latest = given.map(reason => reason.trim()).filter(reason => reason !== '')
        expect(kept).toEqual([...new Set(latest.toReversed())].slice(0, MAX_REASONS))
      }),
    )
  })

  it.each([
    [null, []],
    ['', []],
    ['{"a":1}', []],
    ['["a",1,null,"b"]', ['a', 'b']],
    ['["1","2","3","4","5"]', ['1', '2', '3', '4']],
  ])('stored as %s are %o', (stored, reasons) => {
    expect(readReasons(stored)).toEqual(reasons)
  })

  it('are offered before the usual ones', () => {
    expect(offeredReasons(['Cleaning', 'Sensor fault'], ['Being repaired', 'Sensor fault', 'Known', 'Test'])).toEqual([
      'Cleaning',
      'Sensor fault',
      'Being repaired',
      'Known',
    ])
  })
})
