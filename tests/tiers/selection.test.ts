import {expect, it} from 'vitest'
import {testsOf} from './selection'

const TESTS = [
  'tests/contract/rules/series/newest.test.ts',
  'tests/journeys/alarm.test.ts',
  'tests/server/alarm/routes.test.ts',
  'tests/server/demo/seed.test.ts',
]
const selected = (...changed: string[]) => [...testsOf(changed, TESTS).files]

it.each([
  ['that of a test file itself', 'tests/journeys/alarm.test.ts', TESTS.slice(1, 3)],
  ['those beside a helper', 'tests/server/demo/support/world.ts', ['tests/server/demo/seed.test.ts']],
  ['those of a noun in all layers', 'server/alarm/telling/routes.ts', TESTS.slice(1, 3)],
  ['those of a file that is a noun itself', 'contract/rules/series.ts', ['tests/contract/rules/series/newest.test.ts']],
  ['those of what is no source', 'server/demo/videos/dawn.mp4', ['tests/server/demo/seed.test.ts']],
  ['none for a document', 'server/alarm/README.md', []],
  ['none for what belongs to no layer', 'docs/alarm.svg', []],
])('the tests of a change are %s', (_, changed, expected) => {
  expect(selected(changed)).toEqual(expected)
})

it('names what every test depends on', () => {
  expect(testsOf(['package-lock.json', 'server/demo/seed.ts'], TESTS)).toEqual({
    files: new Set(['tests/server/demo/seed.test.ts']),
    shared: ['package-lock.json'],
  })
})
