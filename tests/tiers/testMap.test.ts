import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import fc from 'fast-check'
import {afterAll, expect, it} from 'vitest'
import {placesIn, rangesOf, readTestMap, renewTestMap} from './testMap'

const folder = mkdtempSync(join(tmpdir(), 'pulsewall-map-'))
const file = join(folder, 'map.json')
afterAll(() => rmSync(folder, {recursive: true}))

it('keeps what was measured before, and forgets files that are gone', () => {
  renewTestMap(
    {'a.test.ts': {seconds: 1.26, covers: ['x.ts', 'y.ts']}, 'b.test.ts': {seconds: 2, covers: ['z.ts']}},
    () => true,
    file,
  )
  renewTestMap(
    {'c.test.ts': {seconds: 3, covers: ['z.ts', 'x.ts']}},
    name => name !== 'b.test.ts' && name !== 'y.ts',
    file,
  )

  expect(readTestMap(file)).toEqual({
    tests: {
      'a.test.ts': {seconds: 1.3, covers: ['x.ts']},
      'c.test.ts': {seconds: 3, covers: ['x.ts', 'z.ts']},
    },
  })
})

it('is empty where there is none', () => {
  expect(readTestMap(join(folder, 'none.json'))).toEqual({tests: {}})
})

it('writes places as ranges that mean the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), places => {
      const sorted = places.toSorted((one, other) => one - other)
      expect(placesIn(rangesOf(sorted))).toEqual(sorted)
    }),
  )
})
