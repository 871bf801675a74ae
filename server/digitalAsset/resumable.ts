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
  /** The limit in bytes. */
  fileLimit: number
  /** The path at which uploads are created; each one is beneath it. */
  path: string
}

/** The stored metadata of an upload beside its fields. */
type Metadata = Record<string, string | null>

/** Uploads by the protocol tus, which go on where they were cut. The folder must exist. */
export class Resumable {
  readonly #options
  readonly #store
  readonly #server
  readonly #asking = new WeakMap<object, FastifyRequest>()
  readonly #failures = new WeakMap<object, unknown>()
  readonly #finishing = new Map<string, Promise<UploadAnswer>>()
  /** Uploads whose last bytes are on their way. */
  readonly #followed = new Map<string, FollowedFile>()

  constructor(options: ResumableOptions) {
    this.#options = options
    this.#store = this.#createStore()
    this.#server = new Server({
      path: options.path,
      datastore: this.#store,
      relativeLocation: true,
      maxSize: options.fileLimit,
      allowedOrigins: () => false,
      namingFunction: () => randomUUID(),
      onUploadCreate: async (asked, upload) => ({metadata: await this.#expect(this.#requestOf(asked), upload)}),
      onUploadFinish: async (asked, {id}) => {
        const answer = await this.#finish(this.#requestOf(asked), id)
        return {status_code: 200, headers: {'content-type': 'application/json'}, body: JSON.stringify(answer)}
      },
      onResponseError: (asked, error) => {
        this.#failures.set(asked, error)
        return undefined
      },
    })
  }

  /** Answers a call of the protocol, or throws. */
  async answer(request: FastifyRequest, id: string | undefined): Promise<Response> {
    if (id === undefined) return this.#handle(request)
    const {size} = await this.#find(request, id)
    const known = READING.includes(request.method) ? await this.#finished(request, id) : null
    if (known !== null) return known
    if (bringsTheRest(request, size)) this.#followed.set(id, this.#options.hashing.follow(this.#fileOf(id)))
    try {
      return await this.#handle(request)
    } finally {
      this.#followed.get(id)?.release()
      this.#followed.delete(id)
    }
  }

  #createStore() {
    const {incoming} = this.#options
    const store = new FileStore({directory: incoming.folder, expirationPeriodInMilliseconds: RESUMABLE_FOR})
    store.write = async (source, id, start) =>
      start +
      (await writeFile(
        this.#fileOf(id),
        {flags: 'r+', start, followed: this.#followed.get(id)},
        source,
        incoming.whileThereIsRoom(),
      ))
    const create = store.create.bind(store)
    let creating: Promise<unknown> = Promise.resolve()
    /** Uploads that begin at once are counted one after the other. */
    store.create = upload => {
      const created = creating.then(async () => {
        await this.#requireRoomFor(upload)
        return create(upload)
      })
      creating = created.catch(() => {})
      return created
    }
    return store
  }

  #fileOf(id: string): string {
    return join(this.#options.incoming.folder, id)
  }

  #requestOf(asked: object): FastifyRequest {
    const request = this.#asking.get(asked)
    if (request === undefined) throw new Error('The request was not made here')
    return request
  }

  /** Throws 404 for an upload of someone else, as if it didn't exist. */
  async #find({viewer}: FastifyRequest, id: string) {
    const upload = await this.#store.configstore.get(id)
    if (upload === undefined || upload.metadata?.owner !== viewer.userId) throw notFound('There is no such upload.')
    return {id, size: upload.size ?? 0, metadata: upload.metadata, upload}
  }

  async #requireRoomFor({size = 0, metadata}: Upload) {
    await this.#options.incoming.requireRoom(size)
    if (metadata?.organisation_id == null) return
    const {count, bytes} = await this.#unfinishedOf(metadata.organisation_id)
    requireFewUnfinished(count)
    await this.#options.admission.requireQuota(size + bytes, metadata.organisation_id)
  }

  /** The unfinished uploads of an organisation. */
  async #unfinishedOf(organisationId: string) {
    const {configstore} = this.#store
    const ids = (await configstore.list?.()) ?? []
    const uploads = await Promise.all(ids.map(id => configstore.get(id)))
    const own = uploads.filter(upload => upload?.metadata?.organisation_id === organisationId)
    return {count: own.length, bytes: own.reduce((bytes, upload) => bytes + (upload?.size ?? 0), 0)}
  }

  async #expect({viewer}: FastifyRequest, {size, metadata = {}}: Upload): Promise<Metadata> {
    if (size === undefined) throw badRequest('Upload-Length: must be said')
    const fields = readFields(resumableFields, {...metadata, filename: nameFrom(metadata.filename ?? undefined)})
    await this.#options.admission.expect(viewer, size, fields.organisation_id)
    return {
      ...metadata,
      filename: fields.filename,
      id: fields.id ?? randomUUID(),
      owner: viewer.userId,
      organisation_id: fields.organisation_id ?? viewer.organisationId,
    }
  }

  /** Makes an asset of a complete upload, once. */
  #finish(request: FastifyRequest, id: string): Promise<UploadAnswer> {
    const finished = this.#finishing.get(id) ?? this.#admit(request, id).finally(() => this.#finishing.delete(id))
    this.#finishing.set(id, finished)
    return finished
  }

  async #admit(request: FastifyRequest, id: string): Promise<UploadAnswer> {
    const {admission, hashing} = this.#options
    const {configstore} = this.#store
    await request.checkAgain()
    const {metadata, upload} = await this.#find(request, id)
    const file = this.#fileOf(id)
    const whole = this.#followed.get(id) ?? hashing.follow(file)
    this.#followed.delete(id)
    try {
      const {filename: originalName, ...fields} = readFields(resumableFields, metadata)
      const arrived = {...(await measure(file, whole)), path: file, originalName}
      const answer = await admission.admit(callerOf(request), arrived, fields)
      upload.metadata = {...metadata, ...answer}
      await configstore.set(id, upload)
      await rm(file, {force: true})
      return answer
    } catch (error) {
      // The upload stays after any other failure, and may be finished again.
      if (error instanceof HttpError && error.statusCode < 500) {
        await rm(file, {force: true})
        await configstore.delete(id)
      }
      throw error
    } finally {
      whole.release()
    }
  }

  /**
   * An upload may be complete although its sender got no answer, or the server ended before it was admitted. Null for
   * one that is not complete.
   */
  async #finished(request: FastifyRequest, id: string): Promise<Response | null> {
    const {size, metadata} = await this.#find(request, id)
    const isStored =
      metadata.assetId !== undefined || this.#finishing.has(id) || (await this.#isKnown(request, metadata))
    if (!isStored) {
      const written = await stat(this.#fileOf(id)).catch(ifMissing(undefined))
      if (written === undefined) throw notFound('There is no such upload.')
      if (written.size < size || size === 0) return null
      await this.#finish(request, id)
    }
    await this.#finishing.get(id)
    const headers = {'cache-control': 'no-store', 'tus-resumable': '1.0.0'}
    return new Response(null, {headers: {...headers, 'upload-offset': String(size), 'upload-length': String(size)}})
  }

  /** The server may have ended between storing an upload and noting it. */
  async #isKnown(request: FastifyRequest, {id}: Metadata) {
    return (await this.#options.admission.known(callerOf(request), id ?? undefined)) !== undefined
  }

  async #handle(request: FastifyRequest): Promise<Response> {
    const asked = webRequest(request)
    this.#asking.set(asked, request)
    const answered = await this.#server.handleWeb(asked)
    const failure = this.#failures.get(asked)
    if (failure instanceof Error) throw failure
    return answered
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

/** The connection stays open when nobody reads the rest, so that the answer can be sent. */
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
