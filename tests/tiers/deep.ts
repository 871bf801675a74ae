import {spawnSync} from 'node:child_process'
import {randomInt} from 'node:crypto'
import {passesAtDreadfulTimes} from './dreadfulTimes'
import {ROOT, runVitest} from './vitest'

/** Each runs beside no other. */
const FURTHER: Readonly<Record<string, (seed: number) => boolean>> = {
  chaos: seed => passes('bench/chaos/main.ts', '--once', '--seed', String(seed)),
  soak: () => passes('bench/soak/main.ts', '--minutes', '3'),
  times: passesAtDreadfulTimes,
}

/**
 * Runs everything. Parameters choose: names of files, `--shard=3/8` for an eighth of the files, `chaos`, `soak`, `times`. Seeds and
 * the order of files are random, unless TEST_SEED is given.
 */
export default function deep(parameters: readonly string[]): void {
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
  const isAll = parameters.length === 0
  const files = parameters.filter(name => FURTHER[name] === undefined)
  const hasPassed = !isAll && files.length === 0 ? true : runVitest({tier: 'deep', seed, files}).hasPassed
  const further = Object.entries(FURTHER).filter(([name]) => isAll || parameters.includes(name))
  const failed = further.filter(([, run]) => !run(Number(seed))).map(([name]) => name)
  for (const name of failed) console.error(`Failed: ${name}`)
  if (!hasPassed || failed.length > 0) process.exit(1)
}

const passes = (...parameters: string[]) =>
  spawnSync(process.execPath, ['--import', 'tsx', ...parameters], {cwd: ROOT, stdio: 'inherit'}).status === 0
