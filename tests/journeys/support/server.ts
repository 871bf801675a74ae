import {type ChildProcess, spawn} from 'node:child_process'
import {INHERITED} from '../../support/inherited'
import {DATABASE_PATIENCE} from '../../support/limits'
import {SERVER} from '../../support/serverProcess'
import {steadyPort} from '../../support/steadyPort'

export interface ServerProcessOptions {
  dataDir: string
  /** False: only the calls of the specification. */
  additions: boolean
  /** Absent: the server starts a database of its own. */
  databaseUrl?: string
}

/** The real server in a process of its own. `start` takes the same port and folder each time. */
export interface ServerProcess {
  origin: string
  /** `environment` adds variables of docs/settings.md until the next start. */
  start(environment?: Readonly<Record<string, string>>): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  stop(): Promise<void>
  /** Returns the whole output. */
  output(): string
}

export async function createServerProcess({
  dataDir,
  additions,
  databaseUrl = '',
}: ServerProcessOptions): Promise<ServerProcess> {
  const port = await steadyPort()
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''

  async function end(signal: NodeJS.Signals) {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise(resolve => child?.once('exit', resolve))
    child.kill(signal)
    await exited
  }

  return {
    origin,
    async start(environment = {}) {
      const started = spawn(process.execPath, [SERVER], {
        env: {
          ...INHERITED,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          DATABASE_PATIENCE: String(DATABASE_PATIENCE),
          DEMO: 'off',
          ADDITIONS: additions ? 'on' : 'off',
          ...environment,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child = started
      started.stdout.on('data', chunk => (output += chunk))
      started.stderr.on('data', chunk => (output += chunk))
      await answers(origin, () => {
        if (started.exitCode !== null) throw new Error(`The server ended by itself:\n${output}`)
      })
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    output: () => output,
  }
}

async function answers(origin: string, check: () => void) {
  for (;;) {
    check()
    const isUp = await fetch(`${origin}/healthz`).then(
      answer => answer.ok,
      () => false,
    )
    if (isUp) return
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
