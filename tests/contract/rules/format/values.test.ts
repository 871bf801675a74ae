import fc from 'fast-check'
import {expect, it} from 'vitest'
import {createNumbers, NUMBER_WORDS} from '../../../../contract/rules/format/numbers'
import {writerOfLimited} from '../../../../contract/rules/format/values'

const numbers = createNumbers('en-GB', NUMBER_WORDS)

it.each([
  [80, 84.25, '84.3', '80'],
  [77.15, 80, '80', '77.15'],
  [80, 80.04, '80.04', '80'],
  [99.99996, 99.999991, '99.99999', '99.99996'],
  [100, 100.00000000000001, '100.00000000000001', '100'],
  [0, 5e-324, '5E−324', '0'],
  [100, 100, '100', '100'],
])('writes with the limit %d the value %d as %s and the limit as %s', (limit, value, text, ofLimit) => {
  const written = writerOfLimited(numbers, {unit: null, limit, values: [value]})
  expect([written(value), written(limit)]).toEqual([text, ofLimit])
})

it('writes two temperatures that are the same double in fahrenheit as they are stored', () => {
  const [limit, value] = [0, 1e-20]
  const written = writerOfLimited(numbers, {unit: 'fahrenheit', limit, values: [value]})
  expect([written(value), written(limit)]).toEqual(['1E−20\u202f°C', '0\u202f°C'])
})

const finite = fc.double({noNaN: true, noDefaultInfinity: true})
/** Most often a value that is next to the limit, or nearly so. */
const beside = (limit: number) =>
  fc.oneof(
    finite,
    fc.double({min: -1e-6, max: 1e-6, noNaN: true}).map(part => limit * (1 + part)),
    fc.constantFrom(1, -1, 2).map(steps => limit + steps * Number.EPSILON * Math.abs(limit)),
  )

it('writes no value like a limit that it differs from', () => {
  const cases = finite.chain(limit =>
    fc.tuple(fc.constant(limit), fc.array(beside(limit), {minLength: 1, maxLength: 3})),
  )
  fc.assert(
    fc.property(cases, fc.constantFrom(null, 'celsius', 'fahrenheit', 'unit:%', 'unit:W'), ([limit, values], unit) => {
      const written = writerOfLimited(numbers, {unit, limit, values})
      for (const value of values) expect(written(value) === written(limit)).toBe(value === limit)
    }),
    {numRuns: 2000},
  )
})
