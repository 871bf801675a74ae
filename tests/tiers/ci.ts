import {numberOf} from '../support/tier'
import {changedSince} from './changed'
import type {FileReport} from './report'
import {testsOf} from './selection'
import {commit, git, runVitest, testFiles} from './vitest'

/** One of so many parts of the deep tier runs besides the tests of the change. The part follows from the commit. */
const PARTS = 12
/** Some twenty minutes on two cores. */
const MAX_FILES = 400
/** Without a base, a submission is the commits in the last four hours before its last commit. */
const SUBMISSION = 4 * 60 * 60

/** Runs a sample of the deep tier. A failure refuses the submission if the test is of the change, and is reported otherwise. CI_BASE names the commit before the submission. */
export default function ci(): void {
  const base = process.env.CI_BASE ?? ownBase()
  const changed = base === undefined ? [] : changedSince(base)
  const all = testFiles()
  const {files: touched, shared} = testsOf(changed, all)
  const part = numberOf(commit()) % PARTS
  const groups = [changed, all.filter(file => numberOf(file) % PARTS === part), [...touched]]
  const order = [...new Set(groups.flat())].filter(file => all.includes(file))
  const chosen = order.slice(0, MAX_FILES)
  console.log(
    `\nDeep: ${changed.length} files changed since ${base ?? 'an unknown commit'}, ${chosen.length} test files run.`,
  )
  const {files} = runVitest({tier: 'deep', seed: commit(), files: chosen})
  if (files.length === 0 && chosen.length > 0) {
    console.error('The deep tests ended without a report.')
    process.exit(1)
  }

  const failed = files.filter(({failures}) => failures.length > 0)
  const refusing = failed.filter(({file}) => touched.has(file))
  const left = order.slice(MAX_FILES)
  if (shared.length > 0) console.log(`\nEvery test depends on ${shared.join(', ')}: run npm run test:deep.`)
  if (left.length > 0) console.log(`\nOf this change, and not run:\n${left.join('\n')}`)
  print(
    'Failed, and not of this change',
    failed.filter(file => !refusing.includes(file)),
  )
  print('Failed', refusing)
  if (refusing.length > 0) process.exit(1)
}

/** The commit at which a branch left the default one, else the last commit before the submission. */
function ownBase(): string | undefined {
  const [forked] = git('merge-base', 'HEAD', 'origin/HEAD')
  if (forked !== undefined && forked !== commit()) return forked
  const [at = ''] = git('log', '-1', '--format=%ct')
  return git('rev-list', '-1', `--before=${Number(at) - SUBMISSION}`, 'HEAD')[0]
}

function print(title: string, files: readonly FileReport[]) {
  if (files.length === 0) return
  console.log(`\n${title}:`)
  for (const {file, failures} of files)
    for (const {test, message} of failures) console.log(`${file} > ${test}\n    ${message.split('\n')[0]}`)
}
