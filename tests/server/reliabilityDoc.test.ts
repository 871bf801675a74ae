import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const CHECKS = Array.from({length: 36}, (_, index) => index + 1).filter(check => check !== 3)

/** The rows of the table: number, what is checked, what shows it, state. */
const rows = read('docs/reliability.md')
  .split('\n')
  .flatMap(line => (/^\| \d+ \|/.test(line) ? [line.split(' | ').map(cell => cell.replace(/^\| | \|$/g, ''))] : []))

it('docs/reliability.md has each check once, and what shows it', () => {
  expect(rows.map(([number]) => Number(number))).toEqual(CHECKS)
  expect(rows.filter(([, , shownBy = '']) => !/`(tests|npm)/.test(shownBy)).map(([number]) => Number(number))).toEqual(
    [],
  )
})

it.each(rows)('docs/reliability.md, check %s: what it names is there (%s)', (...cells) => {
  const named = [...cells.join(' ').matchAll(/`((?:tests\/|npm run )[^`]+)`((?:,? “[^”]+”)*)/g)]
  const missing = named.flatMap(([, name = '', titles = '']) => {
    const file = fileOf(name)
    if (!existsSync(join(ROOT, file))) return [file]
    const text = read(file)
    return [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title).filter(title => !text.includes(title))
  })
  expect(missing).toEqual([])
})

/** A benchmark is a file of its name. */
function fileOf(name: string): string {
  const [, script, benchmark] = /^npm run (\w+)(?: -- (\w+))?$/.exec(name) ?? []
  if (script === undefined) return name
  return benchmark === undefined ? `scripts/${script}.mjs` : `bench/${benchmark}.ts`
}
