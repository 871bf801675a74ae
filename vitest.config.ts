import {existsSync, statfsSync} from 'node:fs'
import {freemem} from 'node:os'
import {configDefaults, defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'
import {IS_QUICK, numberOf, SEED} from './tests/support/tier.ts'
import {readTestMap} from './tests/tiers/testMap.ts'

/** A worker goes on with the modules that it has, as long as the project stays the same. */
const ORDER = ['rules', 'journeys', 'server', 'specification', 'client']
const {tests} = readTestMap()

/** What takes longest begins, so that no worker waits for another at the end; in the deep tier any order must do. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({project}: TestSpecification) => ORDER.indexOf(project.name)
    return files.toSorted((one, other) => place(one) - place(other) || weightOf(other) - weightOf(one))
  }
}

function weightOf({moduleId}: TestSpecification): number {
  const file = moduleId.slice(import.meta.dirname.length + 1)
  return process.env.TIER === 'deep' ? numberOf(SEED + file) : (tests[file]?.seconds ?? 0)
}

/** Temporary files are in memory where there is enough: databases are made in a tenth of the time that a disk takes. */
const IN_MEMORY = '/dev/shm'
const ENOUGH = 8 * 2 ** 30

function hasEnoughMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const {bavail, bsize} = statfsSync(IN_MEMORY)
  return Math.min(bavail * bsize, freemem()) >= ENOUGH
}

if (hasEnoughMemory()) process.env.TMPDIR ??= IN_MEMORY

const SETUP = ['patience', 'seed', 'covered', 'costs'].map(name => `tests/support/${name}.ts`)
const shared = {
  // All files of a worker share its modules, and its browser.
  isolate: false,
  exclude: [...configDefaults.exclude, ...(IS_QUICK ? ['**/*.deep.test.{ts,tsx}'] : [])],
  setupFiles: SETUP,
  expect: {poll: {timeout: 30_000}},
  testTimeout: 60_000,
  hookTimeout: 60_000,
}
const inJsdom = {...shared, environment: 'jsdom', setupFiles: [...SETUP, 'tests/support/jsdom.ts']}
const CLUSTER = 'tests/support/globalSetup.ts'

export default defineConfig({
  test: {
    // A worker less than there are processors is the default: one, where a journey mostly waits for its browser.
    maxWorkers: 2,
    sequence: {sequencer: ByProject},
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: ['tests/{server,api}/**/*.test.ts'],
          globalSetup: CLUSTER,
        },
      },
      {
        test: {
          ...shared,
          name: 'rules',
          include: ['tests/architecture.test.ts', 'tests/{bench,contract,domain,machines,streams,tiers}/**/*.test.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {...inJsdom, name: 'client', include: ['tests/{ui,wiring}/**/*.test.{ts,tsx}']},
      },
      {
        extends: './vite.config.ts',
        test: {
          ...inJsdom,
          name: 'specification',
          include: ['tests/specification/**/*.test.tsx'],
          globalSetup: CLUSTER,
        },
      },
      {
        test: {
          ...shared,
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: [CLUSTER, ...['buildClient', 'serveGallery'].map(name => `tests/journeys/support/${name}.ts`)],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
