import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {INHERITED} from './inherited'
import {DATABASE_PATIENCE} from './limits'

const PATIENT = {DATABASE_PATIENCE: String(DATABASE_PATIENCE)}
const ROOT = join(import.meta.dirname, '../..')
/** As the run has built it. */
export const SERVER = join(ROOT, 'dist/server/main.js')

export interface ServerProcessOptions {
  dataDir: string
  environment?: Readonly<Record<string, string>>
  /** Runs it under another account; root only. */
  uid?: number
  /** The commands of a shell that limit the process before it starts, such as `umask 000`. */
  limits?: string
}

export interface ServerProcess {
  pid: number
  /** `http://127.0.0.1:port` as soon as it listens; undefined when it ended instead. */
  origin: Promise<string | undefined>
  /** Returns the whole output. */
  output(): string
  /** Its exit code or the signal that ended it. */
  exited: Promise<number | NodeJS.Signals>
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

/** The real server in a process of its own, on a free port. */
export function startServerProcess({
  dataDir,
  environment = {},
  uid,
  limits = ':',
}: ServerProcessOptions): ServerProcess {
  const child = spawn('sh', ['-c', `${limits}; exec "$@"`, 'sh', process.execPath, SERVER], {
    cwd: ROOT,
    env: {...PATIENT, ...INHERITED, PORT: '0', MQTT: 'off', DATA_DIR: dataDir, ...environment},
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && {uid, gid: uid}),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  }
  const exited = exitOf(child)
  return {
    pid: child.pid ?? 0,
    origin: Promise.race([listening(child, () => readable(output)), exited.then(() => undefined)]),
    output: () => readable(output),
    exited,
    end: signal => {
      child.kill(signal)
      return exited
    },
  }
}

/** Returns the messages of the log, with stacks, one a line. */
function readable(output: string): string {
  return output
    .split('\n')
    .filter(line => line !== '')
    .map(line => (line.startsWith('{') ? messageOf(JSON.parse(line)) : line))
    .map(line => `${line}\n`)
    .join('')
}

const messageOf = ({msg, err}: {msg: string; err?: {stack: string}}) => (err ? `${msg}\n${err.stack}` : msg)

async function exitOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

function listening(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise(resolve => {
    child.stdout?.on('data', () => {
      const origin = /Pulsewall is at (\S+)/.exec(output())?.[1]
      if (origin) resolve(origin)
    })
  })
}
