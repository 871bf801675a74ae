import {statSync} from 'node:fs'
import {appendFile, rename} from 'node:fs/promises'
import type {Readable} from 'node:stream'

const MAX_LOG_BYTES = 1_000_000
const REMEMBERED_LINES = 20

export interface PostgresLog {
  follow(stream: Readable): void
  /** The newest lines, for the message of a failure. */
  tail(): string
}

/** Keeps what PostgreSQL prints for the message of a failure alone. */
export function keepInMemory(write: (chunk: string) => void = () => {}): PostgresLog {
  let lines: string[] = []
  const keep = (chunk: string) => {
    lines = [...lines, ...chunk.split('\n').filter(line => line !== '')].slice(-REMEMBERED_LINES)
    write(chunk)
  }
  return {
    follow: stream => void stream.setEncoding('utf8').on('data', keep),
    tail: () => lines.join('\n'),
  }
}

/**
 * Appends what PostgreSQL prints to `file`. A file over the limit is renamed to `.1`, replacing the older one. Nothing
 * waits for the disk: what it is too slow for is left out.
 */
export function openPostgresLog(file: string): PostgresLog {
  let size = statSync(file, {throwIfNoEntry: false})?.size ?? 0
  let unwritten = 0
  let writing = Promise.resolve()

  function keep(chunk: string) {
    const bytes = Buffer.byteLength(chunk)
    if (unwritten > MAX_LOG_BYTES) return
    unwritten += bytes
    writing = writing
      .then(() => append(chunk, bytes))
      // A log line that can't be written, as on a full disk, must not end the server.
      .catch(() => {})
      .finally(() => {
        unwritten -= bytes
      })
  }

  async function append(chunk: string, bytes: number) {
    if (size > MAX_LOG_BYTES) {
      await rename(file, `${file}.1`)
      size = 0
    }
    await appendFile(file, chunk)
    size += bytes
  }

  return keepInMemory(keep)
}
