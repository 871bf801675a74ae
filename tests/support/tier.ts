import {createHash} from 'node:crypto'

/** `quick` looks at a sample of what is large; `deep`, which is what one gets by naming files, at all of it. */
export const IS_QUICK = process.env.TIER === 'quick'

/** What random cases and samples are drawn from: the commit in the quick tier. */
export const SEED = process.env.TEST_SEED ?? 'pulsewall'

/**
 * One of `parts` parts of a family in the quick tier, drawn by the seed, and all of it in the deep one. An item is always in
 * the same part, so that some seeds draw everything.
 */
export function sampled<Item>(items: readonly Item[], parts: number, nameOf: (item: Item) => string): Item[] {
  if (!IS_QUICK) return [...items]
  const drawn = numberOf(SEED) % parts
  return items.filter(item => numberOf(nameOf(item)) % parts === drawn)
}

/** A number of 32 bits that looks random, and is always the same for a text. */
export const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
