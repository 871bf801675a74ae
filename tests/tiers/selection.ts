/** Every test depends on these: a change of one can't be proved by a part. */
const SHARED =
  /^(package-lock\.json|vite(st)?(\.\w+)?\.config\.ts|tests\/support\/(globalSetup|database|app)(\.ts)?|server\/app(\.ts|\/.*)?|server\/database\/(schema|connect|migrat).*)$/
/** Folders whose sources and tests have their noun below them, the longest first. */
const LAYER = /^(contract\/\w+|src\/\w+|tests\/\w+|server)\//

export interface TestFile {
  file: string
  /** The files of the project that it names itself, without their extensions. */
  imports: readonly string[]
}

export interface Selection {
  /** What proves most comes first: changed files, then those of the deep tier, which `npm test` leaves out. */
  files: readonly string[]
  /** Changed files that every test depends on. */
  shared: readonly string[]
}

/**
 * The tests of changed files are those with the same noun in their path, as `server/alarm/rules.ts` and
 * `tests/server/alarm/routes.test.ts`, or with an import of that noun: a test that runs the server as a process names
 * there what it is about.
 */
export function testsOf(changed: readonly string[], tests: readonly TestFile[]): Selection {
  const nouns = new Set(changed.flatMap(file => nounOf(file) ?? []))
  const helpers = new Set(changed.filter(isHelper).map(file => file.replace(/\.tsx?$/, '')))
  const isTouched = (test: TestFile) =>
    changed.includes(test.file) ||
    nounsOf(test).some(noun => nouns.has(noun)) ||
    test.imports.some(imported => helpers.has(imported))
  const rank = (file: string) => (changed.includes(file) ? 0 : /\.deep\.test\.tsx?$/.test(file) ? 1 : 2)
  const files = tests.filter(isTouched).map(({file}) => file)
  return {files: files.toSorted((a, b) => rank(a) - rank(b)), shared: changed.filter(file => SHARED.test(file))}
}

const nounsOf = ({file, imports}: TestFile): readonly string[] => [
  ...namesOf(file),
  ...imports
    .filter(imported => !SHARED.test(imported) && !isHelper(imported))
    .flatMap(imported => nounOf(imported) ?? []),
]

/** Tests of all nouns use one, so its name says nothing of theirs. */
const isHelper = (file: string) => /^tests\/.*\bsupport\//.test(file) && !SHARED.test(file)

/** The folder below the layer, or a file that is there itself; undefined for documents and what belongs to no layer. */
function nounOf(file: string): string | undefined {
  const layer = file.endsWith('.md') ? null : LAYER.exec(file)
  return layer ? namesOf(file.slice(layer[0].length))[0] : undefined
}

const namesOf = (path: string) => path.split('/').map(name => name.replace(/\..*$/, ''))
