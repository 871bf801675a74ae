import {readdir, stat, statfs} from 'node:fs/promises'
import {join} from 'node:path'
import type {Environment} from '../environment'
import {type Finding, ok, reasonOf, warning, wrong} from './finding'

const OTHERS = 0o077
const PERMISSIONS = 0o777
const GIBIBYTE = 1024 ** 3

/** Checks the owner of the data folder, its other readers, and the space left on its disk and that of the backups. */
export async function lookAtFolder({dataDir, backups, diskLimits}: Environment): Promise<Finding[]> {
  const folder = await stat(dataDir).catch(error =>
    wrong(`The data folder ${dataDir} can't be read: ${reasonOf(error)}.`),
  )
  if ('state' in folder) return [folder]
  const mode = folder.mode & PERMISSIONS
  const octal = mode.toString(8).padStart(4, '0')
  return [
    mode & OTHERS
      ? wrong(`Other accounts may enter ${dataDir} (${octal}): chmod 700 ${dataDir}`)
      : ok(`Only its owner may enter ${dataDir}.`),
    folder.uid === process.getuid?.()
      ? ok(`${dataDir} belongs to this account.`)
      : warning(`${dataDir} belongs to account ${folder.uid}, and not to this one: run the server as its owner.`),
    ...(await lookAtCluster(dataDir, folder.uid)),
    await lookAtDisk(dataDir, diskLimits),
    ...(backups ? [await lookAtDisk(backups.folder, diskLimits)] : []),
  ]
}

/** The database runs under the account of the data folder, or under any other one where that is root. */
async function lookAtCluster(dataDir: string, owner: number): Promise<Finding[]> {
  const names = await readdir(dataDir).catch(() => undefined)
  if (names === undefined) return [wrong(`The contents of ${dataDir} can't be listed by this account.`)]
  if (!names.includes('postgres')) return []
  const folder = join(dataDir, 'postgres')
  const {mode, uid} = await stat(folder)
  return [
    ...(mode & OTHERS & ~0o050 ? [wrong(`Other accounts may enter ${folder}: chmod 700 it.`)] : []),
    ...(owner !== 0 && uid !== owner
      ? [wrong(`${folder} belongs to account ${uid}, and the folder it is in to ${owner}: chown -R ${owner} ${folder}`)]
      : []),
  ]
}

async function lookAtDisk(folder: string, limits: Environment['diskLimits']): Promise<Finding> {
  const disk = await statfs(folder).catch(error => wrong(`The disk of ${folder} can't be read: ${reasonOf(error)}.`))
  if ('state' in disk) return disk
  const {bsize, blocks, bfree, bavail} = disk
  const used = 1 - bavail / (blocks - bfree + bavail)
  const sentence = `The disk of ${folder} is ${Math.floor(used * 100)} % full, ${((bavail * bsize) / GIBIBYTE).toFixed(1)} GiB are free`
  if (used >= limits.critical) return wrong(`${sentence}: make room, or keep less (RETENTION_DAYS).`)
  return used >= limits.warning ? warning(`${sentence}: make room soon.`) : ok(`${sentence}.`)
}
