import {chmod, open} from 'node:fs/promises'
import {join} from 'node:path'
import {expect, it, onTestFinished} from 'vitest'
import {organisation} from '../../../server/database/schema'
import {doctorCommand} from '../../../server/doctor/command'
import {createDataDir} from '../../support/dataDir'
import {inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'

/** A port at which nobody listens. */
const NOBODY = '1'

/** What is said, without what is ok, and how it ended. */
async function examine(dataDir: string, {url, ...variables}: {url?: string | undefined} & NodeJS.ProcessEnv = {}) {
  const said: string[] = []
  const all = {DATA_DIR: dataDir, PORT: NOBODY, BACKUP_DIR: '', ...variables}
  const end = await doctorCommand(url === undefined ? [] : [url], all, line => said.push(line)).then(
    () => 'well',
    (error: Error) => error.message,
  )
  return {end, said: said.filter(line => !line.startsWith('ok')), all: said}
}

const UNSCHEDULED = expect.stringMatching(/^warning Nothing is backed up/)

async function createFolder(): Promise<string> {
  const dataDir = await createDataDir()
  await inDatabase(dataDir, ({db}) => db.insert(organisation).values({title: 'Harbour Works'}))
  return dataDir
}

it('finds a folder well whose server is stopped, and one whose server runs', async () => {
  const dataDir = await createFolder()

  const stopped = await examine(dataDir)
  expect(stopped).toMatchObject({end: 'well', said: [UNSCHEDULED]})
  expect(stopped.all.join('\n')).toContain('tables could be read to their ends')
  expect(stopped.all.join('\n')).toContain('Pages of the database have checksums')

  const server = startServerProcess({dataDir, environment: {DEMO: 'off'}})
  onTestFinished(() => void server.end('SIGKILL'))
  const url = await server.origin
  const running = await examine(dataDir, {url})
  expect(running).toMatchObject({end: 'well', said: [UNSCHEDULED]})
  expect(running.all.join('\n')).toMatch(/The server at http:\S+ is ready/)
})

it('finds a damaged table, a folder that others may enter, and a server that is away', async () => {
  const dataDir = await createFolder()
  const path = await inDatabase(dataDir, async ({pool}) => {
    const {rows} = await pool.query("select pg_relation_filepath('organisation') as path")
    return String(rows[0].path)
  })
  const file = await open(join(dataDir, 'postgres', path), 'r+')
  await file.write(Buffer.alloc(64, 0xff), 0, 64, 8_000)
  await file.close()
  await chmod(dataDir, 0o755)

  const {end, said} = await examine(dataDir, {url: 'http://127.0.0.1:1'})

  expect(end).toBe('3 things are wrong.')
  expect(said).toEqual([
    UNSCHEDULED,
    `WRONG   Other accounts may enter ${dataDir} (0755): chmod 700 ${dataDir}`,
    expect.stringMatching(/^WRONG {3}No server answers at http:\/\/127\.0\.0\.1:1/),
    expect.stringMatching(/^WRONG {3}The table organisation can't be read: invalid page in block 0/),
  ])
})

it('finds an invalid index, and a schema that is newer than the program', async () => {
  const dataDir = await createFolder()
  await inDatabase(dataDir, async ({pool}) => {
    await pool.query('create table twice as select 1 as a from generate_series(1, 2)')
    await pool.query('create unique index concurrently on twice (a)').catch(() => undefined)
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  })

  expect((await examine(dataDir)).said).toEqual([
    UNSCHEDULED,
    'WRONG   The database is newer than this program: take the program that it belongs to.',
    'WRONG   The index twice_a_idx is not valid: reindex index twice_a_idx',
  ])
})

it('finds settings that contradict each other, and backups that are missing', async () => {
  const dataDir = await createFolder()
  const backups = await createDataDir()

  const {said} = await examine(dataDir, {BACKUP_DIR: backups, DISK_WARNING: '95', SMTP_URL: 'smtp://mail.test'})

  expect(said).toEqual([
    'WRONG   DISK_WARNING must be below DISK_CRITICAL.',
    'WRONG   Links in mails lead to HOST and PORT: set PUBLIC_URL to what people call.',
    `WRONG   There is no backup in ${backups}: see what the log says of it.`,
  ])
})

it('makes no database where there is none', async () => {
  const dataDir = await createDataDir()

  expect((await examine(dataDir)).said.at(-1)).toBe(
    `WRONG   There is no database in ${dataDir}: name its folder with DATA_DIR.`,
  )
})
