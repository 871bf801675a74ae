import {createReadStream} from 'node:fs'
import {rm} from 'node:fs/promises'
import {Readable} from 'node:stream'
import {DeleteObjectCommand, GetObjectCommand, NoSuchKey, paginateListObjectsV2, S3Client} from '@aws-sdk/client-s3'
import {Upload} from '@aws-sdk/lib-storage'
import {withoutTrailing} from '../../contract/rules/text'
import type {FileStore} from './store'

/**
 * Stores files in a bucket: `s3://bucket/prefix?endpoint=https://…&region=…`. The credentials are those of the AWS SDK,
 * such as `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`. A large file goes in parts, and exists once all of them do.
 */
export function createS3Store(url: string): FileStore {
  const {hostname: Bucket, pathname, searchParams} = new URL(url)
  const endpoint = searchParams.get('endpoint')
  const folder = withoutTrailing(pathname.replace(/^\/+/, ''), '/')
  const prefix = folder === '' ? '' : `${decodeURIComponent(folder)}/`
  const client = new S3Client({
    region: searchParams.get('region') ?? 'us-east-1',
    // Other servers than Amazon's don't know the newer checksums, nor a host for each bucket.
    ...(endpoint !== null && {endpoint, forcePathStyle: true}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (name: string) => ({Bucket, Key: `${prefix}${name}`})

  return {
    async take(path, name) {
      const params = {...objectOf(name), Body: createReadStream(path)}
      await new Upload({client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE}).done()
      await rm(path, {force: true})
    },

    async read(name, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const {Body} = await client.send(new GetObjectCommand({...objectOf(name), ...(Range && {Range})}))
        return Body instanceof Readable ? Body : undefined
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },

    async remove(name) {
      await client.send(new DeleteObjectCommand(objectOf(name)))
    },

    async *list() {
      for await (const {Contents = []} of paginateListObjectsV2({client}, {Bucket, Prefix: prefix})) {
        for (const {Key = '', Size = Number.NaN, LastModified} of Contents) {
          yield {name: Key.slice(prefix.length), bytes: Size, storedAt: LastModified?.getTime() ?? UNKNOWN_AGE}
        }
      }
    },
  }
}

/** A file whose age is not known is never old. */
const UNKNOWN_AGE = Number.POSITIVE_INFINITY
/** The memory for an upload is their product. */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 4
