import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {byteRange} from '../../contract/rules/byteRange'
import {SECOND} from '../../contract/rules/time/durations'
import {type EpochMs, errorBody, id} from '../../contract/wire/common'
import type {FileSignatures} from '../files/signatures'
import type {FileStore} from '../files/store'
import {forbidden, HttpError, notFound, refusals} from '../http/failures/errors'
import type {DigitalAsset, DigitalAssetRepository} from './repository'

export interface FileOptions {
  files: Pick<DigitalAssetRepository, 'find'>
  now: () => EpochMs
  signatures: FileSignatures
  store: FileStore
  /** Whether clients of other origins of the same site show files, too. */
  isShared: boolean
}

const signature = z.object({for: z.string(), expires: z.coerce.number(), signature: z.string()})

/** Serves the bytes of files to the bearer of a signed address. A browser never takes a file for a page. */
export const fileRoutes: FastifyPluginAsyncZod<FileOptions> = async (app, options) => {
  const {signatures, store, isShared} = options
  const files = createKnownFiles(options.files, options.now)
  const policy = isShared ? 'same-site' : 'same-origin'

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/v0/digitalAssets/files/:id',
    schema: {
      tags: ['digital assets'],
      description: 'The bytes of a file, or a range of them, by an address that `file-url` or a playlist gives.',
      params: z.object({id}),
      querystring: signature,
      response: {200: z.unknown(), 206: z.unknown(), 304: z.unknown(), ...refusals, 416: errorBody},
    },
    async handler({method, headers, params, query, log}, reply) {
      if (!(await signatures.isValid(params.id, query)))
        throw forbidden('The address of the file is not valid any more.')
      const file = await files.find(params.id)
      if (file === undefined) throw noSuchFile()
      const etag = `"${file.sha256}"`
      const known = headers['if-none-match']
      const isUnchanged = known === '*' || known?.includes(etag)
      const isSame = (headers['if-range'] ?? etag) === etag
      const range = isSame ? byteRange(headers.range, file.size) : null
      if (range === 'unsatisfiable' && !isUnchanged) throw unsatisfiable(file)
      const part = isUnchanged || range === null || range === 'unsatisfiable' ? undefined : range
      const stream = method === 'HEAD' || isUnchanged ? null : await store.read(file.id, part)
      if (stream === undefined) {
        if ((await files.findAgain(params.id)) === undefined) throw noSuchFile()
        log.error({assetId: params.id, file: file.id}, 'a stored file is missing')
        throw notFound('The file is missing on the server.')
      }
      reply.headers({...headersOf(file), etag, 'cross-origin-resource-policy': policy})
      if (isUnchanged) return reply.code(304).send()
      const {start, end} = part ?? {start: 0, end: file.size - 1}
      reply.header('content-length', end - start + 1)
      if (part !== undefined) reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
      return reply.send(stream)
    },
  })
}

const noSuchFile = () => notFound('There is no such file.')

const unsatisfiable = ({size}: DigitalAsset) =>
  new HttpError(416, 'The file has no such part.', {'content-range': `bytes */${size}`})

const headersOf = ({contentType, originalName}: DigitalAsset) => ({
  'content-type': contentType,
  'content-disposition': `inline; filename*=UTF-8''${encoded(originalName)}`,
  'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'private, max-age=31536000, immutable',
  'accept-ranges': 'bytes',
})

/** Encodes as in RFC 8187. */
const encoded = (name: string) =>
  encodeURIComponent(name).replaceAll(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const REMEMBERED_FOR = 5 * SECOND
const REMEMBERED_FILES = 10_000

interface KnownFiles {
  /** May still know the file of an asset that was deleted a few seconds ago. */
  find(assetId: string): Promise<DigitalAsset | undefined>
  /** Asks the database, for when the file turns out to be removed. */
  findAgain(assetId: string): Promise<DigitalAsset | undefined>
}

/**
 * Caches the rows of files, because a player reads a file by many ranges, and many players read the same. The content
 * of a row about its file never changes.
 */
function createKnownFiles({find}: Pick<DigitalAssetRepository, 'find'>, now: () => EpochMs): KnownFiles {
  const remembered = new Map<string, {file: DigitalAsset; until: EpochMs}>()

  async function findAgain(assetId: string) {
    remembered.delete(assetId)
    const file = await find(assetId)
    if (file === undefined) return undefined
    if (remembered.size >= REMEMBERED_FILES) remembered.clear()
    remembered.set(assetId, {file, until: now() + REMEMBERED_FOR})
    return file
  }

  return {
    async find(assetId) {
      const known = remembered.get(assetId)
      return known !== undefined && now() < known.until ? known.file : findAgain(assetId)
    },
    findAgain,
  }
}
