import {beforeEach, it} from 'vitest'
import {drawPart, IS_QUICK, samples} from './tier'

/** A test of the deep tier in a file whose story is quick. */
export const deep = it.skipIf(IS_QUICK)

/** Runs one of `parts` parts of the tests of a file whose rows are alike in the quick tier, drawn by the seed. */
export function sampleTests(parts: number): void {
  if (!IS_QUICK) return
  const {isDrawn, told} = drawPart(parts)
  beforeEach(({task, skip}) => skip(!isDrawn(`${task.suite?.name} ${task.name}`)))
  samples.push(told)
}
