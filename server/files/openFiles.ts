import {join} from 'node:path'
import {createHashing, type Hashing} from './hashing'
import {createIncoming, type Incoming} from './incoming'
import {createLocalStore} from './local'
import type {FileStore} from './store'

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
