import {rm, stat} from 'node:fs/promises'
import {join} from 'node:path'
import type {ClientBase} from 'pg'
import type {EpochMs} from '../../contract/wire/common'
import {ifMissing} from '../files/missing'

type Client = Pick<ClientBase, 'query'>

/** A complete backup that the schedule of this database has made. */
export interface MadeBackup {
  at: EpochMs
  /** The name of its file in the folder of backups. */
  name: string
}

const nameOf = (at: EpochMs) => `pulsewall-${at}.backup`

/**
 * The undamaged backups of this database in `folder`, newest first. Any other file with such a name was made by another
 * installation, or is damaged. Backups of the future are from before the clock was set back: they neither stop the next
 * ones nor push them out.
 */
export async function readBackups(client: Client, folder: string, now: EpochMs): Promise<MadeBackup[]> {
  const {rows} = await client.query<{at: EpochMs; bytes: number}>(
    `select at::float8, bytes::float8 from scheduled_backup where at <= $1 and bytes is not null order by at desc`,
    [now],
  )
  const found: MadeBackup[] = []
  for (const {at, bytes} of rows) {
    const file = await stat(join(folder, nameOf(at))).catch(ifMissing(undefined))
    if (file?.size === bytes) found.push({at, name: nameOf(at)})
  }
  return found
}

/** Notes that a backup is begun, and returns its file. */
export async function noteBegun(client: Client, folder: string, at: EpochMs): Promise<string> {
  await client.query('insert into scheduled_backup (at) values ($1)', [at])
  return join(folder, nameOf(at))
}

export async function noteMade(client: Client, at: EpochMs, bytes: number): Promise<void> {
  await client.query('update scheduled_backup set bytes = $2 where at = $1', [at, bytes])
}

/** Removes what servers have left that were killed during a backup. The caller is the only one who backs up. */
export async function removeUnfinished(client: Client, folder: string): Promise<void> {
  const {rows} = await client.query<{at: EpochMs}>('select at::float8 from scheduled_backup where bytes is null')
  for (const {at} of rows) {
    await rm(join(folder, `${nameOf(at)}.unfinished`), {force: true})
    await removeBackup(client, folder, {at, name: nameOf(at)})
  }
}

export async function removeBackup(client: Client, folder: string, {at, name}: MadeBackup): Promise<void> {
  await rm(join(folder, name), {force: true})
  await client.query('delete from scheduled_backup where at = $1', [at])
}

/** A restored database is another installation, to which the backups of the first do not belong. */
export async function forgetBackups(client: Client): Promise<void> {
  await client.query('delete from scheduled_backup')
}
