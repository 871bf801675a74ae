import {configDefaults, defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'
import {LONGEST_TEST, LONGEST_WAIT} from './tests/support/limits.ts'
import {createRunFolder} from './tests/support/runFolder.ts'
import {IS_QUICK, numberOf, SEED} from './tests/support/tier.ts'

/** A worker goes on with the modules that it has, as long as the project stays the same. */
const ORDER = ['rules', 'journeys', 'server', 'specification', 'client']

/** Longer files begin, so that no worker waits for another at the end; the deep tier tries any order. */
class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({project}: TestSpecification) => ORDER.indexOf(project.name)
    const drawn = ({moduleId}: TestSpecification) =>
      /^(deep|ci)$/.test(process.env.TIER ?? '') ? numberOf(SEED + moduleId) : 0
    const longestFirst = await super.sort(files)
    return longestFirst.toSorted((a, b) => place(a) - place(b) || drawn(a) - drawn(b))
  }
}

process.env.TMPDIR = createRunFolder()

const SETUP = ['patience', 'guard', 'seed', 'costs'].map(name => `tests/support/${name}.ts`)
const shared = {
  // All files of a worker share its modules, and its browser.
  isolate: false,
  exclude: [...configDefaults.exclude, ...(IS_QUICK ? ['**/*.deep.test.{ts,tsx}'] : [])],
  setupFiles: SETUP,
  expect: {poll: {timeout: LONGEST_WAIT}},
  testTimeout: LONGEST_TEST,
  hookTimeout: LONGEST_TEST,
}
const inJsdom = {...shared, environment: 'jsdom', setupFiles: [...SETUP, 'tests/support/jsdom.ts']}
const CLUSTER = 'tests/support/globalSetup.ts'

export default defineConfig({
  test: {
    // Each waits for a part of its time, for its browser or its database.
    maxWorkers: IS_QUICK ? 4 : 3,
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
          include: [
            'tests/architecture.test.ts',
            'tests/{bench,contract,domain,gallery,machines,streams,tiers}/**/*.test.ts',
          ],
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
        },
      },
    ],
  },
})
