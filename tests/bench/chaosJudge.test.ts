import {describe, expect, it} from 'vitest'
import {type DatabaseLook, judgeAlarms, judgeReadiness, judgeTold, type ReadinessLook} from '../../bench/chaos/judge'

const STARTED = 1000
const LIMITS = {within: 2000, backWithin: 1000, acknowledgedAt: [], excused: []}

/** A look each 100 ms, of a database that is away from 10 s to 20 s. */
const database: DatabaseLook[] = Array.from({length: 400}, (_, index) => ({
  at: index * 100,
  isStoring: index < 100 || index >= 200,
}))

/** Returns the looks at a server that is not ready in these periods. */
function saying(...unready: [from: number, to: number][]): ReadinessLook[] {
  return Array.from({length: 400}, (_, index) => {
    const at = index * 100
    const status = unready.some(([from, to]) => at >= from && at < to) ? 503 : 200
    return {askedAt: at, answeredAt: at + 10, listeningSince: STARTED, status, said: ''} as const
  })
}

const judged = (readiness: readonly ReadinessLook[], other = {}) =>
  judgeReadiness({...LIMITS, database, readiness, ...other})

describe('readiness', () => {
  it('is right when it follows the database at once', () => {
    expect(judged(saying([10_000, 20_500]))).toEqual({
      falselyReady: [],
      falselyUnready: [],
      late: [],
      absences: 1,
      back: [510],
    })
  })

  it('may say what is so no more for a while', () => {
    expect(judged(saying([12_000, 20_500]))).toMatchObject({falselyReady: [], falselyUnready: [], late: []})
  })

  it('is wrong when it is ready while the database is away', () => {
    expect(judged(saying([15_000, 20_500])).falselyReady).toEqual([{from: 12_100, to: 14_910}])
  })

  it('is not asked of a database that still stores what devices send', () => {
    expect(judged(saying(), {acknowledgedAt: [15_000]})).toMatchObject({falselyReady: [], absences: 0})
  })

  it('is late when it is not ready a second after the database is back', () => {
    expect(judged(saying([10_000, 21_100])).late).toEqual([{from: 20_000, to: 21_110}])
  })

  it('is wrong when it is not ready for long while the database is there', () => {
    expect(judged(saying([10_000, 20_500], [30_000, 33_000])).falselyUnready).toMatchObject([
      {from: 30_000, to: 32_910},
    ])
    expect(judged(saying([10_000, 20_500], [30_000, 31_500])).falselyUnready).toEqual([])
  })

  it('is not judged while nobody can expect an answer, nor is that of a server that was started meanwhile', () => {
    expect(judged(saying([10_000, 33_000]), {excused: [{from: 9000, to: 40_000}]})).toMatchObject({
      falselyReady: [],
      falselyUnready: [],
      late: [],
    })
    const started = saying([10_000, 24_000]).map(look => ({
      ...look,
      listeningSince: look.askedAt < 19_000 ? 1 : 19_000,
    }))
    expect(judged(started)).toMatchObject({late: [], back: []})
  })
})

const EPISODE = {deviceName: 'Chaos 0001', key: 'pressure1', isRaised: true, isOver: true}
const KEPT = {deviceName: 'Chaos 0001', key: 'pressure1', occurrences: 1, raised: 1, ended: 1}
const told = (change: string, messageId: string) => ({deviceName: 'Chaos 0001', key: 'pressure1', change, messageId})

describe('alarms', () => {
  it('are there once, and over when they are', () => {
    expect(judgeAlarms([EPISODE], [KEPT])).toEqual([])
    expect(judgeAlarms([{...EPISODE, isOver: false}], [{...KEPT, ended: 0}])).toEqual([])
  })

  it.each([
    ['lost', []],
    ['raised twice', [{...KEPT, occurrences: 2, raised: 2}]],
    ['told twice in the journal', [{...KEPT, raised: 2}]],
    ['never over', [{...KEPT, ended: 0}]],
    ['of nobody', [KEPT, {...KEPT, key: 'other'}]],
  ])('that are %s are found', (_what, kept) => {
    expect(judgeAlarms([EPISODE], kept)).toHaveLength(1)
  })

  it('are told by one message each, which may come again', () => {
    expect(judgeTold([EPISODE], [told('raised', '1'), told('raised', '1'), told('ended', '2')])).toEqual({
      missing: [],
      doubled: [],
    })
    expect(judgeTold([EPISODE], [told('passed', '1')])).toEqual({missing: [], doubled: []})
  })

  it('that are not told, or by two messages, are found', () => {
    const [name, over] = ['Chaos 0001, pressure1: raised', 'Chaos 0001, pressure1: over']
    expect(judgeTold([EPISODE], [])).toEqual({missing: [name, over], doubled: []})
    expect(judgeTold([EPISODE], [told('raised', '1'), told('raised', '2'), told('ended', '3')])).toEqual({
      missing: [],
      doubled: [name],
    })
  })
})
