import {parseArgs} from 'node:util'
import {testsOf} from './selection'
import {commit, git, runVitest, testFiles} from './vitest'

/** Runs the tests of the change in the working tree, or since a commit with `--since`. `--deep` runs them in full. */
export default function changed(parameters: readonly string[]): void {
  const {values} = parseArgs({
    args: [...parameters],
    options: {since: {type: 'string', default: 'HEAD'}, deep: {type: 'boolean', default: false}},
  })
  const changedFiles = changedSince(values.since)
  const {files, shared} = testsOf(changedFiles, testFiles())
  console.log(`${changedFiles.length} files have changed, and ${files.size} test files have their nouns.`)
  if (shared.length > 0) console.log(`Every test depends on ${shared.join(', ')}: npm run test:deep proves it.`)
  if (files.size === 0) return
  const tier = values.deep ? 'deep' : 'quick'
  if (!runVitest({tier, seed: commit(), files: [...files]}).hasPassed) process.exit(1)
}

export const changedSince = (since: string): string[] => [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
]
