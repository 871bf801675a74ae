import {posix} from 'node:path'
import type {Import} from '../imports'
import type {TestMap} from './testMap'

export interface Known {
  map: TestMap
  /** All test files. */
  files: readonly string[]
  /** Between all files of the project. */
  imports: readonly Import[]
}

/** What every test stands on: a change of it can't be proved by a part. */
const SHARED =
  /^(package-lock\.json|vite(st)?(\.\w+)?\.config\.ts|tests\/support\/(globalSetup|database|app)\.ts|server\/app(\.ts|\/.*)|server\/database\/(schema|connect|migrat).*)$/
/** What no test reads. */
const SILENT = /(^|\/)(README|CONTRIBUTING|ARCHITECTURE|LICENSE)(\.md)?$|^(docs|deploy|bench|\.github|\.ci)\//

export interface Selection {
  files: Set<string>
  /** Changed files that every test stands on. */
  shared: string[]
}

/**
 * The tests of changed files: of a test file itself; of a helper of tests those that import it; of a source those that call it
 * by the map, or call what imports it where the map is silent; of anything else those that have its noun in their path.
 */
export function testsOf(changed: readonly string[], {map, files, imports}: Known): Selection {
  const callers = callersBy(map)
  const importers = importersBy(imports)
  const known = new Set(files)
  const found = new Set<string>()
  const seen = new Set<string>()

  function add(file: string) {
    if (seen.has(file)) return
    seen.add(file)
    if (known.has(file)) found.add(file)
    const calling = callers.get(file)
    if (calling !== undefined) for (const test of calling) found.add(test)
    else for (const importer of importers.get(withoutExtension(file)) ?? []) add(importer)
  }

  for (const file of changed.filter(name => !SILENT.test(name))) {
    const before = found.size
    add(file)
    if (found.size === before) for (const test of files.filter(test => hasNounOf(file, test))) found.add(test)
  }
  return {files: new Set(files.filter(file => found.has(file))), shared: changed.filter(file => SHARED.test(file))}
}

function callersBy({tests}: TestMap): Map<string, string[]> {
  const callers = new Map<string, string[]>()
  for (const [test, {covers}] of Object.entries(tests))
    for (const source of covers) callers.set(source, [...(callers.get(source) ?? []), test])
  return callers
}

function importersBy(imports: readonly Import[]): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const {from, to, isPackage} of imports) if (!isPackage) importers.set(to, [...(importers.get(to) ?? []), from])
  return importers
}

const withoutExtension = (file: string) => file.replace(/\.tsx?$/, '')

/** The folder of a file is its noun, above rooms that have no tests of their own: `server/demo/videos` → `demo`. */
function hasNounOf(file: string, test: string): boolean {
  const [, noun] = posix.dirname(file).split('/')
  return noun !== undefined && posix.dirname(test).split('/').includes(noun)
}

/** Splits files by what they take, so that all parts take about as long. */
export function partsOf(files: readonly string[], count: number, secondsOf: (file: string) => number): string[][] {
  const parts = Array.from({length: count}, () => ({files: [] as string[], seconds: 0}))
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || (one < other ? -1 : 1))) {
    const lightest = parts.reduce((least, part) => (part.seconds < least.seconds ? part : least))
    lightest.files.push(file)
    lightest.seconds += secondsOf(file)
  }
  return parts.map(part => part.files)
}
