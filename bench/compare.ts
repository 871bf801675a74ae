import {execFileSync, spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync, symlinkSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const ROUNDS = 3
const LOCK = 'package-lock.json'
/** Matches the measure and its figure in a row of the table, with a verdict or none. */
const ROW = /^\| (?!What )(\s*\S.*?)\s+\| (\S.*?)\s+\|.*\|.*\|$/gm

/** `npm run bench -- --compare <commit> <names>`: the benchmarks of that commit and of this folder, in turns. */
const [commit, ...parameters] = process.argv.slice(2).filter(parameter => parameter !== '--compare')
if (commit === undefined || parameters.length === 0)
  throw new Error('Name a commit, and the benchmarks: npm run bench -- --compare <commit> idle opening')

const before = mkdtempSync(join(tmpdir(), 'pulsewall-compare-'))
try {
  git('worktree', 'add', '--detach', before, commit)
  // With other packages its own command installs them.
  if (read(before) === read(ROOT)) symlinkSync(join(ROOT, 'node_modules'), join(before, 'node_modules'))
  const [then, now] = [new Map<string, string[]>(), new Map<string, string[]>()]
  for (let round = 1; round <= ROUNDS; round++) {
    console.error(`Round ${round} of ${ROUNDS} …`)
    note(then, before)
    note(now, ROOT)
  }
  console.log(`| What | ${commit} | Now |\n|---|---|---|`)
  for (const [what, figures] of now) {
    console.log(`| ${what} | ${then.get(what)?.join('; ') ?? 'not measured'} | ${figures.join('; ')} |`)
  }
} finally {
  git('worktree', 'remove', '--force', before)
  rmSync(before, {recursive: true, force: true})
}

function note(figures: Map<string, string[]>, folder: string) {
  const {stdout} = spawnSync(process.execPath, ['scripts/bench.mjs', ...parameters], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for (const [, what = '', measured = ''] of stdout.matchAll(ROW)) {
    figures.set(what, [...(figures.get(what) ?? []), measured])
  }
}

function git(...words: readonly string[]) {
  execFileSync('git', words, {cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit']})
}

function read(folder: string): string {
  return readFileSync(join(folder, LOCK), 'utf8')
}
