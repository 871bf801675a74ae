import fc from 'fast-check'
import {RRuleTemporal} from 'rrule-temporal'
import {expect, it} from 'vitest'
import {occurrencesOf} from '../../../server/maintenance/recurrence'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SHOWN = 3
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const some = <T>(of: fc.Arbitrary<T>, maxLength: number) => fc.uniqueArray(of, {minLength: 1, maxLength})
const part = (name: string, values: fc.Arbitrary<readonly (number | string)[]>) =>
  fc.option(values.map(list => [`${name}=${list.join(',')}`])).map(text => text ?? [])
const days = (max: number) => fc.oneof(fc.integer({min: 1, max}), fc.integer({min: -max, max: -1}))
const weekdays = some(fc.constantFrom(...WEEKDAYS), 5)
const ordinals = some(
  fc.tuple(days(4), fc.constantFrom(...WEEKDAYS)).map(([at, weekday]) => `${at}${weekday}`),
  3,
)
const ends = fc.oneof(
  fc.constant([]),
  fc.constantFrom(1, 3, 50, 400, 1499).map(count => [`COUNT=${count}`]),
  fc
    .integer({min: 10_000, max: 25_000})
    .map(day => [`UNTIL=${new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`]),
)
const parts = (frequency: string, ...more: fc.Arbitrary<readonly string[]>[]) =>
  fc
    .tuple(
      part(
        'INTERVAL',
        fc.integer({min: 1, max: 5}).map(interval => [interval]),
      ),
      part(
        'WKST',
        fc.constantFrom('SU', 'WE').map(day => [day]),
      ),
      part('BYMONTH', some(fc.integer({min: 1, max: 12}), 4)),
      ends,
      ...more,
    )
    .map(found => [`FREQ=${frequency}`, ...found.flat()].join(';'))

const rules = fc.oneof(
  parts('DAILY', part('BYDAY', weekdays), part('BYMONTHDAY', some(days(31), 4))),
  parts('WEEKLY', part('BYDAY', weekdays)),
  parts('MONTHLY', part('BYDAY', ordinals)),
  parts('MONTHLY', part('BYDAY', weekdays), part('BYMONTHDAY', some(days(31), 4))),
  parts(
    'MONTHLY',
    weekdays.map(list => [`BYDAY=${list.join(',')}`]),
    part('BYSETPOS', some(days(3), 2)),
  ),
  parts('YEARLY', part('BYDAY', ordinals)),
  parts('YEARLY', part('BYDAY', weekdays), part('BYMONTHDAY', some(days(31), 4))),
)

it('names the days that another program names by the same rule', () => {
  const minute = fc.integer({min: Date.UTC(2000, 0) / MINUTE, max: Date.UTC(2030, 0) / MINUTE})
  fc.assert(
    fc.property(rules, minute, fc.integer({min: -1, max: 3000}), (rrule, minute, shift) => {
      const first = minute * MINUTE
      const start = new Date(first).toISOString().slice(0, 16)
      const after = first + shift * DAY
      // The other program looks for a day no further than this.
      const before = after + 5 * 365 * DAY
      const found = occurrencesUntil(before, {start, zone: 'UTC', minutes: 1, rrule}, after)
      expect(found).toEqual(othersOf(`DTSTART:${compact(first)}\nRRULE:${rrule}`, after, before))
    }),
    {numRuns: 150},
  )
})

function occurrencesUntil(before: number, plan: Parameters<typeof occurrencesOf>[0], after: number): number[] {
  try {
    return occurrencesOf(plan, after, SHOWN).flatMap(({startsAt}) => (startsAt < before ? [startsAt] : []))
  } catch {
    return []
  }
}

/** An occurrence of a minute that ends after a time starts after the minute before it. */
function othersOf(rruleString: string, after: number, before: number): number[] {
  const rule = new RRuleTemporal({rruleString, maxIterations: 14 * 366})
  const found: number[] = []
  try {
    for (let last = after - MINUTE; found.length < SHOWN; ) {
      last = rule.next(new Date(last))?.epochMilliseconds ?? before
      if (last >= before) break
      found.push(last)
    }
  } catch {
    // It says so when it finds no day within its bounds.
  }
  return found
}

const compact = (at: number) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
