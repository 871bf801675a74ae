import type {ChildProcess} from 'node:child_process'
import {once} from 'node:events'
import {createWriteStream} from 'node:fs'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {hasExited, startPlainNode} from '../support/processes'

/** The server, which is started again whenever it ends, as by the unit in `deploy`. */
export interface Supervised {
  /** Undefined between an end and the next start. */
  pid(): number | undefined
  /** Returns the time since which the present process listens, epoch ms; undefined as long as it doesn't. */
  listeningSince(): number | undefined
  /** Has it end, and waits for that. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Sets its clock this many milliseconds ahead of the right time. */
  setClock(offset: number): void
  /** The ends that were not as they should have been. */
  complaints: readonly string[]
  /** Returns the number of starts that were refused because nothing could be written. */
  refusedStarts(): number
  stop(): Promise<void>
}

export interface SuperviseOptions {
  dataDir: string
  port: number
  environment: Readonly<Record<string, string>>
  /** A file that gets what the server prints. */
  logFile: string
  /** Whether not a byte can be written, so that nobody can expect a start to succeed. */
  isDiskFull(): boolean
}

const SERVER = join(import.meta.dirname, '../../dist/server/main.js')
const CLOCK = join(import.meta.dirname, 'steppedClock.mjs')
/** `RestartSec` of the unit. */
const RESTART_AFTER = 1000
/** A server that was asked to end says that it does so at once. */
const GRACEFUL: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGHUP', 'SIGINT']
const END_WITHIN = 12_000

export function supervise({dataDir, port, environment, logFile, isDiskFull}: SuperviseOptions): Supervised {
  const log = createWriteStream(logFile, {flags: 'a'})
  const complaints: string[] = []
  let child: ChildProcess | undefined
  let listeningSince: number | undefined
  let expected: NodeJS.Signals | undefined
  let clockOffset = 0
  let refusedStarts = 0
  let isStopped = false

  async function run() {
    while (!isStopped) {
      const started = start()
      child = started
      const [code, signal] = await once(started, 'exit')
      child = undefined
      const hasListened = listeningSince !== undefined
      listeningSince = undefined
      const how = `${code ?? signal}`
      log.write(`--- the server ended with ${how}\n`)
      if (expected === undefined && !hasListened && isDiskFull()) refusedStarts++
      else if (expected === undefined) complaints.push(`the server ended by itself, with ${how}`)
      else if (GRACEFUL.includes(expected) && code !== 0) complaints.push(`${expected} ended the server with ${how}`)
      expected = undefined
      if (!isStopped) await delay(RESTART_AFTER)
    }
  }

  function start(): ChildProcess {
    log.write(`--- the server is started at ${new Date().toISOString()}\n`)
    const started = startPlainNode('--import', {
      parameters: [CLOCK, SERVER],
      environment: {
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATABASE_URL: '',
        DEMO: 'off',
        CLOCK_OFFSET: String(clockOffset),
        ...environment,
      },
    })
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', text => {
        log.write(text)
        if (text.includes('Pulsewall is at')) listeningSince = Date.now()
      })
    }
    return started
  }

  const running = run()
  const end = async (signal: NodeJS.Signals) => {
    const ending = child
    if (ending === undefined) return
    expected = signal
    const startedAt = Date.now()
    // A server that is being frozen could not end.
    ending.kill('SIGCONT')
    ending.kill(signal)
    await hasExited(ending)
    const took = Date.now() - startedAt
    if (took > END_WITHIN) complaints.push(`${signal} took ${(took / 1000).toFixed(1)} s`)
  }
  return {
    pid: () => child?.pid,
    listeningSince: () => listeningSince,
    end,
    setClock(offset) {
      clockOffset = offset
      child?.send(offset, () => {})
    },
    complaints,
    refusedStarts: () => refusedStarts,
    async stop() {
      isStopped = true
      await end('SIGTERM')
      await running
      log.end()
    },
  }
}
