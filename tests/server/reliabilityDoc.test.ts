import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'
import {missingAmong, readDoc, rowsOf, testsNamedIn} from '../support/namedTests'

const ROOT = join(import.meta.dirname, '../..')

const CHECKS = Array.from({length: 36}, (_, index) => index + 1).filter(check => check !== 3)

/** The rows of the table: number, claim, proof, state. */
const rows = rowsOf(readDoc('docs/reliability.md')).filter(([number = '']) => /^\d+$/.test(number))

it('docs/reliability.md has each check once, and what shows it', () => {
  expect(rows.map(([number]) => Number(number))).toEqual(CHECKS)
  expect(rows.filter(([, , shownBy = '']) => !/`(tests|npm)/.test(shownBy)).map(([number]) => Number(number))).toEqual(
    [],
  )
})

it.each(rows)('docs/reliability.md, check %s: what it names is there (%s)', (...cells) => {
  const text = cells.join(' | ')
  const files = [...text.matchAll(/`((?:tests\/|npm run )[^`]+)`/g)].map(([, name = '']) => fileOf(name))
  expect(files.filter(file => !existsSync(join(ROOT, file)))).toEqual([])
  expect(missingAmong(testsNamedIn(text))).toEqual([])
})

/** A benchmark is a file of its name. */
function fileOf(name: string): string {
  const [, script, benchmark] = /^npm run (\w+)(?: -- (\w+))?$/.exec(name) ?? []
  if (script === undefined) return name
  return benchmark === undefined ? `scripts/${script}.mjs` : `bench/${benchmark}.ts`
}
