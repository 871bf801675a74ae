import * as z from 'zod/mini'
import type {EpochMs, Milliseconds} from '../../../contract/wire/common'
import {type BegunUpload, type BegunUploads, begunUpload} from '../../api/media/uploads'
import type {UnfinishedUpload} from '../../domain/media/upload'
import type {KeyValueStorage} from '../accessTokenMark'

const KEY = 'pulsewall.uploads'

/** The server keeps an unfinished upload for a day. */
const LIFETIME: Milliseconds = 24 * 60 * 60 * 1000

const stored = z.array(begunUpload)

/** Keeps in the browser which uploads of a user have begun, for the pages that come after this one. */
export function createBegunUploads(storage: KeyValueStorage, now: () => EpochMs): BegunUploads {
  const isKept = ({creationTime}: BegunUpload) => Date.parse(creationTime) + LIFETIME > now()
  return {
    all: () => read(storage.getItem(KEY)).filter(isKept),
    keep: uploads => storage.setItem(KEY, JSON.stringify(uploads)),
  }
}

function read(text: string | null): BegunUpload[] {
  try {
    return stored.parse(JSON.parse(text ?? '[]'))
  } catch {
    return []
  }
}

/** Tells a file of a user from all others that may be chosen. */
export const fingerprintOf = (userId: string, {name, type, size, lastModified}: File): string =>
  JSON.stringify([userId, name, type, size, lastModified])

export const unfinishedOf = (userId: string, begun: readonly BegunUpload[]): UnfinishedUpload[] =>
  begun
    .filter(({fingerprint}) => fingerprint.startsWith(JSON.stringify([userId]).slice(0, -1)))
    .map(({fingerprint, metadata, size}) => ({key: fingerprint, name: metadata.filename ?? '', size: size ?? 0}))
