import fc from 'fast-check'
import {expect, it} from 'vitest'
import {localTimes} from '../../../../contract/rules/time/localTime'

it.each([
  ['UTC', '2026-06-17T12:00:00.123Z', '2026-06-17T12:00:00.123Z'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00.000+02:00'],
  ['America/St_Johns', '2026-06-17T12:00:00Z', '2026-06-17T09:30:00.000-02:30'],
  ['Africa/Monrovia', '1970-01-01T00:00:00Z', '1969-12-31T23:15:30.000-00:44:30'],
])('writes the time in %s at %s', (zone, at, text) => {
  expect(localTimes(zone)(Date.parse(at))).toBe(text)
})

it('writes each moment so that it can be read again, in any order', () => {
  const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Sao_Paulo']
  const moments = fc.array(fc.integer({min: Date.parse('1990-01-01T00:00Z'), max: Date.parse('2040-01-01T00:00Z')}))
  fc.assert(
    fc.property(fc.constantFrom(...zones), moments, (zone, all) => {
      const timeOf = localTimes(zone)
      expect(all.map(at => Date.parse(timeOf(at)))).toEqual(all)
    }),
    {numRuns: 200},
  )
})
