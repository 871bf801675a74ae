import {spawnSync} from 'node:child_process'
import {randomInt} from 'node:crypto'
import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {parseArgs} from 'node:util'
import {DREADFUL_TIMES, passesAt} from './dreadfulTimes'
import {partsOf} from './selection'
import {readTestMap, renewTestMap, type TestMap} from './testMap'
import {ROOT, type RunResult, runVitest, testFiles} from './vitest'

/** Each runs beside no other, and takes about so many seconds of processor. */
const FURTHER: Record<string, {seconds: number; run(seed: number): boolean}> = {
  'chaos, once': {seconds: 120, run: seed => passes('bench/chaos/main.ts', '--once', '--seed', String(seed))},
  'soak, short': {seconds: 400, run: () => passes('bench/soak/main.ts', '--minutes', '3')},
  ...Object.fromEntries(
    Object.entries(DREADFUL_TIMES).map(([name, instant]) => [
      `when ${name}`,
      {seconds: 1200, run: () => passesAt(instant)},
    ]),
  ),
}

/**
 * Everything: `--part 3/8` is one of eight parts, chosen by measured time; names of files choose among its files. Seeds and the
 * order of files are random, unless TEST_SEED is given. Keeps the map of what each file covers.
 */
export default function deep(parameters: readonly string[]): void {
  const {values, positionals} = parseArgs({
    args: [...parameters],
    allowPositionals: true,
    options: {part: {type: 'string', default: '1/1'}},
  })
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
  const chosen = positionals.length > 0 ? matching(positionals) : ofPart(values.part)
  const files = chosen.filter(name => FURTHER[name] === undefined)
  const result = runDeep(files, seed)
  const failed = chosen.filter(name => FURTHER[name]?.run(Number(seed)) === false)
  for (const name of failed) console.error(`Failed: ${name}`)
  if (!result.hasPassed || failed.length > 0) process.exit(1)
}

/** Runs files in full, and notes what they took and covered. */
export function runDeep(files: readonly string[], seed: string): RunResult {
  if (files.length === 0) return {hasPassed: true, files: []}
  const result = runVitest({tier: 'deep', seed, files, environment: {TEST_MAP: 'on'}})
  const measured: TestMap['tests'] = Object.fromEntries(result.files.map(({file, ...rest}) => [file, rest]))
  renewTestMap(measured, file => existsSync(join(ROOT, file)))
  return result
}

const matching = (names: readonly string[]) => testFiles().filter(file => names.some(name => file.includes(name)))

function ofPart(part: string): readonly string[] {
  const [, number, count] = /^(\d+)\/(\d+)$/.exec(part)?.map(Number) ?? []
  if (number === undefined || count === undefined || number < 1 || number > count)
    throw new Error(`--part must be as 3/8, and is ${part}`)
  return deepParts(count)[number - 1] ?? []
}

/** All test files, and what runs besides, in so many parts that take about as long. */
export function deepParts(count: number): string[][] {
  const {tests} = readTestMap()
  return partsOf(
    [...testFiles(), ...Object.keys(FURTHER)],
    count,
    name => FURTHER[name]?.seconds ?? secondsOf(tests, name),
  )
}

/** Of a file that was never measured what half of them take. */
export const secondsOf = (tests: TestMap['tests'], file: string): number => tests[file]?.seconds ?? 3

const passes = (...parameters: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', ...parameters], {cwd: ROOT, stdio: 'inherit'}).status === 0
