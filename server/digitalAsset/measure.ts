import {open} from 'node:fs/promises'
import {Transform} from 'node:stream'
import {fileTypeFromBuffer} from 'file-type'
import type {FollowedFile} from '../files/hashing'
import {badRequest} from '../http/failures/errors'
import {requireComplete} from './completeness'
import {type Measured, refuseType, tooLarge} from './rules'

/** The type of a file is decided by its first bytes. */
const HEAD_BYTES = 4100

/** Passes bytes on. Fails with an `HttpError` as soon as there are too many, or the first ones show a refused type. */
export function createGate(limit: number): Transform {
  let head: Buffer | null = Buffer.alloc(0)
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) return done(tooLarge(limit))
      if (head === null) return done(null, chunk)
      head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
      if (head.length < HEAD_BYTES) return done(null, chunk)
      const known = head
      head = null
      typeOf(known).then(() => done(null, chunk), done)
    },
  })
}

/** Throws an `HttpError` when the file is nothing that is taken. */
export async function measure(path: string, followed: FollowedFile): Promise<Measured> {
  const {head, size} = await beginningOf(path)
  if (size === 0) throw badRequest('The file is empty.')
  const contentType = await typeOf(head)
  await requireComplete(path, {contentType, size})
  return {size, contentType, sha256: await followed.digest(size)}
}

async function beginningOf(path: string): Promise<{head: Buffer; size: number}> {
  const file = await open(path)
  try {
    const [{size}, {buffer, bytesRead}] = await Promise.all([file.stat(), file.read(Buffer.alloc(HEAD_BYTES), 0)])
    return {head: buffer.subarray(0, bytesRead), size}
  } finally {
    await file.close()
  }
}

async function typeOf(head: Buffer): Promise<string> {
  const contentType = (await fileTypeFromBuffer(head))?.mime ?? ''
  refuseType(contentType)
  return contentType
}
