import {spawnSync} from 'node:child_process'
import {existsSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {type FileReport, REPORT} from './report'

export const ROOT = join(import.meta.dirname, '../..')

export interface Run {
  tier: 'quick' | 'deep'
  seed: string
  /** Absent: all of the tier. */
  files?: readonly string[]
  environment?: Readonly<Record<string, string>>
}

export interface RunResult {
  hasPassed: boolean
  files: readonly FileReport[]
}

/** Runs test files; their report is printed, too. */
export function runVitest({tier, seed, files = [], environment = {}}: Run): RunResult {
  rmSync(REPORT, {force: true})
  const reporters = ['default', './tests/tiers/report.ts'].map(name => `--reporter=${name}`)
  const {status} = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...files], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {...process.env, TIER: tier, TEST_SEED: seed, TEST_COMMIT: commit(), ...environment},
  })
  return {
    hasPassed: status === 0,
    files: existsSync(REPORT) ? JSON.parse(readFileSync(REPORT, 'utf8')) : [],
  }
}

/** All test files, relative to the project. */
export const testFiles = (): string[] =>
  readdirSync(join(ROOT, 'tests'), {recursive: true, encoding: 'utf8'})
    .filter(name => /\.test\.tsx?$/.test(name))
    .map(name => `tests/${name}`)
    .sort()

/** Returns the output of a command of git, by lines; nothing where there is no repository. */
export const git = (...parameters: string[]): string[] =>
  (spawnSync('git', parameters, {cwd: ROOT, encoding: 'utf8'}).stdout ?? '').split('\n').filter(line => line !== '')

export const commit = (): string => git('rev-parse', 'HEAD')[0] ?? 'none'
