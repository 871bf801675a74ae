import {join} from 'node:path'
import type pg from 'pg'
import {HOUR} from '../../contract/rules/time/durations'
import type {EpochMs} from '../../contract/wire/common'
import {readBackups} from '../backup/made'
import {checkBackup} from '../backup/read'
import type {Environment} from '../environment'
import {type Finding, ok, reasonOf, wrong} from './finding'

/** Reads the newest backup that the schedule of this database has made to its end. */
export async function lookAtBackups(client: pg.Client, {backups}: Environment, now: EpochMs): Promise<Finding[]> {
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
