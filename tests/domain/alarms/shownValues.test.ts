import {describe, expect, it} from 'vitest'
import {thresholdFrom} from '../../../contract/rules/thresholds'
import {limitOf, shownValues, valueOfSeverity} from '../../../src/domain/alarm'
import {alarm, occurrence} from '../../machines/alarms/alarm'

const raised = {value: 65, peak: {value: 92, at: 2000}}

describe('the values beside the severity of an alarm', () => {
  it('begin with the worst one, which made it as severe as it is', () => {
    const critical = alarm('a', {occurrence: occurrence(raised)})
    expect(shownValues(critical)).toEqual([
      {is: 'worst', value: 92},
      {is: 'raised', value: 65},
    ])
  })

  it('do so after its return to normal, as it keeps its severity', () => {
    const over = alarm('a', {severity: null, occurrence: occurrence(raised)})
    expect(shownValues(over).map(({is}) => is)).toEqual(['worst', 'raised'])
  })

  it('begin with the one that raised it when it has become less severe', () => {
    const warning = alarm('a', {severity: 'warning', occurrence: occurrence(raised)})
    expect(shownValues(warning).map(({is}) => is)).toEqual(['raised', 'worst'])
  })

  it.each([
    ['raised it, if that is the worst', {value: 92, peak: {value: 92, at: 1000}}, [92]],
    ['raised it, if no worst one is known', {value: 92, peak: null}, [92]],
    ['there are, if none raised it', {value: null, peak: null}, []],
  ])('are those that %s', (_, values, shown) => {
    expect(shownValues(alarm('a', {occurrence: occurrence(values)})).map(({value}) => value)).toEqual(shown)
  })
})

describe('the limit beside the severity of an alarm', () => {
  const read = thresholdFrom({warning: {above: 60, below: 20}, critical: {above: 80}})
  const threshold = typeof read === 'string' ? null : read

  it('is that of its severity, and so is the value', () => {
    const critical = alarm('a', {threshold, occurrence: occurrence(raised)})
    expect([limitOf(critical), valueOfSeverity(critical)]).toEqual([
      {side: 'above', value: 80},
      {is: 'worst', value: 92},
    ])
    const warning = alarm('a', {threshold, severity: 'warning', occurrence: occurrence(raised)})
    expect([limitOf(warning), valueOfSeverity(warning)]).toEqual([
      {side: 'above', value: 60},
      {is: 'raised', value: 65},
    ])
  })

  it('is on the side of the value', () => {
    const low = occurrence({severity: 'warning', value: 18, peak: null})
    expect(limitOf(alarm('a', {threshold, severity: 'warning', occurrence: low}))).toEqual({
      side: 'below',
      value: 20,
    })
  })

  it('has no value beside it that is of another severity', () => {
    const fallen = alarm('a', {threshold, severity: 'warning', occurrence: occurrence({value: 92, peak: null})})
    expect(valueOfSeverity(fallen)).toBeNull()
  })

  it('is not told of silence, nor without a threshold', () => {
    expect(limitOf(alarm('a', {threshold, kind: 'silence'}))).toBeNull()
    expect(limitOf(alarm('a'))).toBeNull()
  })
})
