import {expect, it} from 'vitest'
import {isAskedAgain, withDetail} from '../../../../src/domain/telemetry/series/chartDetail'
import {NO_SERIES} from '../../../../src/domain/telemetry/series/series'

const part = (from: number, to: number) => ({from, to, min: 0, max: 1})

it('puts what a part leaves out in the place of what the whole leaves out there', () => {
  const whole = {...NO_SERIES, envelope: [part(0, 10), part(10, 20), part(20, 30), part(30, 40)]}
  const range = {start: 15, end: 30}
  expect(withDetail(whole, {range, series: NO_SERIES}).envelope).toEqual([part(0, 10), part(30, 40)])
  expect(withDetail(whole, {range, series: {...NO_SERIES, envelope: [part(16, 18)]}}).envelope).toEqual([
    ...[part(0, 10), part(16, 18), part(30, 40)],
  ])
})

it('knows a question for the part that is there already, as another one may be empty yet', () => {
  const detail = {range: {start: 15, end: 30}}
  expect(isAskedAgain(detail, {start: 15, end: 30})).toBe(true)
  expect(isAskedAgain(detail, {start: 15, end: 31})).toBe(false)
  expect(isAskedAgain(detail, {start: 14, end: 30})).toBe(false)
})
