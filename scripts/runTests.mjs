import {readFileSync, rmSync} from 'node:fs'
import {join} from 'node:path'
import {attempt, ROOT} from './lib.mjs'

const REPORT = 'dist/tests.json'
/** More than so many are not the machine's fault. */
const MOST_AGAIN = 5

/**
 * Runs all tests. Files that fail are run once more when nothing else runs, as a browser or a database may be too slow
 * beside much other work; which they were is told, as each of them is to be mended. Exits with 1 when one fails again.
 */
export function runTests(environment) {
  const failed = filesFailing([], environment)
  if (failed.length === 0) return
  if (failed.length > MOST_AGAIN) process.exit(1)
  console.log(`\nOnce more by themselves:\n${failed.join('\n')}\n`)
  if (filesFailing(['--maxWorkers=1', ...failed], environment).length > 0) process.exit(1)
  console.warn(`\nThese failed at first, and passed by themselves:\n${failed.join('\n')}`)
}

/** Exits with 1 when something else went wrong than a test. */
function filesFailing(parameters, environment) {
  rmSync(join(ROOT, REPORT), {force: true})
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${REPORT}`]
  const {status} = attempt(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...parameters],
    environment,
  )
  if (status === 0) return []
  const {testResults} = JSON.parse(readFileSync(join(ROOT, REPORT), 'utf8'))
  const failed = testResults.filter(file => file.status === 'failed').map(({name}) => name)
  if (failed.length === 0) process.exit(1)
  return failed
}
