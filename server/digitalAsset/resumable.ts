import {randomUUID} from 'node:crypto'
import {rm, stat} from 'node:fs/promises'
import {join} from 'node:path'
import {FileStore} from '@tus/file-store'
import {Server, type Upload} from '@tus/server'
import type {FastifyRequest} from 'fastify'
import {resumableFields, type UploadAnswer} from '../../contract/wire/entities/digitalAsset'
import {callerOf} from '../access/viewer'
import type {FollowedFile, Hashing} from '../files/hashing'
import {type Incoming, RESUMABLE_FOR} from '../files/incoming'
import {ifMissing} from '../files/missing'
import {writeFile} from '../files/writing'
import {badRequest, HttpError, notFound} from '../http/failures/errors'
import type {Admission} from './admission'
import {measure} from './measure'
import {nameFrom, readFields, requireFewUnfinished} from './rules'

export interface ResumableOptions {
  admission: Admission
  incoming: Incoming
  hashing: Hashing
  /** In bytes. */
  fileLimit: number
  /** Where uploads are created; each one is beneath it. */
  path: string
}

/** Uploads by the protocol tus, which go on where they were cut. */
export interface Resumable {
  /** Answers a call of the protocol, or throws. */
  answer(request: FastifyRequest, id: string | undefined): Promise<Response>
}

/** What an upload remembers beside its fields. */
type Metadata = Record<string, string | null>

/** The folder must exist. */
export function createResumable({admission, incoming, hashing, fileLimit, path}: ResumableOptions): Resumable {
  const store = new FileStore({directory: incoming.folder, expirationPeriodInMilliseconds: RESUMABLE_FOR})
  store.write = async (source, id, start) =>
    start +
    (await writeFile(
      join(incoming.folder, id),
      {flags: 'r+', start, followed: followed.get(id)},
      source,
      incoming.whileThereIsRoom(),
    ))
  const create = store.create.bind(store)
  let creating: Promise<unknown> = Promise.resolve()
  /** Uploads that begin at once are counted one after the other. */
  store.create = upload => {
    const created = creating.then(async () => {
      await requireRoomFor(upload)
      return create(upload)
    })
    creating = created.catch(() => {})
    return created
  }
  const asking = new WeakMap<object, FastifyRequest>()
  const failures = new WeakMap<object, unknown>()
  const finishing = new Map<string, Promise<UploadAnswer>>()
  /** Uploads whose last bytes are on their way. */
  const followed = new Map<string, FollowedFile>()

  const requestOf = (asked: object): FastifyRequest => {
    const request = asking.get(asked)
    if (request === undefined) throw new Error('The request was not made here')
    return request
  }

  /** Throws 404 for an upload of someone else, as if it didn't exist. */
  async function find({viewer}: FastifyRequest, id: string) {
    const upload = await store.configstore.get(id)
    if (upload === undefined || upload.metadata?.owner !== viewer.userId) throw notFound('There is no such upload.')
    return {id, size: upload.size ?? 0, metadata: upload.metadata, upload}
  }

  /** What an organisation has begun and not finished. */
  async function unfinishedOf(organisationId: string) {
    const ids = (await store.configstore.list?.()) ?? []
    const uploads = await Promise.all(ids.map(id => store.configstore.get(id)))
    const own = uploads.filter(upload => upload?.metadata?.organisation_id === organisationId)
    return {count: own.length, bytes: own.reduce((bytes, upload) => bytes + (upload?.size ?? 0), 0)}
  }

  async function requireRoomFor({size = 0, metadata}: Upload) {
    await incoming.requireRoom(size)
    if (metadata?.organisation_id == null) return
    const {count, bytes} = await unfinishedOf(metadata.organisation_id)
    requireFewUnfinished(count)
    await admission.requireQuota(size + bytes, metadata.organisation_id)
  }

  const server = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    maxSize: fileLimit,
    allowedOrigins: () => false,
    namingFunction: () => randomUUID(),

    async onUploadCreate(asked, {size, metadata = {}}) {
      const {viewer} = requestOf(asked)
      if (size === undefined) throw badRequest('Upload-Length: must be said')
      const fields = readFields(resumableFields, {...metadata, filename: nameFrom(metadata.filename ?? undefined)})
      await admission.expect(viewer, size, fields.organisation_id)
      const kept: Metadata = {
        ...metadata,
        filename: fields.filename,
        id: fields.id ?? randomUUID(),
        owner: viewer.userId,
        organisation_id: fields.organisation_id ?? viewer.organisationId,
      }
      return {metadata: kept}
    },

    async onUploadFinish(asked, {id}) {
      const answer = await finish(requestOf(asked), id)
      return {status_code: 200, headers: {'content-type': 'application/json'}, body: JSON.stringify(answer)}
    },

    onResponseError(asked, error) {
      failures.set(asked, error)
      return undefined
    },
  })

  /** Makes an asset of a complete upload, once. */
  function finish(request: FastifyRequest, id: string): Promise<UploadAnswer> {
    const finished = finishing.get(id) ?? admit(request, id).finally(() => finishing.delete(id))
    finishing.set(id, finished)
    return finished
  }

  async function admit(request: FastifyRequest, id: string): Promise<UploadAnswer> {
    await request.checkAgain()
    const {metadata, upload} = await find(request, id)
    const file = join(incoming.folder, id)
    const whole = followed.get(id) ?? hashing.follow(file)
    followed.delete(id)
    try {
      const {filename: originalName, ...fields} = readFields(resumableFields, metadata)
      const arrived = {...(await measure(file, whole)), path: file, originalName}
      const answer = await admission.admit(callerOf(request), arrived, fields)
      upload.metadata = {...metadata, ...answer}
      await store.configstore.set(id, upload)
      await rm(file, {force: true})
      return answer
    } catch (error) {
      // After any other failure the upload is there to be finished again.
      if (error instanceof HttpError && error.statusCode < 500) {
        await rm(file, {force: true})
        await store.configstore.delete(id)
      }
      throw error
    } finally {
      whole.release()
    }
  }

  /**
   * An upload may be complete although its sender has not heard so, or the server ended before it was admitted. Null
   * for one that is not complete.
   */
  async function finished(request: FastifyRequest, id: string): Promise<Response | null> {
    const {size, metadata} = await find(request, id)
    const isStored = metadata.assetId !== undefined || finishing.has(id) || (await isKnown(request, metadata))
    if (!isStored) {
      const written = await stat(join(incoming.folder, id)).catch(ifMissing(undefined))
      if (written === undefined) throw notFound('There is no such upload.')
      if (written.size < size || size === 0) return null
      await finish(request, id)
    }
    await finishing.get(id)
    const headers = {'cache-control': 'no-store', 'tus-resumable': '1.0.0'}
    return new Response(null, {headers: {...headers, 'upload-offset': String(size), 'upload-length': String(size)}})
  }

  /** The server may have ended between storing an upload and noting it. */
  const isKnown = async (request: FastifyRequest, {id}: Metadata) =>
    (await admission.known(callerOf(request), id ?? undefined)) !== undefined

  async function handle(request: FastifyRequest): Promise<Response> {
    const asked = webRequest(request)
    asking.set(asked, request)
    const answered = await server.handleWeb(asked)
    const failure = failures.get(asked)
    if (failure instanceof Error) throw failure
    return answered
  }

  return {
    async answer(request, id) {
      if (id === undefined) return handle(request)
      const {size} = await find(request, id)
      const known = READING.includes(request.method) ? await finished(request, id) : null
      if (known !== null) return known
      if (bringsTheRest(request, size)) followed.set(id, hashing.follow(join(incoming.folder, id)))
      try {
        return await handle(request)
      } finally {
        followed.get(id)?.release()
        followed.delete(id)
      }
    },
  }
}

const READING = ['GET', 'HEAD']

/** Only then is the hash needed soon; a file that comes in many parts is hashed once. */
function bringsTheRest({method, headers}: FastifyRequest, size: number): boolean {
  const end = Number(headers['upload-offset']) + Number(headers['content-length'])
  return method === 'PATCH' && end >= size
}

function webRequest({method, headers, raw, url}: FastifyRequest): Request {
  const given = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  const body = method === 'POST' || method === 'PATCH' ? {body: bytesOf(raw), duplex: 'half'} : {}
  return new Request(new URL(url, 'http://server'), {
    method: method === 'GET' ? 'HEAD' : method,
    headers: Object.fromEntries(given),
    ...body,
  })
}

/** The connection stays open when nobody wants the rest, so that the answer can be sent. */
function bytesOf(raw: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = raw[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const {done, value} = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}
