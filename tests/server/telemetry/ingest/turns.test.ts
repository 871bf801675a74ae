import fc from 'fast-check'
import {describe, expect, it} from 'vitest'
import {createTurns} from '../../../../server/telemetry/ingest/turns'

const PER_TURN = 10
const MOST = 20

interface Item {
  party: string
  nth: number
  size: number
}

/** `sizes` of what each party has waiting. */
function waitingOf(sizes: Record<string, number[]>) {
  const turns = createTurns<Item>(PER_TURN)
  for (const [party, all] of Object.entries(sizes)) {
    for (const [nth, size] of all.entries()) turns.add(party, {party, nth, size}, size)
  }
  return turns
}

const named = (items: readonly Item[]) => items.map(({party, nth}) => `${party}${nth}`)

describe('turns', () => {
  it('give each party its share of a batch, however much others send', () => {
    const turns = waitingOf({a: [5, 5, 5, 5, 5, 5], b: [10], c: [2, 2]})

    expect([named(turns.take(MOST)), named(turns.take(MOST)), named(turns.take(MOST))]).toEqual([
      ['a0', 'a1', 'b0'],
      ['c0', 'c1', 'a2', 'a3', 'a4'],
      ['a5'],
    ])
  })

  it('give a party the whole batch when nobody else waits', () => {
    expect(named(waitingOf({a: [5, 5, 5, 5, 5]}).take(MOST))).toEqual(['a0', 'a1', 'a2', 'a3'])
  })

  it('begin a new turn where the last batch was full', () => {
    const turns = waitingOf({a: [10, 10], b: [10, 10], c: [10, 10]})

    expect([named(turns.take(MOST)), named(turns.take(MOST)), named(turns.take(MOST))]).toEqual([
      ['a0', 'b0'],
      ['c0', 'a1'],
      ['b1', 'c1'],
    ])
  })

  it('serve everything, in the order of each party, and nobody waits for more than a turn of each other', () => {
    const sizes = fc.array(fc.integer({min: 1, max: 10}), {minLength: 1, maxLength: 40})
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({minLength: 1}), {minLength: 1, maxLength: 6}),
        fc.array(sizes),
        (names, all) => {
          const given = Object.fromEntries(names.map((name, at) => [name, all[at % Math.max(1, all.length)] ?? [1]]))
          const turns = waitingOf(given)
          const sum = Object.values(given)
            .flat()
            .reduce((total, size) => total + size, 0)
          expect(turns.waiting()).toBe(sum)

          const taken: Item[] = []
          while (turns.waiting() > 0) {
            const batch = turns.take(MOST)
            expect(batch.length).toBeGreaterThan(0)
            expect(batch.reduce((total, {size}) => total + size, 0)).toBeLessThanOrEqual(20)
            taken.push(...batch)
          }

          for (const [name, own] of Object.entries(given)) {
            const served = taken.filter(({party}) => party === name)
            expect(served.map(({nth}) => nth)).toEqual(own.map((_, nth) => nth))
            const [first] = served
            const before = first === undefined ? [] : taken.slice(0, taken.indexOf(first))
            expect(before.reduce((total, {size}) => total + size, 0)).toBeLessThanOrEqual(PER_TURN * (names.length - 1))
          }
          expect([turns.waiting(), turns.parties(), turns.take(MOST)]).toEqual([0, 0, []])
        },
      ),
    )
  })
})
