import type {Readable} from 'node:stream'
import type {ByteRange} from '../../contract/rules/byteRange'
import type {EpochMs} from '../../contract/wire/common'

export interface StoredFile {
  name: string
  bytes: number
  storedAt: EpochMs
}

/** Stores files by generated names. A file exists as a whole or not at all, and never changes. */
export interface FileStore {
  /** Takes over a complete file of this machine, which no longer exists there afterwards. */
  take(path: string, name: string): Promise<void>
  /** Undefined when there is no such file. */
  read(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** The path of a file that lies on this machine. */
  pathOf?(name: string): string
  /** Also succeeds when there is no such file. */
  remove(name: string): Promise<void>
  list(): AsyncIterable<StoredFile>
}
