import {createWriteStream} from 'node:fs'
import {open} from 'node:fs/promises'
import type {Readable, Transform} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import type {FollowedFile} from './hashing'

interface WritingOptions {
  flags: 'wx' | 'r+'
  /** The position of the bytes in the file. */
  start?: number
  /** Called with how far the file has grown. */
  followed?: FollowedFile | undefined
}

/** The buffer for bytes that arrive while the disk writes; they are written at once. */
const WAITING_BYTES = 4 * 1024 * 1024
/** The maximum of bytes left to flush when the last ones come, unless the disk is slower than they are. */
const FLUSHED_AFTER_BYTES = 32 * 1024 * 1024

/** Writes the streams to a file, and returns how many bytes there were. The file is closed when it fails. */
export async function writeFile(path: string, options: WritingOptions, ...streams: [Readable, ...Transform[]]) {
  const {flags, start = 0, followed} = options
  const file = createWriteStream(path, {flags, start, mode: 0o600, highWaterMark: WAITING_BYTES})
  let flushed = 0
  let flushing = Promise.resolve()
  streams.at(-1)?.on('data', () => {
    followed?.grownTo(start + file.bytesWritten)
    if (file.bytesWritten - flushed < FLUSHED_AFTER_BYTES) return
    flushed = file.bytesWritten
    flushing = flushing.then(() => flush(path))
    flushing.catch(error => file.destroy(error))
  })
  try {
    await pipeline([...streams, file])
    // The kernel reports a failed write to the disk once, so no later flush would.
    await flushing
  } catch (error) {
    // A file that is still being opened would be created after a failed caller has removed it.
    if (!file.closed) await new Promise<void>(resolve => file.once('close', resolve))
    throw error
  }
  return file.bytesWritten
}

/** Returns when the content of the file, or the names in the folder, would survive a loss of power. */
export async function flush(path: string) {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
