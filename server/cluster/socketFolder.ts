import {chown, mkdtemp, rm} from 'node:fs/promises'
import {tmpdir} from 'node:os'
import {basename, join} from 'node:path'

const PREFIX = 'pulsewall-'
/** 107 bytes on Linux, 103 on macOS, for the whole path of the socket. */
const MAX_SOCKET_PATH_BYTES = 103

/** A folder that only `uid` (and root) can enter: who may enter may connect, so there is no password. Short, whatever DATA_DIR is. */
export async function createSocketFolder(uid: number | undefined): Promise<string> {
  const example = join(tmpdir(), `${PREFIX}XXXXXX`, '.s.PGSQL.5432.lock')
  const parent = Buffer.byteLength(example) <= MAX_SOCKET_PATH_BYTES ? tmpdir() : '/tmp'
  const folder = await mkdtemp(join(parent, PREFIX))
  if (uid !== undefined) await chown(folder, uid, uid)
  return folder
}

/** Leaves alone what is not a socket folder of ours, whatever a file says. */
export async function removeSocketFolder(folder: string | undefined): Promise<void> {
  if (folder && basename(folder).startsWith(PREFIX)) await rm(folder, {recursive: true, force: true})
}
