/** Every test depends on these: a change of one can't be proved by a part. */
const SHARED =
  /^(package-lock\.json|vite(st)?(\.\w+)?\.config\.ts|tests\/support\/(globalSetup|database|app)\.ts|server\/app(\.ts|\/.*)|server\/database\/(schema|connect|migrat).*)$/
/** Folders whose sources and tests have their noun below them, the longest first. */
const LAYER = /^(contract\/\w+|src\/\w+|tests\/\w+|server)\//

export interface Selection {
  files: Set<string>
  /** Changed files that every test depends on. */
  shared: string[]
}

/** The tests of changed files are those with the same noun in their path, as `server/alarm/rules.ts` and `tests/server/alarm/routes.test.ts`. */
export function testsOf(changed: readonly string[], tests: readonly string[]): Selection {
  const nouns = new Set(changed.flatMap(file => nounOf(file) ?? []))
  const isTouched = (test: string) => changed.includes(test) || namesOf(test).some(name => nouns.has(name))
  return {files: new Set(tests.filter(isTouched)), shared: changed.filter(file => SHARED.test(file))}
}

/** The folder below the layer, or a file that is there itself; undefined for documents and what belongs to no layer. */
function nounOf(file: string): string | undefined {
  const layer = file.endsWith('.md') ? null : LAYER.exec(file)
  return layer ? namesOf(file.slice(layer[0].length))[0] : undefined
}

const namesOf = (path: string) => path.split('/').map(name => name.replace(/\..*$/, ''))
