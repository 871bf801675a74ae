import {createHash} from 'node:crypto'

/** `quick` is the tier of `npm test`: it tries a sample of large things. Any other tier tries everything. */
export const IS_QUICK = process.env.TIER === 'quick'

/** `ci` is the deep tier of a submission, which has an hour: it tries a sample of what takes longest. */
export const IS_CI = process.env.TIER === 'ci'

/** The seed of random cases and samples: the commit in the quick tier, anything in the deep one. */
export const SEED = process.env.TEST_SEED ?? 'pulsewall'

/** The parts drawn in this file, in words. */
export const samples: string[] = []

/**
 * One of `parts` parts of a family in the quick tier, drawn by the seed, and all of it in the deep one. An item is always in
 * the same part, so that some commits try everything.
 */
export function sampled<Item>(items: readonly Item[], parts: number, nameOf: (item: Item) => string): readonly Item[] {
  if (!IS_QUICK) return items
  const {isDrawn, told} = drawPart(parts)
  const drawn = items.filter(item => isDrawn(nameOf(item)))
  samples.push(`${told}, ${drawn.length} of ${items.length}`)
  return drawn
}

/** One of `parts` parts of all names, by the seed. */
export function drawPart(parts: number) {
  const part = numberOf(SEED) % parts
  return {isDrawn: (name: string) => numberOf(name) % parts === part, told: `part ${part + 1} of ${parts}`}
}

/** A number of 32 bits that looks random, and is always the same for a text. */
export const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE()
