import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {connect} from 'node:net'
import {tmpdir} from 'node:os'
import {createInterface} from 'node:readline'
import {Redis} from 'ioredis'
import {findProgram} from './programs'
import {steadyPort} from './steadyPort'

const REDIS_SERVER = findProgram('redis-server') ?? ''

export const hasRedis = REDIS_SERVER !== ''

export interface TestRedis {
  url: string
  port: number
  /** Cuts every connection except the subscribers'. */
  cutPublishers(): Promise<void>
  /**
   * Records all commands from now on, one a line, as `MONITOR` writes them. The returned function reads them up to the
   * one that has a text, and stops.
   */
  monitor(): Promise<(text: string) => Promise<string[]>>
  pid: number | undefined
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A Redis of one's own that keeps nothing, on the port of an earlier one if that is given. */
export async function startRedis(earlier?: Pick<TestRedis, 'port'>): Promise<TestRedis> {
  const port = earlier?.port ?? (await steadyPort())
  const child = spawn(REDIS_SERVER, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()], {
    stdio: 'ignore',
    // It keeps nothing by the clock, and hangs where the clock is a false one.
    env: {},
  })
  const exited = once(child, 'exit')
  const url = `redis://127.0.0.1:${port}`
  await isListening(url)
  return {
    url,
    port,
    async cutPublishers() {
      const connection = new Redis(url)
      await connection.client('KILL', 'TYPE', 'normal')
      connection.disconnect()
    },
    async monitor() {
      const socket = connect(port, '127.0.0.1')
      const lines = createInterface(socket)[Symbol.asyncIterator]()
      socket.write('MONITOR\r\n')
      // It says OK.
      await lines.next()
      return async text => {
        const heard: string[] = []
        for (let {value} = await lines.next(); !value.includes(text); {value} = await lines.next()) heard.push(value)
        socket.destroy()
        return heard
      }
    },
    pid: child.pid,
    async stop(signal = 'SIGTERM') {
      child.kill('SIGCONT')
      child.kill(signal)
      await exited
    },
  }
}

async function isListening(url: string) {
  const connection = new Redis(url, {retryStrategy: () => 20, maxRetriesPerRequest: null})
  connection.on('error', () => {})
  await connection.ping()
  connection.disconnect()
}
