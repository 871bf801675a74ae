/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, from: number, to: number): number => from + random() * (to - from)

export function oneOf<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to choose from')
  return item
}

/** All of them, in an order that the random numbers make. */
export function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map(item => ({item, place: random()}))
    .toSorted((one, other) => one.place - other.place)
    .map(({item}) => item)
}
