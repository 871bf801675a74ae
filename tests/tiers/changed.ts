import {parseArgs} from 'node:util'
import {readImports} from '../imports'
import {type Selection, testsOf} from './selection'
import {readTestMap} from './testMap'
import {commit, git, ROOT, runVitest, testFiles} from './vitest'

/**
 * What the change touches: that of the working tree, or since a commit with `--since`. `--deep` tries it in full.
 */
export default function changed(parameters: readonly string[]): void {
  const {values} = parseArgs({
    args: [...parameters],
    options: {since: {type: 'string', default: 'HEAD'}, deep: {type: 'boolean', default: false}},
  })
  const files = changedSince(values.since)
  const selection = testsOfChange(files)
  console.log(`${files.length} files have changed, which ${selection.files.size} test files touch.`)
  if (selection.shared.length > 0)
    console.log(`Every test stands on ${selection.shared.join(', ')}: npm run test:deep proves it.`)
  if (selection.files.size === 0) return
  const run = {seed: commit(), files: [...selection.files]}
  if (!runVitest({...run, tier: values.deep ? 'deep' : 'quick'}).hasPassed) process.exit(1)
}

export const changedSince = (since: string): string[] => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]

export function testsOfChange(files: readonly string[]): Selection {
  const imports = ['contract', 'server', 'src', 'tests'].flatMap(folder => readImports(ROOT, folder))
  return testsOf(files, {map: readTestMap(), files: testFiles(), imports})
}
