import {existsSync} from 'node:fs'
import {join} from 'node:path'
import type {Environment} from '../environment'
import {type Finding, ok, warning, wrong} from './finding'

type Variables = Readonly<Record<string, string | undefined>>

/** Settings that contradict each other, or that have no effect. */
export function lookAtSettings(environment: Environment, variables: Variables): Finding[] {
  const {dataDir, databaseUrl, publicUrl, smtpUrl, backups, diskLimits, demo} = environment
  const isPublic = publicUrl !== undefined
  const found: (Finding | false)[] = [
    !backups &&
      (variables.BACKUP_EVERY || variables.BACKUP_KEEP
        ? wrong('BACKUP_EVERY and BACKUP_KEEP do nothing without BACKUP_DIR: name a folder for the backups.')
        : warning('Nothing is backed up by itself: set BACKUP_DIR, or run npm run backup on a schedule of your own.')),
    diskLimits.warning >= diskLimits.critical && wrong('DISK_WARNING must be below DISK_CRITICAL.'),
    !!databaseUrl &&
      existsSync(join(dataDir, 'postgres')) &&
      warning(`DATABASE_URL is set, so the database in ${dataDir} is not used. Move it away if it is not needed.`),
    !!smtpUrl && !isPublic && wrong('Links in mails lead to HOST and PORT: set PUBLIC_URL to what people call.'),
    !smtpUrl &&
      isPublic &&
      warning('Without SMTP_URL nobody gets mail: letters are only written into the data folder.'),
    demo && isPublic && wrong('DEMO is on although PUBLIC_URL is set: its passwords are known to everybody.'),
  ]
  const some = found.filter(finding => finding !== false)
  return some.some(({state}) => state === 'wrong') ? some : [...some, ok('The settings agree with each other.')]
}
