import fc from 'fast-check'
import {expect, it} from 'vitest'
import {onCallAt, type Rota, type RotaLayer} from '../../../../contract/rules/onCall/rota'
import {shiftsIn} from '../../../../contract/rules/onCall/shifts'
import {DAY, HOUR, MINUTE} from '../../../../contract/rules/time/durations'

const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/Santiago', 'Africa/Casablanca', 'Asia/Beirut'],
  ...['Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kolkata', 'UTC'],
]
/** Each is just before the clocks of some of the zones are changed. */
const STARTS = ['2026-03-06', '2026-03-27', '2026-04-03', '2026-09-04', '2026-10-02', '2026-10-23', '2026-10-30']
const PEOPLE = ['a', 'b', 'c', 'd']
const SHOWN = 4 * DAY

const minute = fc.constantFrom(0, 1, 60, 90, 119, 120, 150, 180, 210, 480, 1439)
const people = fc.subarray(PEOPLE)
const layer = fc.record({
  days: fc.subarray([1, 2, 3, 4, 5, 6, 7], {minLength: 1}),
  from: minute,
  until: minute,
  people,
})
const plans = fc
  .record({
    zone: fc.constantFrom(...ZONES),
    begin: fc.constantFrom(...STARTS).map(day => Date.parse(`${day}T00:00Z`)),
    handOver: fc.record({minute, days: fc.integer({min: 1, max: 9}), before: fc.integer({min: -3, max: 40})}),
    people,
    layers: fc.array(layer, {maxLength: 3}),
    overrides: fc.array(
      fc.record({
        at: fc.integer({min: -60, max: 100 * 60}),
        minutes: fc.integer({min: 1, max: 3000}),
        person: fc.constantFrom(...PEOPLE),
        insteadOf: fc.option(fc.constantFrom(...PEOPLE)),
      }),
      {maxLength: 3},
    ),
    gone: fc.subarray(PEOPLE, {maxLength: 2}),
  })
  .map(({zone, begin, handOver: {before, ...handOver}, gone, overrides, ...plan}) => {
    const since = new Date(begin - before * DAY).toISOString().slice(0, 10)
    const placed = overrides.map(({at, minutes, ...of}) => {
      const start = begin + at * MINUTE
      return {...of, start, end: start + minutes * MINUTE}
    })
    const rota: Rota = {zone, handOver: {...handOver, since}, overrides: placed, ...plan}
    return {rota, begin, gone}
  })

it('calls whom a plain count of the minutes calls, over changes of the clocks and in any zone', () => {
  fc.assert(
    fc.property(plans, ({rota, begin, gone}) => {
      const end = begin + SHOWN
      const counted = countMinutes(rota, gone, begin, end)
      const isPresent = (person: string) => !gone.includes(person)
      const asked = counted.map((_, index) => onCallAt(rota, isPresent, begin + index * MINUTE))
      expect(asked).toEqual(counted)
      const shifts = shiftsIn(rota, isPresent, {start: begin, end})
      expect(shifts.flatMap(({start, end, person}) => Array((end - start) / MINUTE).fill(person))).toEqual(counted)
      expect(shifts.every(({person}, index) => person !== shifts[index + 1]?.person)).toBe(true)
    }),
    {numRuns: 15},
  )
})

/** Looks at the clocks of the zone each minute, from three days before until three days after. */
function countMinutes(rota: Rota, gone: readonly string[], begin: number, end: number): (string | null)[] {
  const [first, last] = [begin - 50 * DAY, end + 3 * DAY]
  const shown = new Map<number, number>()
  const walls: number[] = []
  const clock = clockOf(rota.zone)
  for (let at = first; at < last; at += MINUTE) {
    const wall = clock(at)
    walls.push(wall)
    if (!shown.has(wall)) shown.set(wall, at)
  }
  const whenShown = (wall: number) => shown.get(wall) ?? skipped(wall)
  const skipped = (wall: number) => {
    const jump = walls.findIndex((found, index) => found > wall && (walls[index - 1] ?? found) < wall)
    return first + jump * MINUTE + (wall - (walls[jump - 1] ?? 0)) - MINUTE
  }

  const since = Date.parse(`${rota.handOver.since}T00:00Z`) + rota.handOver.minute * MINUTE
  const handOvers = Array.from({length: 60}, (_, turn) => since + turn * rota.handOver.days * DAY)
    .filter(wall => wall < last - DAY)
    .map(whenShown)
  const pieces = rota.layers.map(layer => piecesOf(layer, begin, end, whenShown))

  return Array.from({length: (end - begin) / MINUTE}, (_, index) => {
    const at = begin + index * MINUTE
    const turn = handOvers.filter(time => time <= at).length - 1
    const present = (order: readonly string[]) => {
      for (let next = 0; next < order.length; next++) {
        const person = order[(turn + next) % order.length]
        if (person !== undefined && !gone.includes(person)) return person
      }
      return null
    }
    let planned: string | null = null
    if (turn >= 0) {
      planned = present(rota.people)
      for (let layer = rota.layers.length - 1; layer >= 0; layer--) {
        const isOn = pieces[layer]?.some(({start, end}) => start <= at && at < end)
        planned = (isOn ? present(rota.layers[layer]?.people ?? []) : null) ?? planned
      }
    }
    let called = planned
    for (const {start, end, person, insteadOf} of rota.overrides) {
      const isFor = insteadOf === null || insteadOf === planned
      if (start <= at && at < end && isFor && !gone.includes(person)) called = person
    }
    return called
  })
}

function piecesOf({days, from, until}: RotaLayer, begin: number, end: number, whenShown: (wall: number) => number) {
  const pieces: {start: number; end: number}[] = []
  for (let day = begin - 2 * DAY; day <= end + DAY; day += DAY) {
    if (!days.includes(new Date(day).getUTCDay() || 7)) continue
    const next = until > from ? day : day + DAY
    pieces.push({start: whenShown(day + from * MINUTE), end: whenShown(next + until * MINUTE)})
  }
  return pieces
}

/** Clocks are changed at quarters of an hour. */
function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'})
  let [quarter, offset] = [Number.NaN, 0]
  return (at: number) => {
    if (Math.floor(at / (HOUR / 4)) !== quarter) {
      quarter = Math.floor(at / (HOUR / 4))
      offset = Date.parse(`${format.format(quarter * (HOUR / 4)).replace(' ', 'T')}Z`) - quarter * (HOUR / 4)
    }
    return at + offset
  }
}
