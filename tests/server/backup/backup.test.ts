import {createHash, randomUUID} from 'node:crypto'
import {readdir, readFile, stat, truncate, writeFile} from 'node:fs/promises'
import {join} from 'node:path'
import {text} from 'node:stream/consumers'
import {describe, expect, it, onTestFinished} from 'vitest'
import {backUp} from '../../../server/backup/backUp'
import {openBackup, restore} from '../../../server/backup/restore'
import {connectDatabase, type Database} from '../../../server/database/connect'
import {migrateDatabase, readMigrations} from '../../../server/database/migrate'
import {asset, digitalAsset} from '../../../server/database/schema/asset'
import {attribute} from '../../../server/database/schema/attribute'
import {device} from '../../../server/database/schema/device'
import {organisation} from '../../../server/database/schema/organisation'
import {telemetry, usualSeries} from '../../../server/database/schema/telemetry'
import {StartRefused} from '../../../server/database/startRefused'
import {openFiles} from '../../../server/files/openFiles'
import {realTime} from '../../../server/scheduler'
import {createTestDatabase} from '../../support/database'
import {createDataDir} from '../../support/dataDir'
import {DATABASE_PATIENCE} from '../../support/limits'
import {tablesOf} from '../../support/tables'

const NOW = 1_795_000_000_000
const VIDEO = Buffer.from('moving pictures')

async function createPlace() {
  const database = await createTestDatabase()
  onTestFinished(database.close)
  const dataDir = await createDataDir()
  const {store} = await openFiles({folder: join(dataDir, 'assets')})
  return {
    database,
    dataDir,
    store,
    url: database.pool.options.connectionString ?? '',
    incoming: join(dataDir, 'assets/incoming'),
    configFile: join(dataDir, 'config.json'),
  }
}

type Place = Awaited<ReturnType<typeof createPlace>>

async function fill({database: {db}, dataDir, store, configFile}: Place) {
  const organisationId = randomUUID()
  await db
    .insert(organisation)
    .values({id: organisationId, title: 'Harbour\tWorks\\.\n', additionalInfo: {a: ['ß', null]}})
  await db.insert(device).values([1, 2, 3].map(number => ({organisationId, name: `Boiler ${number}`})))
  const [assetId, id] = [randomUUID(), randomUUID()]
  await db.insert(asset).values({id: assetId, organisationId, name: 'Welcome'})
  const sha256 = createHash('sha256').update(VIDEO).digest('hex')
  const file = {
    id,
    assetId,
    organisationId,
    originalName: 'a.mp4',
    size: VIDEO.length,
    sha256,
    contentType: 'video/mp4',
  }
  await db.insert(digitalAsset).values(file)
  await writeFile(join(dataDir, 'a.mp4'), VIDEO)
  await store.take(join(dataDir, 'a.mp4'), id)
  await writeFile(configFile, '{"lateAfter": 60000}')
  const owner = {entityType: 'organisation', entityId: organisationId, scope: 1, lastUpdateTs: NOW} as const
  await db.insert(attribute).values({...owner, key: 'motto', strV: '\\N'})
  const numbers = [0.1 + 0.2, -0, Number.NaN, 5e-324, Number.POSITIVE_INFINITY, null]
  await db
    .insert(telemetry)
    .values(numbers.map((value, ts) => ({deviceNumber: 1, keyId: 1, ts, value, text: `${value}`})))
  const many = Array.from({length: 5_000}, (_, ts) => ({deviceNumber: 2, keyId: 1, ts, text: randomUUID().repeat(8)}))
  await db.insert(telemetry).values(many)
  const learned = {zone: 'UTC', state: Uint8Array.from({length: 256}, (_, byte) => byte), learnedTo: NOW}
  await db.insert(usualSeries).values({deviceNumber: 1, keyId: 1, ...learned, value: Number.NaN})
  return {fileId: id}
}

/** Every row of every table, as text. */
async function contentsOf({pool}: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const name of await tablesOf(pool)) {
    const {rows} = await pool.query(`select t::text as row from "${name}" t order by 1`)
    contents[name] = rows.map(({row}) => row)
  }
  return contents
}

const rowsOf = async (database: Database) => Object.values(await contentsOf(database)).flat().length

async function createBackup(place: Place) {
  const file = join(await createDataDir(), 'pulsewall.backup')
  return {file, report: await backUp({...place, file, scheduler: {...realTime, now: () => NOW}})}
}

const restoreInto = async (place: Place, file: string) => restore(file, await openBackup(file), place)

/** As one that no server has ever used. */
async function emptySchema({pool}: Database) {
  await pool.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
}

describe('a backup', () => {
  it('brings back every row, file and setting, and the numbers that come next', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    const {fileId} = await fill(source)
    await emptySchema(target.database)
    const {file, report} = await createBackup(source)

    const restored = await restoreInto(target, file)

    const contents = await contentsOf(source.database)
    const rows = await rowsOf(source.database)
    expect(report).toEqual({rows, files: 1, bytes: (await stat(file)).size, missing: []})
    expect(restored).toEqual({
      createdAt: NOW,
      tables: Object.keys(contents).length,
      rows,
      files: 1,
      missing: [],
      migrations: 0,
    })
    expect(await contentsOf(target.database)).toEqual(contents)
    const found = await target.store.read(fileId)
    expect(found && (await text(found))).toBe(VIDEO.toString())
    expect(await readFile(target.configFile, 'utf8')).toBe('{"lateAfter": 60000}')
    const [{organisationId = ''} = {}] = await target.database.db.select().from(device)
    const [added] = await target.database.db.insert(device).values({organisationId, name: 'Next'}).returning()
    expect(added?.number).toBe(4)
  })

  it('is readable by its owner alone, and leaves nothing else beside it', async () => {
    const {file} = await createBackup(await createPlace())

    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(join(file, '..'))).toEqual(['pulsewall.backup'])
  })

  it('never replaces a file', async () => {
    const place = await createPlace()
    const {file} = await createBackup(place)

    await expect(backUp({...place, file, scheduler: {...realTime, now: () => NOW}})).rejects.toThrow(
      new StartRefused(`There is already a file ${file}.`),
    )
  })

  it('is not begun where it would leave too little room', async () => {
    const place = await createPlace()
    await fill(place)
    const file = join(await createDataDir(), 'pulsewall.backup')
    const freeBytes = async () => 128 * 1024 ** 2

    await expect(backUp({...place, file, scheduler: {...realTime, now: () => NOW}, freeBytes})).rejects.toThrow(
      /^The backup may take \d+ MiB, 128 MiB must stay free, and the disk of .+ has 128 MiB\. Make room there/,
    )

    expect(await readdir(join(file, '..'))).toEqual([])
  })

  it('leaves no file when a file of a video is not as long as it was', async () => {
    const place = await createPlace()
    const {fileId} = await fill(place)
    await truncate(join(place.dataDir, 'assets/stored', fileId), 3)
    const file = join(await createDataDir(), 'pulsewall.backup')

    await expect(backUp({...place, file, scheduler: {...realTime, now: () => NOW}})).rejects.toThrow()

    expect(await readdir(join(file, '..'))).toEqual([])
  })

  it('tells which files of videos were missing, and holds all the rest', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    const {fileId} = await fill(source)
    await source.store.remove(fileId)

    const {file, report} = await createBackup(source)

    expect(report.missing).toEqual([fileId])
    expect((await restoreInto(target, file)).missing).toEqual([fileId])
    expect(await contentsOf(target.database)).toEqual(await contentsOf(source.database))
  })

  it('lets devices write while it is made, and holds nothing of what came after its beginning', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await fill(source)
    const before = await rowsOf(source.database)
    const late = await connectDatabase(source.url, {max: 1, patience: DATABASE_PATIENCE})
    onTestFinished(late.close)
    const store = {
      ...source.store,
      read: async (name: string) => {
        await late.db.insert(telemetry).values({deviceNumber: 3, keyId: 1, ts: NOW, value: 1})
        return source.store.read(name)
      },
    }

    const {file} = await createBackup({...source, store})

    await restoreInto(target, file)
    expect(await rowsOf(source.database)).toBe(before + 1)
    expect(await rowsOf(target.database)).toBe(before)
  })
})

describe('a restore', () => {
  it('writes nothing of a file that is cut off or changed anywhere', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await fill(source)
    const {file} = await createBackup(source)
    const whole = await readFile(file)
    const places = [0.001, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999].map(part => Math.floor(whole.length * part))
    const cut = places.map(place => whole.subarray(0, place))
    const changed = places.map(place =>
      Buffer.concat([whole.subarray(0, place), flip(whole, place), whole.subarray(place + DAMAGE)]),
    )

    for (const content of [Buffer.alloc(0), ...cut, ...changed]) {
      await writeFile(file, content)
      await expect(restoreInto(target, file)).rejects.toThrow(/is no complete backup: .*Nothing was restored/s)
    }

    expect(await rowsOf(target.database)).toBe(0)
    expect(await readdir(target.dataDir)).toEqual([])
  })

  it('refuses a database that holds anything, and leaves it as it was', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await fill(source)
    const {file} = await createBackup(source)
    await target.database.db.insert(organisation).values({title: 'Northgate'})

    await expect(restoreInto(target, file)).rejects.toThrow(
      new StartRefused('The database is not empty: organisation has 1 rows. Restore into a new folder or database.'),
    )

    expect(await rowsOf(target.database)).toBe(1)
  })

  it('refuses a store that has files', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    const {fileId} = await fill(source)
    const {file} = await createBackup(source)

    await expect(restoreInto({...target, store: source.store}, file)).rejects.toThrow(
      new StartRefused(`The store of uploaded files is not empty: it has ${fileId}. Restore into an empty one.`),
    )
  })

  it('brings the backup of an older server up to date', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    const migrations = await readMigrations()
    await emptySchema(source.database)
    await emptySchema(target.database)
    await migrateDatabase(source.database, {until: migrations[3]})
    await source.database.pool.query(
      `insert into organisation (id, title, created_at) values ('${randomUUID()}', 'Harbour Works', 1)`,
    )
    const {file} = await createBackup(source)

    const {migrations: applied} = await restoreInto(target, file)

    expect(applied).toBe(migrations.length - 4)
    expect(await target.database.db.select({title: organisation.title}).from(organisation)).toEqual([
      {title: 'Harbour Works'},
    ])
  })

  it('refuses the backup of a newer server before anything is written', async () => {
    const [source, target] = [await createPlace(), await createPlace()]
    await source.database.pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)",
    )
    const {file} = await createBackup(source)

    await expect(restoreInto(target, file)).rejects.toThrow(
      new StartRefused(`${file} was made by a newer server. Restore it with that one or a later one.`),
    )
  })
})

/** A single damaged byte may mean nothing, or the same in another way. */
const DAMAGE = 16
const flip = (whole: Buffer, place: number) => whole.subarray(place, place + DAMAGE).map(byte => byte ^ 0xff)
