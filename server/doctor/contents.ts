import {Writable} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import type pg from 'pg'
import {to as copyTo} from 'pg-copy-streams'
import type {EpochMs} from '../../contract/wire/common'
import {readMigration} from '../backup/catalogue'
import {connectUnhurried} from '../backup/connect'
import {readMigrations} from '../database/migrate'
import type {Environment} from '../environment'
import {lookAtBackups} from './backups'
import {type Finding, ok, RESTORE, reasonOf, warning, wrong} from './finding'

/** Milliseconds by which clocks may differ. */
const CLOCKS_AGREE = 5_000

/** Reads all of the database, and writes nothing. */
export async function lookIntoDatabase(url: string, environment: Environment, now: () => EpochMs): Promise<Finding[]> {
  const client = await connectUnhurried(url)
  try {
    await client.query('set default_transaction_read_only = on')
    return [
      await compareSchema(client),
      await compareClock(client, now),
      await lookAtChecksums(client),
      ...(await lookAtIndexes(client)),
      ...(await readEverything(client)),
      ...(await lookAtBackups(client, environment, now())),
    ]
  } finally {
    await client.end()
  }
}

async function compareSchema(client: pg.Client): Promise<Finding> {
  const [stored, known] = [await readMigration(client), await readMigrations()]
  const newest = known.at(-1) ?? 0
  if (stored === undefined) return wrong('The database holds nothing of Pulsewall: is DATABASE_URL or DATA_DIR right?')
  if (stored > newest) return wrong('The database is newer than this program: take the program that it belongs to.')
  if (stored < newest)
    return warning(
      'The database is older than this program, which brings it up to date at its start: back it up before.',
    )
  return ok(`The schema has version ${known.length}, as this program.`)
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

/** Reading all rows shows damaged pages. The values go nowhere. */
async function readEverything(client: pg.Client): Promise<Finding[]> {
  const {rows: tables} = await client.query<{name: string; quoted: string}>(
    `select c.relname as name, format('%I.%I', nspname, relname) as quoted from pg_class c
     join pg_namespace n on n.oid = relnamespace where relkind = 'r' and nspname in ('public', 'drizzle') order by 1`,
  )
  const damaged: Finding[] = []
  for (const {name, quoted} of tables) {
    await pipeline(client.query(copyTo(`copy ${quoted} to stdout`)), nowhere()).catch(error => {
      damaged.push(wrong(`The table ${name} can't be read: ${reasonOf(error)}. ${RESTORE}`))
    })
  }
  return damaged.length > 0 ? damaged : [ok(`All ${tables.length} tables could be read to their ends.`)]
}

const nowhere = () => new Writable({write: (_chunk, _encoding, done) => done()})
