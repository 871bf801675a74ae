import {existsSync, readFileSync} from 'node:fs'
import {join} from 'node:path'
import {expect, it} from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

it('docs/security.md names tests that exist, in every line of its table', () => {
  const lines = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
    .split('\n')
    .filter(line => /^\| (?!Asked|\*\*)/.test(line))
  const named = lines.map(line =>
    [...(line.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? ''),
  )
  const isMissing = (name: string) =>
    !existsSync(join(ROOT, name.startsWith('tests/') ? '' : 'tests/server', `${name}.test.ts`))

  expect(named.flat().filter(isMissing)).toEqual([])
  expect(lines.filter((_line, index) => named[index]?.length === 0)).toEqual([])
  expect(lines.length).toBeGreaterThan(20)
})
