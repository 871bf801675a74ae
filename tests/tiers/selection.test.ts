import {expect, it} from 'vitest'
import {testsOf} from './selection'

const DEMO = 'tests/server/demo/seed.test.ts'
const JOURNEY = 'tests/journeys/alarm.test.ts'
const NEWEST = 'tests/contract/rules/series/newest.test.ts'
const ROUTES = 'tests/server/alarm/routes.test.ts'
const STORM = 'tests/server/lifecycle/storm.deep.test.ts'
const TESTS = [
  {file: NEWEST, imports: ['contract/rules/series']},
  {file: JOURNEY, imports: []},
  {file: ROUTES, imports: ['tests/support/app', 'server/database/schema/alarm']},
  {file: DEMO, imports: ['tests/support/app']},
  {
    file: STORM,
    imports: [
      ...['contract/rules/thresholds', 'server/database/schema/alarm', 'tests/server/alarm/stored'],
      'tests/support/smtp',
    ],
  },
]
const selected = (...changed: string[]) => testsOf(changed, TESTS).files

it.each([
  ['that of a test file itself, before all others', JOURNEY, [JOURNEY, STORM, ROUTES]],
  ['those beside a helper', 'tests/server/demo/support/world.ts', [DEMO]],
  ['those of a noun in all layers', 'src/ui/alarm/AlarmRow.tsx', [STORM, JOURNEY, ROUTES]],
  [
    'those that import what the tests of the noun share, and the deep ones first',
    'server/alarm/rules.ts',
    [STORM, JOURNEY, ROUTES],
  ],
  ['those that import the rules of a noun', 'contract/rules/thresholds.ts', [STORM]],
  ['those that import a helper itself', 'tests/support/smtp.ts', [STORM]],
  ['none for a noun that has only the name of a helper', 'server/smtp/send.ts', []],
  ['those of a file that is a noun itself', 'contract/rules/series.ts', [NEWEST]],
  ['those of what is no source', 'server/demo/videos/dawn.mp4', [DEMO]],
  ['none for what every test imports', 'server/database/schema/device.ts', []],
  ['none for a document', 'server/alarm/README.md', []],
  ['none for what belongs to no layer', 'docs/alarm.svg', []],
])('the tests of a change are %s', (_, changed, expected) => {
  expect(selected(changed)).toEqual(expected)
})

it('names what every test depends on', () => {
  expect(testsOf(['package-lock.json', 'server/demo/seed.ts'], TESTS)).toEqual({
    files: [DEMO],
    shared: ['package-lock.json'],
  })
})
