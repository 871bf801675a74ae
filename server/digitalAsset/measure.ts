import {createHash} from 'node:crypto'
import {Transform} from 'node:stream'
import {fileTypeFromBuffer} from 'file-type'
import {badRequest, type HttpError} from '../http/errors'
import {type Measured, refuseType} from './rules'

export interface Meter {
  /**
   * Passes bytes on. It fails with an `HttpError` as soon as there are too many, or when the first ones are of no type
   * that is taken.
   */
  stream: Transform
  /** Only after the stream has ended. */
  measured(): Measured
}

/** The type of a file is decided by its first bytes. */
const HEAD_BYTES = 4100

export function createMeter(limit: number, tooMany: () => HttpError): Meter {
  const hash = createHash('sha256')
  let head = Buffer.alloc(0)
  let size = 0
  let contentType: string | undefined

  async function decideType() {
    contentType = (await fileTypeFromBuffer(head))?.mime ?? ''
    refuseType(contentType)
  }

  return {
    stream: new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length
        if (size > limit) return done(tooMany())
        hash.update(chunk)
        if (contentType !== undefined) return done(null, chunk)
        head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        if (head.length < HEAD_BYTES) return done(null, chunk)
        decideType().then(() => done(null, chunk), done)
      },
      flush(done) {
        if (size === 0) return done(badRequest('The file is empty.'))
        if (contentType !== undefined) return done()
        decideType().then(() => done(), done)
      },
    }),
    measured: () => ({size, sha256: hash.digest('hex'), contentType: contentType ?? ''}),
  }
}
