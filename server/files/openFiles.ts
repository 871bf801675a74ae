import {mkdir, open, opendir, rename, rm, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {createHashing, type Hashing} from './hashing'
import {createIncoming, type Incoming} from './incoming'
import {ifMissing} from './missing'
import type {FileStore} from './store'
import {flush} from './writing'

export interface FileSettings {
  /** The folder is made with the first file. */
  folder: string
  /** The bucket of the files: see `s3.ts`. Without it they are in the folder. */
  url?: string | undefined
  /** The largest file that is taken, in bytes. */
  fileLimit?: number
  /** The bytes that the files of an organisation may have together. Null is no limit. */
  quota?: number | null
}

const GIBIBYTE = 1024 ** 3

export interface Files {
  store: FileStore
  incoming: Incoming
  hashing: Hashing
  fileLimit: number
  quota: number | null
}

export async function openFiles({folder, url, fileLimit = 2 * GIBIBYTE, quota = null}: FileSettings): Promise<Files> {
  return {
    store: url === undefined ? createLocalStore(join(folder, 'stored')) : await openBucket(url),
    incoming: createIncoming(join(folder, 'incoming')),
    hashing: createHashing(),
    fileLimit,
    quota,
  }
}

/** The SDK is large, and is loaded only where it is used. */
async function openBucket(url: string): Promise<FileStore> {
  const {createS3Store} = await import('./s3')
  return createS3Store(url)
}

/** Stores files in a folder. It must be on the same file system as the files that it takes over. */
function createLocalStore(folder: string): FileStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async take(path, name) {
      await mkdir(folder, {recursive: true})
      await flush(path)
      await rename(path, pathOf(name))
      await flush(folder)
    },

    async read(name, range) {
      const file = await open(pathOf(name)).catch(ifMissing(undefined))
      return file?.createReadStream({...range, highWaterMark: READ_BYTES})
    },

    pathOf,

    remove: name => rm(pathOf(name), {force: true}),

    async *list() {
      const entries = await opendir(folder).catch(ifMissing([]))
      for await (const entry of entries) {
        const found = entry.isFile() ? await stat(pathOf(entry.name)).catch(ifMissing(undefined)) : undefined
        if (found !== undefined) yield {name: entry.name, bytes: found.size, storedAt: found.mtimeMs}
      }
    },
  }
}

const READ_BYTES = 256 * 1024
