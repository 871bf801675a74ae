import {commit, runVitest} from './vitest'

/** The tier of `npm test`. Names of files or folders after it choose among its files; TEST_SEED draws other samples. */
export default function quick(names: readonly string[]): void {
  if (!runVitest({tier: 'quick', seed: process.env.TEST_SEED ?? commit(), files: names}).hasPassed) process.exit(1)
}
