import {join} from 'node:path'
import {createIncoming, type Incoming} from './incoming'
import {createLocalStore} from './local'
import type {FileStore} from './store'

export interface FileSettings {
  /** It is made with the first file. */
  folder: string
  /** The largest file that is taken, in bytes. */
  fileLimit?: number
  /** How many bytes the files of an organisation may have together. Null is no limit. */
  quota?: number | null
}

const GIBIBYTE = 1024 ** 3

export interface Files {
  store: FileStore
  incoming: Incoming
  fileLimit: number
  quota: number | null
}

export function openFiles({folder, fileLimit = 2 * GIBIBYTE, quota = null}: FileSettings): Files {
  return {
    store: createLocalStore(join(folder, 'stored')),
    incoming: createIncoming(join(folder, 'incoming')),
    fileLimit,
    quota,
  }
}
