import type pg from 'pg'
import type {EpochMs} from '../../contract/wire/common'
import {connectUnhurried} from '../database/connect'
import type {Environment} from '../environment'
import {lookAtHistory, lookAtIdentities, lookAtReferences} from './agreement'
import {lookAtBackups} from './backups'
import {type Finding, ok, RESTORE, reasonOf, warning, wrong} from './finding'
import {readEverything} from './reading'
import {compareSchema} from './schema'
import {lookAtVideos} from './videos'

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
