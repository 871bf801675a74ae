import {createWriteStream} from 'node:fs'
import type {Readable, Transform} from 'node:stream'
import {pipeline} from 'node:stream/promises'
import type {FollowedFile} from './hashing'

interface WritingOptions {
  flags: 'wx' | 'r+'
  /** Where in the file the bytes go. */
  start?: number
  /** Called with how far the file has grown. */
  followed?: FollowedFile | undefined
}

/** What comes while the disk writes is written at once. */
const WAITING_BYTES = 4 * 1024 * 1024

/** Writes the streams to a file, and returns how many bytes there were. The file is closed when it fails. */
export async function writeFile(path: string, options: WritingOptions, ...streams: [Readable, ...Transform[]]) {
  const {flags, start = 0, followed} = options
  const file = createWriteStream(path, {flags, start, mode: 0o600, highWaterMark: WAITING_BYTES})
  streams.at(-1)?.on('data', () => followed?.grownTo(start + file.bytesWritten))
  try {
    await pipeline([...streams, file])
  } catch (error) {
    // One that is still being opened would come to be after anyone who fails has removed it.
    if (!file.closed) await new Promise<void>(resolve => file.once('close', resolve))
    throw error
  }
  return file.bytesWritten
}
