import {randomInt} from 'node:crypto'
import {parseArgs} from 'node:util'
import {numberOf} from '../support/tier'
import {passesAtDreadfulTimes} from './dreadfulTimes'
import {testsOf} from './selection'
import {commit, git, succeeds, testFiles, testsPass} from './vitest'

/** Each runs a tier with its parameters, and returns whether all has passed. */
const TIERS: Readonly<Record<string, (parameters: readonly string[]) => boolean>> = {quick, changed, deep, ci}

/** Names of files or folders choose among the files; TEST_SEED draws other samples. */
function quick(names: readonly string[]): boolean {
  return testsPass({tier: 'quick', seed: process.env.TEST_SEED ?? commit(), parameters: names})
}

/** Runs the tests of the change in the working tree, or since a commit with `--since`. `--deep` runs them in full. */
function changed(parameters: readonly string[]): boolean {
  const {values} = parseArgs({
    args: [...parameters],
    options: {since: {type: 'string', default: 'HEAD'}, deep: {type: 'boolean', default: false}},
  })
  const files = testsSince(values.since)
  return files.length === 0 || testsPass({tier: values.deep ? 'deep' : 'quick', seed: commit(), parameters: files})
}

/** Each runs beside no other. */
const FURTHER: Readonly<Record<string, (seed: string) => boolean>> = {
  chaos: seed => succeeds(['--import', 'tsx', 'bench/chaos/main.ts', '--once', '--seed', seed]),
  soak: () => succeeds(['--import', 'tsx', 'bench/soak/main.ts', '--minutes', '3']),
  times: passesAtDreadfulTimes,
}

/**
 * Runs everything. Parameters choose: names of files, `--shard=3/8` for an eighth of the files, `chaos`, `soak`, `times`. Seeds and
 * the order of files are random, unless TEST_SEED is given.
 */
function deep(parameters: readonly string[]): boolean {
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
  const isAll = parameters.length === 0
  const files = parameters.filter(name => FURTHER[name] === undefined)
  const hasPassed = (!isAll && files.length === 0) || testsPass({tier: 'deep', seed, parameters: files})
  const further = Object.entries(FURTHER).filter(([name]) => isAll || parameters.includes(name))
  const failed = further.filter(([, passes]) => !passes(seed)).map(([name]) => name)
  for (const name of failed) console.error(`Failed: ${name}`)
  return hasPassed && failed.length === 0
}

/** One of so many parts of all test files runs besides those of the change. The part follows from the commit. */
const PARTS = 12
/** Some twenty minutes on two cores, half an hour if most deep files are among them. */
const MAX_FILES = 400
/** Without a base, a submission is the commits in the last four hours before its last commit. */
const SUBMISSION = 4 * 60 * 60

/** Runs the deep tier of a submission. CI_BASE names the commit before it. A failure refuses it if the test is of the change, and is reported otherwise. */
function ci(): boolean {
  const base = process.env.CI_BASE ?? ownBase()
  const files = base === undefined ? [] : testsSince(base)
  const room = MAX_FILES - Math.ceil(testFiles().length / PARTS)
  const [chosen, left] = [files.slice(0, room), files.slice(room)]
  const part = 1 + (numberOf(commit()) % PARTS)
  console.log(`\nDeep: part ${part} of ${PARTS} of all test files, whose failures do not refuse`)
  testsPass({tier: 'ci', seed: commit(), parameters: [`--shard=${part}/${PARTS}`]})
  // They come last, so that the end of the output says why a submission is refused.
  console.log(`\nDeep: ${chosen.length} test files of the change since ${base ?? 'an unknown commit'}`)
  const hasPassed = chosen.length === 0 || testsPass({tier: 'ci', seed: commit(), parameters: chosen})
  if (left.length > 0) console.log(`\nOf this change, and not run: ${left.length} test files`)
  return hasPassed
}

/** The commit at which a branch left the default one, else the last commit before the submission. */
function ownBase(): string | undefined {
  const [forked] = git('merge-base', 'HEAD', 'origin/HEAD')
  if (forked !== undefined && forked !== commit()) return forked
  const [at = ''] = git('log', '-1', '--format=%ct')
  return git('rev-list', '-1', `--before=${Number(at) - SUBMISSION}`, 'HEAD')[0]
}

/** The test files of what has changed since a commit, which are named on the console with what they cannot prove. */
function testsSince(since: string): readonly string[] {
  const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
  const {files, shared} = testsOf(changed, testFiles())
  console.log(`${changed.length} files have changed, and ${files.length} test files have their nouns.`)
  if (shared.length > 0) console.log(`Every test depends on ${shared.join(', ')}: npm run test:deep proves it.`)
  return files
}

const [tier = '', ...parameters] = process.argv.slice(2)
if (TIERS[tier]?.(parameters) !== true) process.exit(1)
