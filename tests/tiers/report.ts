import {appendFileSync, mkdirSync} from 'node:fs'
import {join} from 'node:path'
import type {Reporter, TestModule} from 'vitest/node'
import {SEED} from '../support/tier'

const DIST = join(import.meta.dirname, '../../dist')
/** Each failure, with the command of its run, so that one without a reason can be repeated. */
const FLAKES = join(DIST, 'flakes.jsonl')
/** Seconds of processor that a file of the quick tier may take; its tables belong to the deep one. */
const BUDGET = 8
const RUN = {commit: process.env.TEST_COMMIT, tier: process.env.TIER, seed: SEED}

/** Prints what a run has drawn, and the quick files that take too long. Writes down each failure. */
export default class TierReport implements Reporter {
  private readonly lines = [`Seed: ${SEED}`]

  onTestModuleEnd(module: TestModule) {
    const {relativeModuleId: file} = module
    const {cpuSeconds = 0, samples = []} = module.meta()
    this.lines.push(...samples.map(sample => `Sample of ${file}: ${sample}`))
    if (RUN.tier === 'quick' && cpuSeconds > BUDGET)
      this.lines.push(
        `${file} takes ${cpuSeconds.toFixed(1)} of ${BUDGET} s of processor: move its tables to a .deep.test file.`,
      )
    mkdirSync(DIST, {recursive: true})
    for (const failure of failuresOf(module)) appendFileSync(FLAKES, `${JSON.stringify({...RUN, file, ...failure})}\n`)
  }

  onTestRunEnd() {
    console.log(`\n${this.lines.join('\n')}`)
  }
}

const failuresOf = (module: TestModule) => [
  ...[...module.children.allTests('failed')].map(test => ({
    test: test.fullName,
    message: test.result().errors?.[0]?.message ?? '',
  })),
  ...module.errors().map(({message}) => ({test: '', message})),
]
