import {randomUUID} from 'node:crypto'
import {mkdir, readdir, rm, stat, statfs} from 'node:fs/promises'
import {join} from 'node:path'
import {Transform} from 'node:stream'
import {DAY, MINUTE} from '../../contract/rules/time/durations'
import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {HttpError} from '../http/failures/errors'
import {ifMissing} from './missing'

/** The folder of files that are still arriving. */
export interface Incoming {
  folder: string
  /**
   * Makes room for a file and returns the path that it is to be written to. Throws 507 when the disk has no room for
   * this many bytes.
   */
  open(bytes: number): Promise<string>
  /** Throws 507 when the disk has no room for this many bytes. */
  requireRoom(bytes: number): Promise<void>
  /** Passes bytes on, and fails with 507 when the disk has filled since the file was begun. */
  whileThereIsRoom(): Transform
  /** Removes what nobody writes to any more. */
  sweep(now: EpochMs): Promise<void>
}

/** A connection that brings nothing for this long is closed, so nobody writes to the file any more. */
const ABANDONED_AFTER = 3 * MINUTE
/** The time that a resumable upload waits for the rest. */
export const RESUMABLE_FOR: Milliseconds = DAY
/** The database needs room as well. It refuses writes below 64 MB. */
const RESERVED_BYTES = 128 * 1024 * 1024

/** The bytes written between two looks at the disk, a share of what is reserved. */
const LOOKED_AFTER_BYTES = 16 * 1024 * 1024

const SUFFIX = '.part'

export function createIncoming(folder: string): Incoming {
  async function requireRoom(bytes: number) {
    await mkdir(folder, {recursive: true})
    const {bavail, bsize} = await statfs(folder)
    if (bavail * bsize < bytes + RESERVED_BYTES) throw diskFull()
  }

  return {
    folder,
    requireRoom,
    whileThereIsRoom() {
      let unlooked = LOOKED_AFTER_BYTES
      return new Transform({
        transform(chunk: Buffer, _encoding, done) {
          unlooked += chunk.length
          if (unlooked < LOOKED_AFTER_BYTES) return done(null, chunk)
          unlooked = 0
          requireRoom(0).then(() => done(null, chunk), done)
        },
      })
    },
    async open(bytes) {
      await requireRoom(bytes)
      return join(folder, `${randomUUID()}${SUFFIX}`)
    },
    async sweep(now) {
      for (const name of await readdir(folder).catch(ifMissing([]))) {
        const path = join(folder, name)
        const written = await stat(path).catch(ifMissing(undefined))
        const storedFor = name.endsWith(SUFFIX) ? ABANDONED_AFTER : RESUMABLE_FOR
        if (written !== undefined && now - written.mtimeMs > storedFor) await rm(path, {force: true})
      }
    },
  }
}

export const diskFull = () => new HttpError(507, 'The disk of the server is full: nothing can be stored.')

export const isDiskFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOSPC'
