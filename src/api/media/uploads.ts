import type {HttpRequest} from 'tus-js-client'
import * as z from 'zod/mini'
import {errorBody} from '../../../contract/wire/common'
import {type UploadFields, uploadDigitalAsset} from '../../../contract/wire/entities/digitalAsset'
import {type ApiError, refused, unreachable} from '../errors'
import type {Http, Options} from '../http'

export interface UploadedVideo {
  file: File
  /** Of the asset that is made of the file. */
  id: string
  /** In ms. */
  duration: number | null
}

export interface Sending {
  signal: AbortSignal
  onSent: (bytes: number) => void
}

/** Sends a video as a form, from its beginning. */
export async function uploadVideo(http: Http, {file, id, duration}: UploadedVideo, sending: Sending): Promise<void> {
  const fields: UploadFields = {
    label: 'video_asset',
    type: 'digital_asset',
    id,
    ...(duration === null ? {} : {duration}),
  }
  await http.call(uploadDigitalAsset, {body: formOf(file, file.name, fields), ...sending})
}

/** Sends the picture of a video, and doesn't make another one when it is sent again. */
export async function uploadThumbnail(
  http: Http,
  {videoId, id, picture}: {videoId: string; id: string; picture: Blob},
  options: Options,
): Promise<void> {
  const fields: UploadFields = {label: 'thumbnail', type: 'digital_asset', id, parent_id: videoId}
  await http.call(uploadDigitalAsset, {body: formOf(picture, `${videoId}.jpg`, fields), ...options})
}

/** The fields come before the file, so that the server knows them when its bytes arrive. */
function formOf(file: Blob, name: string, fields: UploadFields): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value))
  form.set('file', file, name)
  return form
}

const RESUMABLE_PATH = '/api/v0/digitalAssets/resumable'

/** An upload that has begun on the server, as it is stored until it is complete. */
export const begunUpload = z.object({
  fingerprint: z.string(),
  urlStorageKey: z.string(),
  uploadUrl: z.nullable(z.string()),
  size: z.nullable(z.number()),
  metadata: z.record(z.string(), z.string()),
  creationTime: z.string(),
})
export type BegunUpload = z.infer<typeof begunUpload>

/** The store of uploads that have begun. */
export interface BegunUploads {
  all(): readonly BegunUpload[]
  keep(uploads: readonly BegunUpload[]): void
}

interface Server {
  apiBase: string
  begun: BegunUploads
}

/** Sends a video by tus, and goes on where an upload with the same fingerprint was cut. Tries once. */
export async function uploadResumable(
  {apiBase, begun}: Server,
  {file, id, duration, fingerprint}: UploadedVideo & {fingerprint: string},
  {signal, onSent}: Sending,
): Promise<void> {
  const {Upload} = await import('tus-js-client')
  const earlier = begun.all().find(upload => upload.fingerprint === fingerprint)
  const fields = {label: 'video_asset', type: 'digital_asset', id, filename: file.name}
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint: `${apiBase}${RESUMABLE_PATH}`,
      metadata: earlier?.metadata ?? {...fields, ...(duration === null ? {} : {duration: String(duration)})},
      fingerprint: async () => fingerprint,
      urlStorage: storageOf(begun),
      removeFingerprintOnSuccess: true,
      retryDelays: null,
      onBeforeRequest: withCookies,
      onProgress: onSent,
      onSuccess: () => resolve(),
      onError: error => reject(failureOf(error)),
    })
    signal.addEventListener('abort', () => void upload.abort().catch(() => {}))
    if (earlier !== undefined) upload.resumeFromPreviousUpload(previousFrom(earlier))
    upload.start()
  })
}

/** Lets the server forget an unfinished upload. A failure does no harm: the server forgets it by itself. */
export async function discardUpload(begun: BegunUploads, fingerprint: string): Promise<void> {
  const urls = forgetUpload(begun, fingerprint).flatMap(({uploadUrl}) => uploadUrl ?? [])
  if (urls.length === 0) return
  const {Upload} = await import('tus-js-client')
  const options = {onBeforeRequest: withCookies, retryDelays: null}
  await Promise.all(urls.map(url => Upload.terminate(url, options).catch(() => {})))
}

/** Stores nothing more of an upload, and returns what was stored of it. */
export function forgetUpload(begun: BegunUploads, fingerprint: string): BegunUpload[] {
  const all = begun.all()
  begun.keep(all.filter(upload => upload.fingerprint !== fingerprint))
  return all.filter(upload => upload.fingerprint === fingerprint)
}

function withCookies(request: HttpRequest) {
  const sent: unknown = request.getUnderlyingObject()
  if (sent instanceof XMLHttpRequest) sent.withCredentials = true
}

/** Files are never sent in several parts at once. */
const previousFrom = (upload: BegunUpload) => ({...upload, parallelUploadUrls: null})

function storageOf(begun: BegunUploads) {
  const withFingerprint = (sought: string) => begun.all().filter(({fingerprint}) => fingerprint === sought)
  return {
    findAllUploads: async () => begun.all().map(previousFrom),
    findUploadsByFingerprint: async (fingerprint: string) => withFingerprint(fingerprint).map(previousFrom),
    removeUpload: async (key: string) => begun.keep(begun.all().filter(({urlStorageKey}) => urlStorageKey !== key)),
    async addUpload(fingerprint: string, upload: Omit<BegunUpload, 'fingerprint' | 'urlStorageKey'>) {
      const others = begun.all().filter(other => other.fingerprint !== fingerprint)
      begun.keep([...others, {...upload, fingerprint, urlStorageKey: fingerprint}])
      return fingerprint
    },
  }
}

const CALL = 'The resumable upload'

function failureOf(error: Error & {originalResponse?: {getStatus(): number; getBody(): string} | null}): ApiError {
  const answer = error.originalResponse ?? null
  if (answer === null || answer.getStatus() === 0) return unreachable(CALL, error)
  return refused(CALL, {status: answer.getStatus(), data: bodyOf(answer.getBody())}, error)
}

function bodyOf(text: string): z.infer<typeof errorBody> | null {
  try {
    return errorBody.parse(JSON.parse(text))
  } catch {
    return null
  }
}
