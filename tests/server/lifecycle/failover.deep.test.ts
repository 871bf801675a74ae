import {execFile} from 'node:child_process'
import {writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {promisify} from 'node:util'
import {Client} from 'pg'
import {expect, it, onTestFinished, vi} from 'vitest'
import {SEQUENCE_KEY, startFleet} from '../../../bench/chaos/fleet'
import {gapsIn} from '../../../bench/support/gaps'
import {createOrganisation} from '../../../bench/support/world'
import {chooseAccount} from '../../../server/cluster/account'
import {findBinaries} from '../../../server/cluster/binaries'
import {keepInMemory} from '../../../server/cluster/log'
import {startPostmaster} from '../../../server/cluster/postmaster'
import {serverSettings} from '../../../server/cluster/settings'
import {addressOf, createSocketFolder, removeSocketFolder} from '../../../server/cluster/socketFolder'
import {startEmbeddedDatabase} from '../../../server/cluster/start'
import {connectDatabase} from '../../../server/database/connect'
import {realTime} from '../../../server/scheduler'
import {linkTo} from '../../support/databaseLink'
import {createDataDir} from '../../support/dataDir'
import {DATABASE_PATIENCE} from '../../support/limits'
import {inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'

const DEVICES = 20
const REFUSALS = 100
const QUICK = {fsync: 'off', full_page_writes: 'off'}

it('loses and doubles nothing when its database fails over to a replica, and serves on by itself', async () => {
  const [primaryDir, replicaDir] = [await createDataDir(), await createDataDir()]
  const {devices} = await inDatabase(primaryDir, database => createOrganisation(database, 'Twice', DEVICES))
  // The files still belong to the account that PostgreSQL runs under.
  await promisify(execFile)('cp', ['--archive', join(primaryDir, 'postgres'), replicaDir])
  await writeFile(join(replicaDir, 'postgres/standby.signal'), '')
  const primary = await start(primaryDir, {...QUICK, synchronous_standby_names: '*'})
  const source = `host=${socketFolderOf(primary.url)} user=postgres`
  const replica = await startReplica(replicaDir, {...QUICK, primary_conninfo: source})
  const link = await linkTo(primary)
  onTestFinished(() => link.cut())

  const server = startServerProcess({dataDir: await createDataDir(), environment: {DATABASE_URL: link.url}})
  onTestFinished(async () => void (await server.end('SIGKILL')))
  const origin = (await server.origin) ?? ''
  const port = Number(new URL(origin).port)
  const fleet = startFleet({devices, portOf: () => port, period: 100, episodeEvery: 1, episodes: 0})
  onTestFinished(fleet.stop)
  const statusOf = (path: string) => fetch(`${origin}${path}`).then(({status}) => status)
  const untilReady = (status: number) => vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(status))
  const untilAcknowledged = async () => {
    const since = Date.now()
    await vi.waitFor(() => expect(fleet.lastAcknowledged().every(at => at > since)).toBe(true))
  }
  const untilRefused = async () => {
    const before = fleet.answers.get(503) ?? 0
    await vi.waitFor(() => expect(fleet.answers.get(503) ?? 0).toBeGreaterThan(before + REFUSALS))
  }
  await untilAcknowledged()

  await link.cut()
  await primary.stop()
  await untilRefused()
  await untilReady(503)
  expect(await statusOf('/livez')).toBe(200)

  // A replica that has not been promoted reads, and stores nothing.
  await link.mend(replica)
  await vi.waitFor(async () => expect(await statusOf('/healthz')).toBe(200))
  await untilRefused()
  await untilReady(503)
  expect(await statusOf('/livez')).toBe(200)

  await replica.promote()
  await untilReady(200)
  await untilAcknowledged()
  await fleet.stop()

  expect([...fleet.answers.keys()].filter(status => status !== 0).toSorted()).toEqual([200, 503])
  for (const {id, number} of devices) {
    const {rows} = await replica.pool.query<{value: number}>(
      'select value from telemetry join telemetry_key on telemetry_key.id = key_id where device_number = $1 and name = $2',
      [number, SEQUENCE_KEY],
    )
    const held = rows.map(({value}) => value)
    expect(gapsIn(held, fleet.acknowledgedOf(id))).toEqual({missing: [], doubled: []})
  }
  expect(server.output()).not.toMatch(/unhandled|uncaught/i)
})

type Parameters = Readonly<Record<string, string>>

async function start(dataDir: string, settings: Parameters) {
  const {url, stop} = await startEmbeddedDatabase({dataDir, log: () => {}, settings, patience: DATABASE_PATIENCE})
  return opened(url, stop)
}

/** PostgreSQL alone: no server of ours starts on a replica. */
async function startReplica(dataDir: string, settings: Parameters) {
  const clusterDir = join(dataDir, 'postgres')
  const account = await chooseAccount(clusterDir)
  const socketFolder = await createSocketFolder(account.uid)
  const {stop} = await startPostmaster({
    clusterDir,
    account,
    patience: DATABASE_PATIENCE,
    log: keepInMemory(),
    scheduler: realTime,
    binaries: await findBinaries(socketFolder),
    settings: {...serverSettings(socketFolder), ...settings},
  })
  return opened(addressOf(socketFolder, 'pulsewall', 'pulsewall'), async () => {
    await stop()
    await removeSocketFolder(socketFolder)
  })
}

async function opened(url: string, end: () => Promise<unknown>) {
  const database = await connectDatabase(url, {max: 1, patience: DATABASE_PATIENCE})
  let hasStopped = false
  const stop = async () => {
    if (hasStopped) return
    hasStopped = true
    await database.close()
    await end()
  }
  onTestFinished(stop)
  return {
    url,
    pool: database.pool,
    stop,
    async promote() {
      const admin = new Client({host: socketFolderOf(url), user: 'postgres', database: 'postgres'})
      await admin.connect()
      await admin.query('select pg_promote()')
      await admin.end()
    },
  }
}

const socketFolderOf = (url: string) => new Client({connectionString: url}).host
