import {describe, expect, it} from 'vitest'
import {importsOf} from '../imports'
import {partsOf, testsOf} from './selection'

const FILES = [
  'tests/contract/rules/series/newest.test.ts',
  'tests/journeys/wall.test.ts',
  'tests/server/alarm/routes.test.ts',
  'tests/server/demo/seed.test.ts',
]
const KNOWN = {
  files: FILES,
  map: {
    tests: {
      'tests/journeys/wall.test.ts': {seconds: 9, covers: ['server/alarm/routes.ts', 'src/ui/Wall.tsx']},
      'tests/server/alarm/routes.test.ts': {seconds: 3, covers: ['server/alarm/routes.ts']},
    },
  },
  imports: [
    ...importsOf('src/ui/Wall.tsx', "import {TITLE} from '../../contract/limits'"),
    ...importsOf('tests/contract/rules/series/newest.test.ts', "import {draw} from '../../../support/draw'"),
  ],
}
const selected = (...changed: string[]) => [...testsOf(changed, KNOWN).files]

describe('the tests of a change', () => {
  it.each([
    ['that of a test file itself', 'tests/server/demo/seed.test.ts', ['tests/server/demo/seed.test.ts']],
    ['those that import a helper', 'tests/support/draw.ts', ['tests/contract/rules/series/newest.test.ts']],
    [
      'those that call a source',
      'server/alarm/routes.ts',
      ['tests/journeys/wall.test.ts', 'tests/server/alarm/routes.test.ts'],
    ],
    ['those that call what imports a source without functions', 'contract/limits.ts', ['tests/journeys/wall.test.ts']],
    [
      'those with the noun of what the map does not know',
      'server/demo/videos/dawn.mp4',
      ['tests/server/demo/seed.test.ts'],
    ],
    ['none for what no test reads', 'docs/bench.md', []],
  ])('are %s', (_, changed, expected) => {
    expect(selected(changed)).toEqual(expected)
  })

  it('are not all of them where every test stands on what has changed, which is named', () => {
    expect(testsOf(['package-lock.json', 'src/ui/Wall.tsx'], KNOWN)).toEqual({
      files: new Set(['tests/journeys/wall.test.ts']),
      shared: ['package-lock.json'],
    })
  })
})

describe('parts', () => {
  it('hold each file once, and take about as long', () => {
    const seconds: Record<string, number> = {a: 10, b: 6, c: 5, d: 1}

    expect(partsOf(['a', 'b', 'c', 'd'], 2, file => seconds[file] ?? 0)).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ])
  })
})
