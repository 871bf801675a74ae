import {createHash} from 'node:crypto'
import {chmod, chown, lstat, readdir, readFile} from 'node:fs/promises'
import {join} from 'node:path'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {createDataDir} from '../../support/dataDir'
import {deep} from '../../support/deep'
import {inDatabase} from '../../support/preparedData'
import {startServerProcess} from '../../support/serverProcess'
import {USUAL} from './damages'
import {createHealthyFolder, examine} from './healthy'

let healthy: Awaited<ReturnType<typeof createHealthyFolder>>

beforeAll(async () => {
  healthy = await createHealthyFolder()
})
afterAll(() => healthy.remove())

/** Modes, owners and contents. */
async function readFolder(folder: string): Promise<Map<string, string>> {
  const names = await readdir(folder, {recursive: true})
  const entries = await Promise.all(
    ['', ...names].map(async name => {
      const {mode, uid, mtimeMs} = await lstat(join(folder, name))
      const content = await readFile(join(folder, name)).catch(() => mtimeMs.toString())
      return [name, `${mode.toString(8)} ${uid} ${createHash('sha256').update(content).digest('hex')}`] as const
    }),
  )
  return new Map(entries)
}

/** Files that PostgreSQL writes itself when it starts and stops, though nobody has written anything. */
const OWN_NOTES =
  /^data\/postgres\/(?:global\/pg_control|pg_stat\/pgstat\.stat|pg_wal\/[\dA-F]{24}|postmaster\.opts|(?:global|base\/\d+)\/pg_internal\.init)$/
/** Folders in which PostgreSQL makes and removes files for a while. */
const BUSY = /^data\/postgres(?:\/(?:global|base\/\d+|base\/pgsql_tmp|pg_\w+(?:\/\w+)?))?$/

it('finds a folder well whose server is stopped, and changes nothing there', async () => {
  const {dataDir, backups} = await healthy.copy()
  await chmod(dataDir, 0o755)
  const root = join(dataDir, '..')
  const before = await readFolder(root)

  const {said, lines} = await examine({dataDir, backups})

  expect(said).toEqual([`WRONG   Other accounts may enter ${dataDir} (0755): chmod 700 ${dataDir}`])
  expect(lines.join('\n')).toMatch(/tables could be read to their ends, and their \d+ indexes lead to the same rows/)
  expect(lines.join('\n')).toContain('Pages of the database have checksums')
  const after = await readFolder(root)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(name => before.get(name) !== after.get(name))
  expect(changed.filter(name => !OWN_NOTES.test(name) && !BUSY.test(name))).toEqual([])
  expect(changed).toContain('data/postgres/global/pg_control')
})

deep('finds a folder well whose server runs', async () => {
  const {dataDir, backups} = await healthy.copy()
  const server = startServerProcess({dataDir, environment: {DEMO: 'off'}})
  onTestFinished(() => void server.end('SIGKILL'))
  const url = await server.origin

  const {end, said, lines} = await examine({dataDir, backups}, {url})

  expect({end, said}).toEqual({end: 'well', said: []})
  expect(lines.join('\n')).toMatch(/The server at http:\S+ is ready/)
})

it.each(USUAL)('finds $name', async ({make, settings, found}) => {
  const folder = await healthy.copy()
  await make(folder)

  const {said, end} = await examine(folder, settings)

  expect(said).toEqual(found.map(text => expect.stringMatching(text)))
  expect(end).toMatch(/wrong\.$/)
})

deep('finds a database of another account than its folder', async context => {
  context.skip(process.getuid?.() !== 0, 'not root, who alone can give folders away')
  const {dataDir} = await healthy.copy()
  await chown(dataDir, 12_345, 12_345)
  const {uid} = await lstat(join(dataDir, 'postgres'))

  expect((await examine({dataDir})).said).toContain(
    `WRONG   ${dataDir}/postgres belongs to account ${uid}, and the folder it is in to 12345: chown -R 12345 ${dataDir}/postgres`,
  )
})

deep('finds an invalid index, and a schema that is newer than the program', async () => {
  const folder = await healthy.copy()
  await inDatabase(folder.dataDir, async ({pool}) => {
    await pool.query('create table twice as select 1 as a from generate_series(1, 2)')
    await pool.query('create unique index concurrently on twice (a)').catch(() => undefined)
    await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  })

  expect((await examine(folder)).said).toEqual([
    'WRONG   The database is newer than this program: take the program that it belongs to.',
    'WRONG   The index twice_a_idx is not valid: reindex index twice_a_idx',
  ])
})

it('finds settings that contradict each other, backups that are missing, and a server that is away', async () => {
  const {dataDir} = await healthy.copy()
  const backups = await createDataDir()
  const contradicting = {DISK_WARNING: '95', SMTP_URL: 'smtp://mail.test', url: 'http://127.0.0.1:1'}

  expect((await examine({dataDir, backups}, contradicting)).said).toEqual([
    'WRONG   DISK_WARNING must be below DISK_CRITICAL.',
    'WRONG   Links in mails lead to HOST and PORT: set PUBLIC_URL to what people call.',
    expect.stringMatching(/^WRONG {3}No server answers at http:\/\/127\.0\.0\.1:1/),
    `WRONG   There is no backup of this database in ${backups}: see what the log says of it.`,
  ])
})

it('makes no database where there is none', async () => {
  const dataDir = await createDataDir()

  expect((await examine({dataDir})).said.at(-1)).toMatch(/^WRONG {3}There is no database in /)
  expect(await readdir(dataDir)).toEqual([])
})
