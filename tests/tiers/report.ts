import {appendFileSync, mkdirSync, writeFileSync} from 'node:fs'
import {cpus} from 'node:os'
import {join} from 'node:path'
import type {Reporter, TestModule} from 'vitest/node'
import {SEED} from '../support/tier'

const DIST = join(import.meta.dirname, '../../dist')
export const REPORT = join(DIST, 'tests.json')
/** Each failure, with the command of its run, so that one without a reason can be repeated. */
const FLAKES = join(DIST, 'flakes.jsonl')
/** Seconds of processor that a file of the quick tier may take; its tables belong to the deep one. */
const BUDGET = 8
const SLOWEST = 20

export interface FileReport {
  file: string
  seconds: number
  samples: string[]
  failures: {test: string; message: string}[]
}

/** Prints the cost of a run, and stores it in `dist/tests.json`. */
export default class CostReport implements Reporter {
  private readonly begin = processorSeconds()
  private readonly files: FileReport[] = []

  onTestModuleEnd(module: TestModule) {
    this.files.push(reportOf(module))
  }

  onTestRunEnd() {
    const {busy, idle} = processorSeconds()
    const waited = idle - this.begin.idle
    const share = waited / (waited + busy - this.begin.busy)
    mkdirSync(DIST, {recursive: true})
    writeFileSync(REPORT, JSON.stringify(this.files))
    for (const {file, failures} of this.files)
      for (const failure of failures) appendFileSync(FLAKES, `${JSON.stringify({...RUN, file, ...failure})}\n`)
    console.log(summary(this.files, share))
  }
}

const RUN = {commit: process.env.TEST_COMMIT, tier: process.env.TIER, seed: SEED}

function reportOf(module: TestModule): FileReport {
  const {cpuSeconds = 0, samples = []} = module.meta()
  const failed = [...module.children.allTests('failed')].map(test => ({
    test: test.fullName,
    message: test.result().errors?.[0]?.message ?? '',
  }))
  const broken = module.errors().map(({message}) => ({test: '', message}))
  return {file: module.relativeModuleId, seconds: cpuSeconds, samples, failures: [...failed, ...broken]}
}

function summary(files: readonly FileReport[], waitingShare: number): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST)
  const tooDear = RUN.tier === 'quick' ? slowest.filter(({seconds}) => seconds > BUDGET) : []
  return [
    '',
    `Seed: ${SEED}`,
    ...files.flatMap(({file, samples}) => samples.map(sample => `Sample of ${file}: ${sample}`)),
    `Of the time, the processors waited for ${Math.round(waitingShare * 100)} %.`,
    'The slowest files, in seconds of processor:',
    ...slowest.map(({file, seconds}) => `${seconds.toFixed(1).padStart(7)}  ${file}`),
    ...tooDear.map(({file}) => `${file} is over the budget of ${BUDGET} s: move its tables to a .deep.test file.`),
  ].join('\n')
}

function processorSeconds() {
  const times = cpus().map(cpu => cpu.times)
  const sum = (read: (time: (typeof times)[number]) => number) =>
    times.reduce((total, time) => total + read(time), 0) / 1000
  return {busy: sum(({user, nice, sys, irq}) => user + nice + sys + irq), idle: sum(({idle}) => idle)}
}
