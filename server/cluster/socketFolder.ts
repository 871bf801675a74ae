import {chown, mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'

const PREFIX = 'pulsewall-'
/** The limit for the whole path of a socket is 107 bytes on Linux and 103 on macOS. */
const MAX_SOCKET_PATH_BYTES = 103

/**
 * Creates a folder that only `uid` and root can enter. This replaces a password: everybody who can enter may connect.
 * The folder is not in DATA_DIR, because the path of a socket must be short.
 */
export async function createSocketFolder(uid: number | undefined): Promise<string> {
  const example = join(tmpdir(), `${PREFIX}XXXXXX`, '.s.PGSQL.5432.lock')
  const parent = Buffer.byteLength(example) <= MAX_SOCKET_PATH_BYTES ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, PREFIX))
  if (uid !== undefined) await chown(folder, uid, uid)
  return folder
}

/** `folder` comes from a file that may hold anything, so a folder without our prefix is not removed. */
export async function removeSocketFolder(folder: string | undefined): Promise<void> {
  if (folder && basename(folder).startsWith(PREFIX)) await rm(folder, {recursive: true, force: true})
}

export function addressOf(socketFolder: string, role: string, database: string): string {
  return `postgres://${role}@localhost/${database}?${new URLSearchParams({host: socketFolder})}`
}
