import {join} from 'node:path'
import type pg from 'pg'
import {DAY, HOUR} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import {readIdentities} from '../backup/catalogue'
import {readBackups} from '../backup/made'
import {checkBackup} from '../backup/read'
import {connectUnhurried} from '../database/connect'
import type {Environment} from '../environment'
import {openFiles} from '../files/openFiles'
import {type Finding, ok, RESTORE, reasonOf, warning, wrong} from './finding'
import {readEverything} from './reading'
import {compareSchema} from './schema'

/** Milliseconds by which clocks may differ. */
const CLOCKS_AGREE = 5_000

/** Reads all of the database, including its records of files and backups, and writes nothing. */
export async function lookIntoDatabase(url: string, environment: Environment, now: () => EpochMs): Promise<Finding[]> {
  const client = await connectUnhurried(url)
  const look = async (what: string, work: () => Promise<Finding[]>) =>
    work().catch(error => [wrong(`${what} can't be looked at: ${reasonOf(error)}`)])
  try {
    await client.query('set default_transaction_read_only = on')
    const schema = await compareSchema(client).catch(error => ({
      isOurs: false,
      findings: [wrong(`The schema can't be looked at: ${reasonOf(error)}. ${RESTORE}`)],
    }))
    return [
      ...schema.findings,
      await compareClock(client, now),
      await lookAtChecksums(client),
      ...(await lookAtIndexes(client)),
      ...(await readEverything(client)),
      ...(await look('References', () => lookAtReferences(client))),
      ...(await look('Numbers', () => lookAtIdentities(client))),
      // These name tables, which another version may not have.
      ...(schema.isOurs
        ? [
            ...(await look('The history', () => lookAtHistory(client))),
            ...(await look('Videos', () => lookAtVideos(client, environment))),
            ...(await look('Backups', () => lookAtBackups(client, environment, now()))),
          ]
        : []),
    ]
  } finally {
    await client.end()
  }
}

async function compareClock(client: pg.Client, now: () => EpochMs): Promise<Finding> {
  const before = now()
  const {rows} = await client.query<{at: number}>('select extract(epoch from clock_timestamp())::float8 * 1000 as at')
  const apart = Math.abs((rows[0]?.at ?? Number.NaN) - (before + now()) / 2)
  if (apart <= CLOCKS_AGREE) return ok('The clock of the database agrees with that of this machine.')
  return wrong(`The clocks of the database and this machine are ${Math.round(apart / 1000)} s apart: let NTP set both.`)
}

async function lookAtChecksums(client: pg.Client): Promise<Finding> {
  const {rows} = await client.query<{data_checksums: string}>('show data_checksums')
  if (rows[0]?.data_checksums === 'on') return ok('Pages of the database have checksums.')
  return warning(
    'Pages of the database have no checksums, so damage may go unnoticed: restore a backup into a new folder.',
  )
}

async function lookAtIndexes(client: pg.Client): Promise<Finding[]> {
  const {rows} = await client.query<{name: string}>(
    'select indexrelid::regclass::text as name from pg_index where not (indisvalid and indisready and indislive)',
  )
  if (rows.length === 0) return [ok('All indexes are valid.')]
  return rows.map(({name}) => wrong(`The index ${name} is not valid: reindex index ${name}`))
}

/** Whether what refers to each other is there, in tables that could all be read. */
async function lookAtReferences(client: pg.Client): Promise<Finding[]> {
  const {rows: references} = await client.query<{child: string; parent: string; match: string; given: string}>(
    REFERENCES,
  )
  const found: Finding[] = []
  for (const {child, parent, match, given} of references) {
    const lost = await countOf(
      client,
      `from ${child} c where ${given} and not exists (select from ${parent} p where ${match})`,
    )
    if (lost > 0)
      found.push(wrong(`${lost} rows of ${child} belong to rows of ${parent} that are not there. ${RESTORE}`))
  }
  return found.length > 0 ? found : [ok('All rows that others refer to are there.')]
}

/** Numbers must not be given a second time. */
async function lookAtIdentities(client: pg.Client): Promise<Finding[]> {
  const found: Finding[] = []
  for (const {table, column, last, isCalled} of await readIdentities(client)) {
    const {rows} = await client.query<{highest: string | null; sequence: string}>(
      `select max(${column})::text as highest, pg_get_serial_sequence('${table}', '${column}') as sequence from ${table}`,
    )
    const {highest, sequence} = rows[0] ?? {}
    const next = BigInt(last) + (isCalled ? 1n : 0n)
    if (highest && BigInt(highest) >= next) {
      found.push(
        wrong(
          `The next number of ${table}.${column} would be ${next}, and ${highest} is taken: select setval('${sequence}', ${highest})`,
        ),
      )
    }
  }
  return found.length > 0 ? found : [ok('Numbers that the database gives next are free.')]
}

/** Hours that the rollups have counted must still have values, unless retention has removed them. */
async function lookAtHistory(client: pg.Client): Promise<Finding[]> {
  const hours = await countOf(client, EMPTY_HOURS)
  if (hours === 0) return [ok('All hours that were rolled up have their values.')]
  return [wrong(`${hours} hours of series have rollups, and their values are gone. ${RESTORE}`)]
}

async function countOf(client: pg.Client, from: string): Promise<number> {
  const {rows} = await client.query<{count: number}>(`select count(*)::float8 as count ${from}`)
  return rows[0]?.count ?? Number.NaN
}

const REFERENCES = `
  select conrelid::regclass::text as child, confrelid::regclass::text as parent,
    string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') as match,
    string_agg(format('c.%I is not null', a.attname), ' and ') as given
  from pg_constraint, unnest(conkey, confkey) as keys (own, other)
    join pg_attribute a on a.attnum = own join pg_attribute b on b.attnum = other
  where contype = 'f' and connamespace = 'public'::regnamespace and a.attrelid = conrelid and b.attrelid = confrelid
  group by pg_constraint.oid, conrelid, confrelid order by 1, 2`

const EMPTY_HOURS = `
  from telemetry_rollup r join device d on d.number = r.device_number
  where minutes = 60 and r.points > 0 and not is_kept
    and not exists (select from telemetry_mark m
      where m.device_number = r.device_number and m.key_id = r.key_id and m.ts = r.ts)
    and not exists (select from telemetry t
      where t.device_number = r.device_number and t.key_id = r.key_id and t.ts >= r.ts and t.ts < r.ts + ${HOUR})
    and not exists (select from telemetry_block b
      where b.device_number = r.device_number and b.key_id = r.key_id
        and b.ts > r.ts - ${DAY} and b.ts < r.ts + ${HOUR}
        and b.ts + b.last_at >= r.ts and b.ts + b.first_at < r.ts + ${HOUR})`

/** Reads the newest backup that the schedule of this database has made to its end. */
async function lookAtBackups(client: pg.Client, {backups}: Environment, now: EpochMs): Promise<Finding[]> {
  if (!backups) return []
  const {folder, every} = backups
  const [newest] = await readBackups(client, folder, now)
  if (!newest) return [wrong(`There is no backup of this database in ${folder}: see what the log says of it.`)]
  const damage = await checkBackup(join(folder, newest.name)).then(
    () => undefined,
    error => wrong(`${reasonOf(error)} Look at the disk, and remove it: the server makes another.`),
  )
  if (damage) return [damage]
  const age = now - newest.at
  const sentence = `The newest backup in ${folder} is whole, and ${Math.floor(age / HOUR)} hours old`
  return [age > 2 * every ? wrong(`${sentence}: see what the log says of later ones.`) : ok(`${sentence}.`)]
}

interface Video {
  id: string
  size: number
}

/** Whether the files of all videos are in the store, and whole. */
async function lookAtVideos(client: pg.Client, {dataDir, files}: Environment): Promise<Finding[]> {
  const videos = await readVideos(client)
  const {store} = await openFiles({folder: join(dataDir, 'assets'), ...files})
  const stored = new Map<string, number>()
  for await (const {name, bytes} of store.list()) stored.set(name, bytes)
  const spoilt = videos.filter(({id, size}) => stored.get(id) !== size)
  // Some may have been deleted while they were compared.
  const still = new Set(spoilt.length > 0 ? (await readVideos(client)).map(({id}) => id) : [])
  const found = spoilt.filter(({id}) => still.has(id)).map(({id, size}) => explain(id, size, stored.get(id)))
  return found.length > 0 ? found : [ok(`The files of all ${videos.length} videos are there.`)]
}

function explain(id: string, size: number, bytes: number | undefined): Finding {
  const fault = bytes === undefined ? 'is missing' : `has ${bytes} bytes, and not ${size}`
  return wrong(`The file ${id} of a video ${fault}: upload the video again, or restore a backup into a new folder.`)
}

async function readVideos(client: pg.Client): Promise<Video[]> {
  const {rows} = await client.query<Video>(
    'select id::text, size::float8 from digital_asset where asset_id is not null order by id',
  )
  return rows
}
