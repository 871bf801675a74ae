import type * as z from 'zod/mini'
import {NAME_LENGTH, THUMBNAIL_BYTES, UNFINISHED_UPLOADS} from '../../contract/limits'
import type {UploadFields} from '../../contract/wire/entities/digitalAsset'
import {badRequest, HttpError} from '../http/failures/errors'

/** The size, hash and type of a file's bytes. `sha256` is in hex. */
export interface Measured {
  size: number
  sha256: string
  contentType: string
}

const IMAGES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']
const isVideo = (contentType: string) => contentType.startsWith('video/')

/** Throws 400 unless the fields match the schema. */
export function readFields<Fields>(schema: z.ZodMiniType<Fields>, values: object): Fields {
  const {data, error} = schema.safeParse(values)
  if (data !== undefined) return data
  const [issue] = error?.issues ?? []
  throw badRequest(`${issue?.path.join('.')}: ${issue?.message}`)
}

/** Throws 415 for a type that no label has. */
export function refuseType(contentType: string) {
  if (!isVideo(contentType) && !IMAGES.includes(contentType)) throw NO_VIDEO()
}

/** Throws 400, 413 or 415 when the file is not what its label says. */
export function requireLabelled({contentType, size}: Measured, {label, parent_id: parentId}: UploadFields) {
  if (label === 'video_asset') {
    if (!isVideo(contentType)) throw NO_VIDEO()
    return
  }
  if (!IMAGES.includes(contentType)) throw new HttpError(415, 'A thumbnail must be a JPEG, PNG or WebP image.')
  if (size > THUMBNAIL_BYTES) throw tooLarge(THUMBNAIL_BYTES)
  if (parentId === undefined) throw badRequest('parent_id: must be the video of the thumbnail')
}

const NO_VIDEO = () => new HttpError(415, 'Only video files can be uploaded.')

export const noVideoTrack = () => new HttpError(415, 'The file has no video track. Only video files can be uploaded.')

export const tooLarge = (limit: number) =>
  new HttpError(413, `The file is too large: at most ${sizeText(limit)} are taken.`)

/** Throws 413 when the file doesn't fit into the rest of the quota. */
export function requireQuota(size: number, used: number, quota: number | null) {
  if (quota === null || used + size <= quota) return
  throw new HttpError(
    413,
    `The organisation has no room for this file: ${sizeText(used)} of ${sizeText(quota)} are used.`,
  )
}

/** Throws 429 while an organisation can't begin another upload: until one is finished, given up, or a day old. */
export function requireFewUnfinished(count: number) {
  if (count < UNFINISHED_UPLOADS) return
  throw new HttpError(429, `The organisation has ${UNFINISHED_UPLOADS} unfinished uploads already.`)
}

function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(1, bytes)) / 10), UNITS.length - 1)
  return `${Number((bytes / 1024 ** power).toPrecision(3))} ${UNITS[power]}`
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

const NAMELESS = 'unnamed'
/** A longer ending is no extension. */
const EXTENSION = /\.[^.\s]{1,10}$/u

/** Makes a visible name of at most 255 characters out of the sent one, without a path or control characters. */
export function nameFrom(sent: string | undefined): string {
  const [last = ''] = (sent ?? '').split(/[/\\]/).slice(-1)
  const line = last.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').trim()
  if (line.length <= NAME_LENGTH) return line === '' ? NAMELESS : line
  const extension = EXTENSION.exec(line)?.[0] ?? ''
  return `${line
    .slice(0, NAME_LENGTH - extension.length)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}${extension}`
}
