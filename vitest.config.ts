import {defineConfig} from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          include: ['tests/architecture.test.ts', 'tests/{server,api}/**/*.test.ts'],
          globalSetup: 'tests/support/globalSetup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/{contract,domain,machines,streams}/**/*.test.ts'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'client',
          environment: 'jsdom',
          include: ['tests/{ui,wiring}/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: './vite.config.ts',
        test: {
          name: 'specification',
          environment: 'jsdom',
          include: ['tests/specification/**/*.test.tsx'],
          globalSetup: 'tests/support/globalSetup.ts',
          testTimeout: 60_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/globalSetup.ts', 'tests/journeys/support/buildClient.ts'],
          // All files of a worker share its browser.
          isolate: false,
          fileParallelism: false,
          expect: {poll: {timeout: 10_000}},
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
