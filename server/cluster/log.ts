import {appendFileSync, renameSync, statSync} from 'node:fs'
import type {Readable} from 'node:stream'

const MAX_LOG_BYTES = 1_000_000
const REMEMBERED_LINES = 20

export interface PostgresLog {
  follow(stream: Readable): void
  /** The newest lines, for the message of a failure. */
  tail(): string
}

/** Appends what PostgreSQL prints to `file`. A file over the limit is renamed to `.1`, replacing the older one. */
export function openPostgresLog(file: string): PostgresLog {
  let lines: string[] = []
  let size = statSync(file, {throwIfNoEntry: false})?.size ?? 0

  function write(chunk: string) {
    lines = [...lines, ...chunk.split('\n').filter(line => line !== '')].slice(-REMEMBERED_LINES)
    try {
      if (size > MAX_LOG_BYTES) {
        renameSync(file, `${file}.1`)
        size = 0
      }
      appendFileSync(file, chunk)
      size += Buffer.byteLength(chunk)
    } catch {
      // A log line that can't be written, as on a full disk, must not end the server.
    }
  }

  return {
    follow: stream => void stream.setEncoding('utf8').on('data', write),
    tail: () => lines.join('\n'),
  }
}
