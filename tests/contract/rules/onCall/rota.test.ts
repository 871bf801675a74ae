import {describe, expect, it} from 'vitest'
import {onCallAt, type Rota} from '../../../../contract/rules/onCall/rota'
import {gapsIn, nextShift, shiftsIn} from '../../../../contract/rules/onCall/shifts'
import {HOUR} from '../../../../contract/rules/time/durations'

const WEEKLY: Rota = {
  zone: 'Europe/Berlin',
  handOver: {minute: 8 * 60, days: 7, since: '2026-03-02'},
  people: ['ann', 'bob', 'eve'],
  layers: [],
  overrides: [],
}
const everybody = () => true
const without =
  (...gone: string[]) =>
  (person: string) =>
    !gone.includes(person)
const at = (text: string) => Date.parse(text)

describe('a rota', () => {
  it('hands over at the same time of day in winter and in summer', () => {
    expect(onCallAt(WEEKLY, everybody, at('2026-03-23T06:59:59Z'))).toBe('eve')
    expect(onCallAt(WEEKLY, everybody, at('2026-03-23T07:00Z'))).toBe('ann')
    expect(onCallAt(WEEKLY, everybody, at('2026-03-30T05:59:59Z'))).toBe('ann')
    expect(onCallAt(WEEKLY, everybody, at('2026-03-30T06:00Z'))).toBe('bob')
  })

  it('calls nobody before its first hand-over', () => {
    expect(onCallAt(WEEKLY, everybody, at('2026-03-02T06:59:59Z'))).toBeNull()
    expect(onCallAt(WEEKLY, everybody, at('2026-03-02T07:00Z'))).toBe('ann')
  })

  it('passes over who has left, and lets the turns of the others be', () => {
    expect(onCallAt(WEEKLY, without('bob'), at('2026-03-10T12:00Z'))).toBe('eve')
    expect(onCallAt(WEEKLY, without('bob'), at('2026-03-24T12:00Z'))).toBe('ann')
    expect(onCallAt(WEEKLY, without('eve'), at('2026-03-17T12:00Z'))).toBe('ann')
  })

  it('has one long gap when nobody is in it or all have left', () => {
    const range = {start: at('2026-04-01T00:00Z'), end: at('2026-04-15T00:00Z')}
    const gap = [{...range, person: null}]
    expect(gapsIn({...WEEKLY, people: []}, everybody, range)).toEqual(gap)
    expect(gapsIn(WEEKLY, without('ann', 'bob', 'eve'), range)).toEqual(gap)
    expect(nextShift({...WEEKLY, people: []}, everybody, range.start)).toBeNull()
  })

  it('lets the upper layer win in its hours, beyond midnight, and falls to the next one when nobody is there', () => {
    const layered: Rota = {
      ...WEEKLY,
      layers: [
        {days: [5], from: 22 * 60, until: 6 * 60, people: ['night']},
        {days: [5, 6], from: 0, until: 0, people: ['weekend']},
      ],
    }
    expect(onCallAt(layered, everybody, at('2026-04-03T19:59Z'))).toBe('weekend')
    expect(onCallAt(layered, everybody, at('2026-04-03T20:00Z'))).toBe('night')
    expect(onCallAt(layered, everybody, at('2026-04-04T03:59Z'))).toBe('night')
    expect(onCallAt(layered, everybody, at('2026-04-04T04:00Z'))).toBe('weekend')
    expect(onCallAt(layered, without('night'), at('2026-04-03T20:00Z'))).toBe('weekend')
    expect(onCallAt(layered, without('night', 'weekend'), at('2026-04-03T20:00Z'))).toBe('bob')
  })

  it('lets an override win from its start until before its end, for everybody or for one person', () => {
    const [start, end] = [at('2026-03-09T12:00Z'), at('2026-03-23T12:00Z')]
    const instead: Rota = {...WEEKLY, overrides: [{start, end, person: 'ann', insteadOf: 'bob'}]}
    expect(onCallAt(instead, everybody, start - 1)).toBe('bob')
    expect(onCallAt(instead, everybody, start)).toBe('ann')
    expect(onCallAt(instead, everybody, at('2026-03-17T12:00Z'))).toBe('eve')
    const whole: Rota = {...WEEKLY, overrides: [{start, end, person: 'max', insteadOf: null}]}
    expect(shiftsIn(whole, everybody, {start: start - HOUR, end: end + HOUR})).toEqual([
      {start: start - HOUR, end: start, person: 'bob'},
      {start, end, person: 'max'},
      {start: end, end: end + HOUR, person: 'ann'},
    ])
    expect(onCallAt(whole, without('max'), start)).toBe('bob')
  })

  it('tells the shift that comes next', () => {
    expect(nextShift(WEEKLY, everybody, at('2026-03-25T12:00Z'))).toEqual({
      start: at('2026-03-30T06:00Z'),
      end: at('2026-04-06T06:00Z'),
      person: 'bob',
    })
    expect(nextShift({...WEEKLY, people: ['ann']}, everybody, at('2026-03-25T12:00Z'))).toBeNull()
    expect(nextShift(WEEKLY, everybody, at('2026-01-01T00:00Z'))).toMatchObject({person: 'ann'})
  })

  it('is asked twice at most whether somebody in it is present, however many changes a range has', () => {
    const people = Array.from({length: 50}, (_, place) => `p${place}`)
    const full: Rota = {
      ...WEEKLY,
      people,
      handOver: {minute: 480, days: 1, since: '2000-01-01'},
      layers: people
        .slice(0, 10)
        .map((_, hour) => ({days: [1, 2, 3, 4, 5, 6, 7], from: hour * 60, until: 1200, people})),
    }
    let asked = 0
    const isPresent = (person: string) => {
      asked += 1
      return person === 'p49'
    }
    const range = {start: at('2026-03-01T00:00Z'), end: at('2026-04-01T00:00Z')}
    expect(shiftsIn(full, isPresent, range)).toEqual([{...range, person: 'p49'}])
    expect(asked).toBeLessThanOrEqual(2 * (1 + full.layers.length) * people.length)
  })

  it('begins a layer whose hours begin while the clocks are set ahead as much later as they are', () => {
    const layered: Rota = {...WEEKLY, layers: [{days: [7], from: 150, until: 300, people: ['owl']}]}
    expect(shiftsIn(layered, everybody, {start: at('2026-03-29T00:00Z'), end: at('2026-03-29T04:00Z')})).toEqual([
      {start: at('2026-03-29T00:00Z'), end: at('2026-03-29T01:30Z'), person: 'ann'},
      {start: at('2026-03-29T01:30Z'), end: at('2026-03-29T03:00Z'), person: 'owl'},
      {start: at('2026-03-29T03:00Z'), end: at('2026-03-29T04:00Z'), person: 'ann'},
    ])
  })
})
