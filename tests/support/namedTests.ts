import {readFileSync, statSync} from 'node:fs'
import {join} from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** A test that a document names, or a group of tests. */
export interface NamedTest {
  file: string
  title: string
}

/** A document of the project, by its path from the root. */
export const readDoc = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Returns the tests in a text like: `file` “title”, “another title of it”; `another file` “title”. */
export function testsNamedIn(text: string): NamedTest[] {
  let file = ''
  return [...text.matchAll(/`([^`]+)`|“(.+?)”(?=[,;]|\s*$| \|)/g)].flatMap(([, named, title]) => {
    file = named ?? file
    return title === undefined ? [] : [{file, title}]
  })
}

const isFile = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isFile() === true

/**
 * Returns the tests that do not exist by that very name. A file whose name is no path from the root is in the folder, and
 * ends as tests do.
 */
export const missingAmong = (named: readonly NamedTest[], folder = '.'): NamedTest[] =>
  named.filter(({file, title}) => {
    const names = ['', '.test.ts', '.test.tsx'].map(end => `${file}${end}`)
    const path = names.flatMap(name => [join(ROOT, name), join(ROOT, folder, name)]).find(isFile)
    const text = path === undefined ? '' : readFileSync(path, 'utf8')
    return !["'", '"', '`'].some(quote => text.includes(`${quote}${title}${quote}`))
  })

/** The cells of the rows of the tables in a text, without their headings. */
export const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter(line => line.startsWith('| '))
    .map(line => line.split('|').slice(1, -1))
    .map(cells => cells.map(cell => cell.trim()))
