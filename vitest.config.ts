import {existsSync, statfsSync} from 'node:fs'
import {freemem} from 'node:os'
import {defineConfig} from 'vitest/config'
import {BaseSequencer, type TestSpecification} from 'vitest/node'

/**
 * The file that takes longest is one of rules, and the shortest are those of the client, so that no worker waits long for another
 * at the end. A worker goes on with the modules that it has, as long as the project stays the same.
 */
const ORDER = ['rules', 'journeys', 'server', 'specification', 'client']

class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({project}: TestSpecification) => ORDER.indexOf(project.name)
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other))
  }
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

export default defineConfig({
  test: {
    // A worker less than there are processors is the default: one, where a journey mostly waits for its browser.
    maxWorkers: 2,
    sequence: {sequencer: ByProject},
    projects: [
      {
        test: {
          name: 'server',
          setupFiles: ['tests/support/patience.ts', 'tests/support/costs.ts'],
          include: ['tests/architecture.test.ts', 'tests/{server,api}/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          isolate: false,
          expect: {poll: {timeout: 30_000}},
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'rules',
          setupFiles: ['tests/support/patience.ts', 'tests/support/costs.ts'],
          include: ['tests/{bench,contract,domain,machines,streams}/**/*.test.ts'],
          isolate: false,
          expect: {poll: {timeout: 30_000}},
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'client',
          environment: 'jsdom',
          setupFiles: ['tests/support/patience.ts', 'tests/support/costs.ts', 'tests/support/jsdom.ts'],
          include: ['tests/{ui,wiring}/**/*.test.{ts,tsx}'],
          isolate: false,
          expect: {poll: {timeout: 30_000}},
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'specification',
          environment: 'jsdom',
          setupFiles: ['tests/support/patience.ts', 'tests/support/costs.ts', 'tests/support/jsdom.ts'],
          include: ['tests/specification/**/*.test.tsx'],
          globalSetup: 'tests/support/globalSetup.ts',
          isolate: false,
          expect: {poll: {timeout: 30_000}},
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'journeys',
          setupFiles: ['tests/support/patience.ts', 'tests/support/costs.ts'],
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetup.ts', 'tests/journeys/support/buildClient.ts'],
          // All files of a worker share its browser.
          isolate: false,
          expect: {poll: {timeout: 30_000}},
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
