import fc from 'fast-check'
import {expect, it} from 'vitest'
import {piecesOf, type RolledUp, type Span} from '../../../../server/telemetry/rollups/pieces'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const ALL: RolledUp[] = [{since: 0, until: 10 * DAY, isParted: true, isKept: false}]
const POINTS_ALONE: RolledUp[] = []

const plain = (pieces: ReturnType<typeof piecesOf>) => ({
  ...Object.fromEntries(pieces.rollups),
  points: pieces.points,
})
const buckets = (from: number, width: number, count: number) =>
  Array.from({length: count}, (_, place) => ({
    startTs: from + place * width,
    endTs: from + (place + 1) * width - 1,
  }))

it('reads whole hours by their rollups, next to each other at once', () => {
  expect(plain(piecesOf(buckets(HOUR, HOUR, 48), ALL))).toEqual({60: [{since: HOUR, until: 49 * HOUR}], points: []})
})

it('reads points where nothing is rolled up', () => {
  const ranges = [{startTs: 1, endTs: HOUR + 1}]
  expect(plain(piecesOf(ranges, POINTS_ALONE))).toEqual({points: [{since: 1, until: HOUR + 2}]})
})

it('reads points at the ends of hours without parts', () => {
  const ranges = [{startTs: HOUR - 1, endTs: 3 * HOUR}]
  expect(plain(piecesOf(ranges, [{since: 0, until: 10 * HOUR, isParted: false, isKept: false}]))).toEqual({
    60: [{since: HOUR, until: 3 * HOUR}],
    points: [
      {since: HOUR - 1, until: HOUR},
      {since: 3 * HOUR, until: 3 * HOUR + 1},
    ],
  })
})

it('reads the points of an hour between two that are rolled up', () => {
  const rolledUp = [
    {since: 0, until: HOUR, isParted: true, isKept: false},
    {since: 2 * HOUR, until: 4 * HOUR, isParted: true, isKept: false},
  ]
  expect(plain(piecesOf([{startTs: 0, endTs: 4 * HOUR - 1}], rolledUp))).toEqual({
    60: [
      {since: 0, until: HOUR},
      {since: 2 * HOUR, until: 4 * HOUR},
    ],
    points: [{since: HOUR, until: 2 * HOUR}],
  })
})

it('reads narrow ranges by parts next to each other rather than by each that fits best', () => {
  const minutes = piecesOf(buckets(7 * MINUTE, 30 * MINUTE, 100), ALL)
  expect([...minutes.rollups.keys()]).not.toContain(60)
  expect([...minutes.rollups].flatMap(([, spans]) => spans).length).toBeLessThan(250)
})

it('reads wide ranges by hours, with parts at their ends alone', () => {
  expect(plain(piecesOf([{startTs: 7 * MINUTE, endTs: 5 * DAY + 7 * MINUTE - 1}], ALL))).toEqual({
    60: [{since: HOUR, until: 5 * DAY}],
    15: [{since: 15 * MINUTE, until: HOUR}],
    1: [
      {since: 7 * MINUTE, until: 15 * MINUTE},
      {since: 5 * DAY, until: 5 * DAY + 7 * MINUTE},
    ],
    points: [],
  })
})

const hours = fc
  .uniqueArray(fc.tuple(fc.nat(40), fc.boolean()), {selector: ([hour]) => hour})
  .map(all => all.toSorted(([one], [other]) => one - other))
const edges = fc
  .uniqueArray(
    fc.oneof(
      fc.nat(40 * HOUR),
      fc.nat(2400).map(minute => minute * MINUTE),
    ),
    {minLength: 2, maxLength: 30},
  )
  .map(all => all.toSorted((one, other) => one - other))

it('covers each range once, with pieces that do not reach beyond it, and reads rollups only where there are such', () => {
  fc.assert(
    fc.property(hours, edges, fc.boolean(), (rolled, times, haveGaps) => {
      const ranges = times.slice(1).flatMap((endTs, place) => {
        const startTs = times[place] ?? 0
        return haveGaps && place % 3 === 1 ? [] : [{startTs, endTs: endTs - 1}]
      })
      const rolledUp = rolled.map(([hour, isParted]) => ({
        since: hour * HOUR,
        until: (hour + 1) * HOUR,
        isParted,
        isKept: false,
      }))
      const {rollups, points} = piecesOf(ranges, rolledUp)
      const pieces = [
        ...points.map(span => ({...span, minutes: 0})),
        ...[...rollups].flatMap(([minutes, spans]) =>
          spans.flatMap(span => cutInto(minutes, span).map(piece => ({...piece, minutes}))),
        ),
      ].toSorted((one, other) => one.since - other.since)
      for (const {since, until, minutes} of pieces) {
        if (minutes === 0) continue
        expect([since % (minutes * MINUTE), until - since]).toEqual([0, minutes * MINUTE])
        const hour = rolledUp.find(each => each.since <= since && until <= each.until)
        expect([hour !== undefined, minutes === 60 || hour?.isParted]).toEqual([true, true])
        expect(ranges.some(({startTs, endTs}) => startTs <= since && until - 1 <= endTs)).toBe(true)
      }
      expect(joined(pieces)).toEqual(joined(ranges.map(({startTs, endTs}) => ({since: startTs, until: endTs + 1}))))
    }),
    {numRuns: 300},
  )
})

const cutInto = (minutes: number, {since, until}: Span): Span[] =>
  Array.from({length: (until - since) / (minutes * MINUTE)}, (_, place) => ({
    since: since + place * minutes * MINUTE,
    until: since + (place + 1) * minutes * MINUTE,
  }))

/** Spans that overlap stay apart, so that a time which is read twice is found. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = []
  for (const {since, until} of spans) {
    const last = all.at(-1)
    if (last?.until === since) last.until = until
    else all.push({since, until})
  }
  return all
}
