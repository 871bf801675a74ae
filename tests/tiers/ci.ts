import {numberOf} from '../support/tier'
import {changedSince, testsOfChange} from './changed'
import {deepParts, runDeep, secondsOf} from './deep'
import type {FileReport} from './report'
import {readTestMap} from './testMap'
import {commit, git, testFiles} from './vitest'

/** Of the deep tier each submission runs what it touches, and one of so many parts. */
const PARTS = 12
/** Seconds of processor of fifteen minutes on two cores, which wait for a fifth of the time. */
const BUDGET = 15 * 60 * 2 * 0.8
/** Without a base, a submission is what was committed in the last four hours before its last commit. */
const SUBMISSION = 4 * 60 * 60

/**
 * The deep tests of what a submission touches, which refuse it, and a part of the rest that goes round by the commit, which is
 * reported. CI_BASE names the commit that it is built on.
 */
export default function ci(): void {
  const base = process.env.CI_BASE ?? ownBase()
  const changed = base === undefined ? [] : changedSince(base)
  const {files: touched, shared} = testsOfChange(changed)
  const {tests} = readTestMap()
  const all = testFiles()
  const own = all.filter(file => changed.includes(file))
  const part = new Set(deepParts(PARTS)[numberOf(commit()) % PARTS])
  const order = [...new Set([...own, ...all.filter(file => touched.has(file)), ...all.filter(file => part.has(file))])]
  const chosen = within(BUDGET, order, file => secondsOf(tests, file))
  console.log(
    `\nDeep: ${changed.length} files changed since ${base ?? 'nobody knows when'}, ${chosen.length} test files run.`,
  )
  const {files} = runDeep(chosen, commit())
  if (files.length === 0 && chosen.length > 0) {
    console.error('The deep tests broke off.')
    process.exit(1)
  }

  const failed = files.filter(({failures}) => failures.length > 0)
  // What was never measured can't be said to be touched.
  const refusing = failed.filter(({file}) => touched.has(file) && (tests[file]?.covers.length ?? 0) > 0)
  const left = order.filter(file => !chosen.includes(file) && touched.has(file))
  if (shared.length > 0) console.log(`\nEvery test stands on ${shared.join(', ')}: run npm run test:deep.`)
  if (left.length > 0) console.log(`\nTouched, and not run:\n${left.join('\n')}`)
  tell(
    'Failed, and not known to be touched by this submission',
    failed.filter(file => !refusing.includes(file)),
  )
  tell('Failed', refusing)
  if (refusing.length > 0) process.exit(1)
}

function within(budget: number, files: readonly string[], secondsOf: (file: string) => number): string[] {
  let left = budget
  return files.filter(file => {
    const isWithin = secondsOf(file) <= left
    if (isWithin) left -= secondsOf(file)
    return isWithin
  })
}

/** Of a branch what it left the default one at; else the last commit before the submission. */
function ownBase(): string | undefined {
  const [forked] = git('merge-base', 'HEAD', 'origin/HEAD')
  if (forked !== undefined && forked !== commit()) return forked
  const [at = ''] = git('log', '-1', '--format=%ct')
  return git('rev-list', '-1', `--before=${Number(at) - SUBMISSION}`, 'HEAD')[0]
}

function tell(title: string, files: readonly FileReport[]) {
  if (files.length === 0) return
  console.log(`\n${title}:`)
  for (const {file, failures} of files)
    for (const {test, message} of failures) console.log(`${file} > ${test}\n    ${message.split('\n')[0]}`)
}
