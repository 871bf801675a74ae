import type {Writable} from 'node:stream'

/** The bytes of the log that wait for a reader. */
const MAX_UNREAD_BYTES = 1024 * 1024

export interface LogOutput {
  write(line: string): void
  /** The number of lines that nobody has read in time, since the start. */
  lost(): number
  /** Resolves when what waits is written, and never as long as nobody reads it. */
  flushed(): Promise<void>
}

/**
 * Writes lines to a stream, as standard output, and never waits: lines are lost beyond an unread megabyte, and after
 * the reader has gone. `onRoom` is called with their number when there is room again.
 */
export function openOutput(stream: Writable, onRoom: (lost: number) => void): LogOutput {
  let lost = 0
  let dropped = 0
  stream.on('error', () => {})
  stream.on('drain', () => {
    const missed = dropped
    dropped = 0
    if (missed > 0) onRoom(missed)
  })
  return {
    write(line) {
      if (stream.writable && stream.writableLength < MAX_UNREAD_BYTES) return void stream.write(line)
      lost++
      dropped++
    },
    lost: () => lost,
    flushed: () => new Promise(resolve => stream.write('', () => resolve())),
  }
}
