import {execFileSync} from 'node:child_process'
import {existsSync, readFileSync} from 'node:fs'
import {appendFile, chmod, cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {describe, expect, it, onTestFinished, vi} from 'vitest'
import type {HangLimits} from '../../../server/cluster/start'
import {type EmbeddedDatabase, startEmbeddedDatabase} from '../../../server/cluster/start'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {migrateDatabase} from '../../../server/database/migrate'
import {organisation} from '../../../server/database/schema/organisation'
import {createDataDir} from '../../support/dataDir'
import {DATABASE_PATIENCE} from '../../support/limits'
import {childrenOf, connectionsOf, freeze} from '../../support/postgres'

interface Opened {
  embedded: EmbeddedDatabase
  database: Database
  log: string[]
}

async function open(dataDir: string, settings: Record<string, string> = {}, hangs?: HangLimits): Promise<Opened> {
  const log: string[] = []
  const embedded = await startEmbeddedDatabase({
    dataDir,
    settings,
    patience: DATABASE_PATIENCE,
    ...(hangs && {hangs}),
    log: line => log.push(line),
  })
  onTestFinished(embedded.stop)
  const database = await connectDatabase(embedded.url, {patience: DATABASE_PATIENCE})
  onTestFinished(() => (database.pool.ended ? undefined : database.close()))
  await migrateDatabase(database)
  return {embedded, database, log}
}

async function close({embedded, database}: Opened) {
  await database.close()
  await embedded.stop()
}

const titles = async ({database}: Opened) =>
  (await database.db.select({title: organisation.title}).from(organisation)).map(({title}) => title)

describe('the embedded database', () => {
  it('stops although what holds the lock of its folder was killed', async context => {
    context.skip(process.platform !== 'linux', 'needs /proc')
    const dataDir = await createDataDir()
    const {embedded, database} = await open(dataDir)
    const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').map(Number)
    const holder = children.find(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${dataDir}/server.lock`))
    if (holder === undefined) throw new Error('Nothing holds the lock')
    process.kill(holder, 'SIGKILL')
    await vi.waitFor(() => expect(existsSync(`/proc/${holder}`)).toBe(false))

    await database.close()
    await embedded.stop()

    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  it('is made at the first start and found again at the next', async () => {
    const dataDir = await createDataDir()
    const first = await open(dataDir)
    await first.database.db.insert(organisation).values({title: 'Harbour Works'})
    await close(first)

    expect(await titles(await open(dataDir))).toEqual(['Harbour Works'])
    expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'server.lock'])
  })

  it.each([
    ['a blank and letters of every kind', 'wall data, Größe "ß" 壁 %20'],
    ['more bytes than a socket may have', join(...Array<string>(12).fill('a-rather-long-folder-name'))],
  ])('runs in a folder whose name has %s', async (_, name) => {
    const opened = await open(join(await createDataDir(), name))
    expect(await titles(opened)).toEqual([])
  })

  it('lets servers that start together migrate in turn', async () => {
    const embedded = await startEmbeddedDatabase({
      dataDir: await createDataDir(),
      patience: DATABASE_PATIENCE,
      log: () => {},
    })
    onTestFinished(embedded.stop)
    const servers = await Promise.all([1, 2, 3].map(() => connectDatabase(embedded.url, {patience: DATABASE_PATIENCE})))
    await Promise.all(servers.map(database => migrateDatabase(database)))
    expect(await servers[0]?.db.$count(organisation)).toBe(0)
    await Promise.all(servers.map(({close}) => close()))
  })

  it('waits for the disk at every commit', async () => {
    const {database} = await open(await createDataDir())
    const {rows} = await database.pool.query(
      "select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') order by name",
    )
    expect(rows).toEqual([
      {name: 'fsync', setting: 'on'},
      {name: 'full_page_writes', setting: 'on'},
      {name: 'synchronous_commit', setting: 'on'},
    ])

    const client = await database.pool.connect()
    const flushes = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const {rows} = await client.query(
        "select sum(fsyncs)::int as n from pg_stat_io where object = 'wal' and backend_type = 'client backend'",
      )
      return rows[0].n
    }
    const before = await flushes()
    for (let commit = 0; commit < 20; commit++) {
      await client.query("insert into organisation (id, title, created_at) values (gen_random_uuid(), 'One', 0)")
    }
    expect((await flushes()) - before).toBeGreaterThanOrEqual(20)
    client.release()
  })

  it('lets in no one by network, and its role read no files', async () => {
    const {database} = await open(await createDataDir())
    expect((await database.pool.query('show listen_addresses')).rows).toEqual([{listen_addresses: ''}])
    await expect(database.pool.query("select pg_read_file('/etc/passwd')")).rejects.toMatchObject({code: '42501'})
  })

  it('keeps the log of writes within 256 MB', async () => {
    const dataDir = await createDataDir()
    const {database} = await open(dataDir, {fsync: 'off'})
    const client = await database.pool.connect()
    await client.query('set statement_timeout = 0')
    let largest = 0
    for (let round = 0; round < 6; round++) {
      await client.query(
        `insert into telemetry (device_number, key_id, ts, value)
         select n % 100, n % 10, n * 1000::bigint + ${round}, random() from generate_series(1, 100000) n`,
      )
      largest = Math.max(largest, folderSize(join(dataDir, 'postgres/pg_wal')))
    }
    client.release()
    expect(largest).toBeLessThan(256 * 1024 * 1024)
  })

  it('starts again by itself when its process is killed', async () => {
    const opened = await open(await createDataDir())
    await opened.database.db.insert(organisation).values({title: 'Harbour Works'})
    const killed = opened.embedded.pid()
    process.kill(killed, 'SIGKILL')

    await vi.waitFor(() =>
      expect(opened.log).toEqual([
        'The database ended by itself (ended by SIGKILL); starting it again',
        expect.stringMatching(/^The database is running again, after \d+ ms$/),
      ]),
    )
    expect(opened.embedded.pid()).not.toBe(killed)
    await vi.waitFor(async () => expect(await titles(opened)).toEqual(['Harbour Works']))
  })

  it.each([
    ['the postmaster', (postmaster: number) => [postmaster]],
    ['all of its processes', (postmaster: number) => [postmaster, ...childrenOf(postmaster)]],
    ['those behind its connections', connectionsOf],
  ])('is replaced when there hang %s', async (_what, victims) => {
    const opened = await open(await createDataDir(), {}, {period: 300, misses: 3})
    await opened.database.db.insert(organisation).values({title: 'Harbour Works'})
    const hanging = opened.embedded.pid()
    freeze(victims(hanging))

    await vi.waitFor(() =>
      expect(opened.log).toEqual([
        'The database hangs (3 questions in a row without an answer); ending it',
        expect.stringMatching(/^The database ended by itself \(.+\); starting it again$/),
        expect.stringMatching(/^The database is running again, after \d+ ms$/),
      ]),
    )
    expect(opened.embedded.pid()).not.toBe(hanging)
    await vi.waitFor(async () => expect(await titles(opened)).toEqual(['Harbour Works']))
  })

  it('does not mind a stale pid file, even when its pid is another process now', async () => {
    const dataDir = await createDataDir()
    await close(await open(dataDir))
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`)
    expect(await titles(await open(dataDir))).toEqual([])
  })

  it('does not mind an empty pid file', async () => {
    const dataDir = await createDataDir()
    await close(await open(dataDir))
    await writeFile(join(dataDir, 'postgres/postmaster.pid'), '')
    expect(await titles(await open(dataDir))).toEqual([])
  })

  it('begins again when a kill left half a cluster', async () => {
    const dataDir = await createDataDir()
    await mkdir(join(dataDir, 'postgres.new/base'), {recursive: true})
    await writeFile(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')
    expect(await titles(await open(dataDir))).toEqual([])
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false)
  })

  it('does not touch a folder that is not its own', async () => {
    const dataDir = await createDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await appendFile(join(dataDir, 'postgres/notes.txt'), 'mine')
    await expect(open(dataDir)).rejects.toThrow(`${join(dataDir, 'postgres')} is no database and not empty.`)
    expect(await readFile(join(dataDir, 'postgres/notes.txt'), 'utf8')).toBe('mine')
  })

  it('refuses a database of another major version by name', async () => {
    const dataDir = await createDataDir()
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(open(dataDir)).rejects.toThrow('is a database of PostgreSQL 17; this server brings 18.')
  })

  it('refuses to follow another PostgreSQL', async () => {
    const dataDir = await createDataDir()
    await close(await open(dataDir))
    await writeFile(join(dataDir, 'postgres/standby.signal'), '')
    await expect(open(dataDir)).rejects.toThrow('waits for the log of another PostgreSQL (standby.signal)')
  })

  it('says that the newest backup is to be restored, and not that a database is to be made, when it is damaged', async () => {
    const dataDir = await createDataDir()
    await close(await open(dataDir))
    await writeFile(join(dataDir, 'postgres/global/pg_control'), Buffer.alloc(8192, 0xff))
    const failure = await open(dataDir).catch(error => error.message)
    expect(failure).toContain('Restore the newest backup into a new folder')
    expect(failure).not.toContain('initdb')
  })

  it('keeps its folder to its own account, also one that was open to others', async () => {
    const dataDir = await createDataDir()
    await chmod(dataDir, 0o755)
    await open(dataDir)
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  })

  it('says why its folder can not be locked', async () => {
    const dataDir = await createDataDir()
    await symlink('/nowhere/at/all', join(dataDir, 'server.lock'))
    await expect(open(dataDir)).rejects.toThrow(/can't be locked: .+No such file/)
  })

  it('keeps checksums of its pages', async () => {
    const {database} = await open(await createDataDir())
    expect((await database.pool.query('show data_checksums')).rows).toEqual([{data_checksums: 'on'}])
  })

  it('starts although the file of its write switch is gone', async () => {
    const dataDir = await createDataDir()
    await close(await open(dataDir))
    await rm(join(dataDir, 'postgres/writes.conf'))
    expect(await titles(await open(dataDir))).toEqual([])
  })

  it('bounds its log', async () => {
    const dataDir = await createDataDir()
    await writeFile(join(dataDir, 'postgres.log'), 'x'.repeat(1_000_001))
    await close(await open(dataDir))
    expect((await stat(join(dataDir, 'postgres.log'))).size).toBeLessThan(100_000)
    expect((await stat(join(dataDir, 'postgres.log.1'))).size).toBe(1_000_001)
  })

  it('starts from a copy of a folder that a killed server left, no matter who copied it', async () => {
    const dataDir = await createDataDir()
    const opened = await open(dataDir)
    for (let n = 0; n < 50; n++) await opened.database.db.insert(organisation).values({title: `Organisation ${n}`})
    const copy = await createDataDir()
    await cp(dataDir, copy, {recursive: true})
    const restored = await open(copy)
    expect(await restored.database.db.$count(organisation)).toBe(50)
  })
})

function folderSize(folder: string): number {
  return Number(execFileSync('du', ['-sb', folder], {encoding: 'utf8'}).split('\t')[0])
}
