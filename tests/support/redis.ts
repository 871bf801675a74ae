import {spawn} from 'node:child_process'
import {once} from 'node:events'
import {type AddressInfo, connect, createServer} from 'node:net'
import {tmpdir} from 'node:os'
import {createInterface} from 'node:readline'
import {Redis} from 'ioredis'
import {findProgram} from './programs'

const REDIS_SERVER = findProgram('redis-server') ?? ''

export const hasRedis = REDIS_SERVER !== ''

export interface TestRedis {
  url: string
  /** Cuts every connection but those that listen. */
  cutPublishers(): Promise<void>
  /**
   * Hears all commands from now on, one a line, as `MONITOR` writes them. What comes back takes them up to the one
   * that has a text, and hears no longer.
   */
  monitor(): Promise<(text: string) => Promise<string[]>>
  pid: number | undefined
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** A Redis of one's own that keeps nothing, on a free port unless one is given. */
export async function startRedis(port?: number): Promise<TestRedis> {
  const ownPort = port ?? (await freePort())
  const child = spawn(
    REDIS_SERVER,
    ['--port', String(ownPort), '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()],
    {
      stdio: 'ignore',
    },
  )
  const exited = once(child, 'exit')
  const url = `redis://127.0.0.1:${ownPort}`
  await isListening(url)
  return {
    url,
    async cutPublishers() {
      const connection = new Redis(url)
      await connection.client('KILL', 'TYPE', 'normal')
      connection.disconnect()
    },
    async monitor() {
      const socket = connect(ownPort, '127.0.0.1')
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address: AddressInfo | string | null = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

async function isListening(url: string) {
  const connection = new Redis(url, {retryStrategy: () => 20, maxRetriesPerRequest: null})
  connection.on('error', () => {})
  await connection.ping()
  connection.disconnect()
}
