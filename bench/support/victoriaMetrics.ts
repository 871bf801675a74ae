import {readdir, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {findProgram} from '../../tests/support/programs'
import {steadyPort} from '../../tests/support/steadyPort'
import {hasExited, startProgram} from './processes'
import type {Recording} from './recordings'

/** A VictoriaMetrics with a folder of its own. */
export interface VictoriaMetrics {
  import(recording: Recording): Promise<void>
  /** Merges its data as far as it can, ends it, and resolves to the bytes of its data and indexes. */
  settle(): Promise<number>
}

const POINTS_PER_LINE = 50_000
const PROGRAM = 'victoria-metrics'

/** Undefined where none is installed. */
export async function startVictoriaMetrics(folder: string): Promise<VictoriaMetrics | undefined> {
  const program = findProgram(PROGRAM)
  if (program === undefined) return undefined
  const port = await steadyPort()
  const origin = `http://127.0.0.1:${port}`
  const child = startProgram(program, [
    ...[`-storageDataPath=${folder}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=10y'],
  ])

  async function ask(path: string, body?: string): Promise<string> {
    const answer = await fetch(`${origin}${path}`, body === undefined ? {} : {method: 'POST', body})
    const text = await answer.text()
    if (!answer.ok) throw new Error(`VictoriaMetrics: ${path}: ${answer.status} ${text}`)
    return text
  }

  while (!(await isHealthy(origin))) {
    if (child.exitCode !== null) throw new Error(`VictoriaMetrics ended with ${child.exitCode}`)
    await delay(20)
  }
  return {
    async import(recording) {
      for (const line of linesOf(recording)) await ask('/api/v1/import', line)
    },
    async settle() {
      await ask('/internal/force_flush')
      await ask('/internal/force_merge')
      do await delay(200)
      while (/^vm_active_force_merges [^0]/m.test(await ask('/metrics')))
      // It goes on with small merges of its own.
      child.kill('SIGTERM')
      await hasExited(child)
      return (await bytesBelow(join(folder, 'data'))) + (await bytesBelow(join(folder, 'indexdb')))
    },
  }
}

const isHealthy = (origin: string) =>
  fetch(`${origin}/health`).then(
    ({ok}) => ok,
    () => false,
  )

function* linesOf({deviceNumber, firstTs, step, values}: Recording): Generator<string> {
  const metric = {__name__: 'recorded', device: String(deviceNumber)}
  for (let start = 0; start < values.length; start += POINTS_PER_LINE) {
    const some = [...values.subarray(start, start + POINTS_PER_LINE)]
    const timestamps = some.map((_, at) => firstTs + step * (start + at))
    yield `${JSON.stringify({metric, values: some, timestamps})}\n`
  }
}

async function bytesBelow(folder: string): Promise<number> {
  const entries = await readdir(folder, {recursive: true, withFileTypes: true})
  const sizes = await Promise.all(
    entries.filter(entry => entry.isFile()).map(async entry => (await stat(join(entry.parentPath, entry.name))).size),
  )
  return sizes.reduce((total, size) => total + size, 0)
}
