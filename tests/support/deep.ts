import {beforeEach, it} from 'vitest'
import {IS_QUICK, numberOf, SEED, samples} from './tier'

/** A test of the deep tier in a file whose story is quick. */
export const deep = it.skipIf(IS_QUICK)

/** Of the tests of a file whose rows are alike, the quick tier tries one of `parts` parts, drawn by the seed. */
export function sampleTests(parts: number): void {
  if (!IS_QUICK) return
  const part = numberOf(SEED) % parts
  beforeEach(({task, skip}) => skip(numberOf(`${task.suite?.name} ${task.name}`) % parts !== part))
  samples.push(`part ${part + 1} of ${parts}`)
}
