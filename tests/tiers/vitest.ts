import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {type Import, importsOf} from '../imports'
import type {TestFile} from './selection'

const ROOT = join(import.meta.dirname, '../..')

export interface Run {
  tier: 'quick' | 'deep' | 'ci'
  seed: string
  /** Names of files and options of Vitest. Without any, all of the tier runs. */
  parameters: readonly string[]
  environment?: Readonly<Record<string, string>>
}

/** Runs test files, and returns whether all of them have passed. */
export function testsPass({tier, seed, parameters, environment = {}}: Run): boolean {
  const reporters = ['default', './tests/tiers/report.ts'].map(name => `--reporter=${name}`)
  return succeeds(['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...parameters], {
    TIER: tier,
    TEST_SEED: seed,
    TEST_COMMIT: commit(),
    ...environment,
  })
}

/** Runs Node in the folder of the project. */
export const succeeds = (parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync(process.execPath, parameters, {cwd: ROOT, stdio: 'inherit', env: {...process.env, ...environment}})
    .status === 0

/** All test files, with paths from the folder of the project on. */
export const testFiles = (): TestFile[] =>
  readdirSync(join(ROOT, 'tests'), {recursive: true, encoding: 'utf8'})
    .filter(name => /\.test\.tsx?$/.test(name))
    .map(name => `tests/${name}`)
    .sort()
    .map(file => ({file, imports: importsOf(file, readFileSync(join(ROOT, file), 'utf8')).flatMap(ownFile)}))

const ownFile = ({isPackage, to}: Import) => (isPackage ? [] : [to])

/** Returns the output of a command of git, by lines; nothing where there is no repository. */
export const git = (...parameters: string[]): string[] =>
  (spawnSync('git', parameters, {cwd: ROOT, encoding: 'utf8'}).stdout ?? '').split('\n').filter(line => line !== '')

export const commit = (): string => git('rev-parse', 'HEAD')[0] ?? 'none'
