import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {lstat, readdir, realpath} from 'node:fs/promises'
import {connect} from 'node:net'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import {DEMO_PASSWORD} from '../../../contract/limits'
import {DEMO_ACCOUNTS} from '../../../server/demo/content/accounts'
import {createDataDir} from '../../support/dataDir'
import {deep} from '../../support/deep'
import {createDevices, inDatabase} from '../../support/preparedData'
import {startSenders} from '../../support/senders'
import {SERVER, type ServerProcess, type ServerProcessOptions, startServerProcess} from '../../support/serverProcess'
import {steadyPort} from '../../support/steadyPort'

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

function start(options: ServerProcessOptions): ServerProcess {
  const server = startServerProcess(options)
  onTestFinished(async () => void (await server.end('SIGKILL')))
  return server
}

async function untilReady(server: ServerProcess) {
  const origin = await server.origin
  if (!origin) throw new Error(`It did not start:\n${server.output()}`)
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200))
}

/** Returns the output after its first line. */
const afterVersion = (server: ServerProcess) =>
  server.output().replace(/^Pulsewall \d\S*,.* Node v\S+, data in \S+\n/, '')

/** Returns the process of the database that runs in the folder. */
function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

const SHUT_DOWN = 1

/** Returns the state that PostgreSQL has stored of itself, `DBState` in its sources. */
function stateOf(dataDir: string): number {
  return readFileSync(join(dataDir, 'postgres/global/pg_control')).readUInt32LE(16)
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

describe('the server process', () => {
  /** While some callers sleep within a call or between two, and devices send without end. */
  async function closesUnderLoad(signal: NodeJS.Signals) {
    const dataDir = await createDataDir()
    const tokens = await inDatabase(dataDir, database => createDevices(database, 20))
    const server = start({dataDir, environment: {RATE_LIMITS_DEVICE: '100000:1'}})
    await untilReady(server)
    const postmaster = postmasterPid(dataDir)
    const {host, hostname, port} = new URL((await server.origin) ?? '')
    const sleepers = ['', 'GET /healthz HTTP/1.1\r\n', `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`].map(sent => {
      const sleeper = connect(Number(port), hostname).pause()
      sleeper.on('error', () => {}).write(sent)
      return sleeper
    })
    const senders = startSenders(`http://${host}`, tokens)
    await vi.waitFor(() => expect(senders.takeAnswers()).toContain(200))

    const exit = await server.end(signal)

    await senders.stop()
    for (const sleeper of sleepers) sleeper.destroy()
    expect(exit).toBe(0)
    expect(isAlive(postmaster)).toBe(false)
    expect(stateOf(dataDir)).toBe(SHUT_DOWN)
    expect(server.output()).not.toMatch(/error/i)
  }

  it('closes with grace on SIGTERM under load, whoever sleeps, and takes its database along', () =>
    closesUnderLoad('SIGTERM'))
  deep('closes with grace on SIGINT under load', () => closesUnderLoad('SIGINT'))
  deep('closes with grace on SIGHUP under load', () => closesUnderLoad('SIGHUP'))

  deep('lets the demo accounts sign in as soon as it serves', async () => {
    const port = await steadyPort()
    start({dataDir: await createDataDir(), environment: {PORT: String(port), DEMO: 'on'}})
    const body = JSON.stringify({email: DEMO_ACCOUNTS[0]?.email, password: DEMO_PASSWORD})
    const signIn = () =>
      fetch(`http://127.0.0.1:${port}/api/v0/auth/login`, {
        method: 'POST',
        headers: {'content-type': 'application/json'},
        body,
      })

    const answer = await vi.waitFor(
      async () => {
        const {status} = await signIn()
        expect(status).not.toBe(503)
        return status
      },
      {interval: 5},
    )

    expect(answer).toBe(200)
  })

  deep('closes although a signal comes in the midst of its start', async () => {
    const dataDir = await createDataDir()
    const server = start({dataDir})
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres.new'))).toBe(true), {interval: 5})
    expect(await server.end('SIGINT')).toBe(0)
    await untilReady(start({dataDir}))
  })

  deep('needs no hands after a kill in the midst of the first start', async () => {
    const dataDir = await createDataDir()
    const server = start({dataDir})
    await vi.waitFor(() => expect(existsSync(join(dataDir, 'postgres.new'))).toBe(true), {interval: 5})
    await server.end('SIGKILL')
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    await untilReady(start({dataDir}))
  })

  deep('refuses a folder that another server is using, in one sentence', async () => {
    const dataDir = await createDataDir()
    const first = start({dataDir})
    await untilReady(first)
    const second = start({dataDir})
    expect(await second.exited).toBe(1)
    expect(afterVersion(second)).toBe(
      `Another server (pid ${first.pid}) is using the data folder ${await realpath(dataDir)}. ` +
        'Stop it, or choose another folder with DATA_DIR.\n',
    )
    await untilReady(first)
  })

  it('says which variable is wrong, without a stack', async () => {
    const server = start({dataDir: await createDataDir(), environment: {PORT: 'http'}})
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe('PORT must be a port number.\n')
  })

  it('says how many files it must be able to open, without a stack', async () => {
    const server = start({dataDir: await createDataDir(), limits: 'ulimit -n 64'})
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(
      'Only 64 files may be open at once, and the server needs 256: raise the limit (ulimit -n, or LimitNOFILE of systemd).\n',
    )
  })

  deep('makes nothing that other accounts may read, whatever it is started with', async () => {
    const dataDir = await createDataDir()
    const server = start({dataDir, limits: 'umask 000'})
    await untilReady(server)
    await server.end('SIGTERM')

    const names = await readdir(dataDir, {recursive: true})
    const modes = await Promise.all(names.map(async name => ({name, mode: (await lstat(join(dataDir, name))).mode})))
    expect(names).toContain('server.lock')
    expect(names).toContain('postgres.log')
    expect(modes.filter(({mode}) => (mode & 0o077) !== 0)).toEqual([])
  })

  it('leaves no database behind when it is killed', async context => {
    context.skip(process.platform !== 'linux', 'only Linux ends a child with its parent')
    const dataDir = await createDataDir()
    const server = start({dataDir})
    await untilReady(server)
    const postmaster = postmasterPid(dataDir)
    await server.end('SIGKILL')
    await vi.waitFor(() => expect(isAlive(postmaster)).toBe(false))
  })

  deep('ends the database of a killed server that would not go', async context => {
    context.skip(process.platform !== 'linux', 'needs /proc')
    const dataDir = await createDataDir()
    const killed = start({dataDir})
    await untilReady(killed)
    const orphan = postmasterPid(dataDir)
    // Stopped, it can't follow its parent.
    process.kill(orphan, 'SIGSTOP')
    await killed.end('SIGKILL')

    const next = start({dataDir})
    await untilReady(next)
    expect(isAlive(orphan)).toBe(false)
    expect(next.output()).toContain(`Ending the database that a killed server left behind (pid ${orphan})`)
  })

  deep('runs as root where other accounts have no way in', async context => {
    context.skip(!isRoot, 'not root')
    const dataDir = await createDataDir({parent: '/root'})
    await untilReady(start({dataDir}))
  })

  deep('runs as an ordinary user', async context => {
    context.skip(!isRoot, 'not root: the other tests show it')
    context.skip(!canRead(NOBODY), 'the project lies in a folder that is closed to ordinary users')
    const server = start({dataDir: await createDataDir({uid: NOBODY}), uid: NOBODY})
    await untilReady(server)
    expect(await server.end('SIGTERM')).toBe(0)
  })

  deep('refuses the database of another account by name', async context => {
    context.skip(!isRoot, 'not root')
    context.skip(!canRead(NOBODY), 'the project lies in a folder that is closed to ordinary users')
    const dataDir = await createDataDir({uid: NOBODY})
    const owner = start({dataDir, uid: NOBODY})
    await untilReady(owner)
    await owner.end('SIGTERM')
    const stranger = start({dataDir, uid: 12_345})
    expect(await stranger.exited).toBe(1)
    expect(stranger.output()).toContain(`belongs to another account (uid ${NOBODY})`)
    expect(stranger.output()).not.toContain('    at ')
    await untilReady(start({dataDir}))
  })
})

function canRead(uid: number): boolean {
  try {
    execFileSync('test', ['-r', SERVER], {uid})
    return true
  } catch {
    return false
  }
}
