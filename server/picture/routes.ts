import multipart from '@fastify/multipart'
import type {FastifyPluginAsync, FastifyRequest} from 'fastify'
import {PICTURE_BYTES} from '../../contract/limits'
import {errorBody} from '../../contract/wire/common'
import * as routes from '../../contract/wire/entities/picture'
import {callerOf} from '../access/viewer'
import type {Evaluate} from '../evaluation/evaluations'
import {badRequest, HttpError, noSuch, refusals} from '../http/failures/errors'
import type {Patience} from '../http/failures/patience'
import {serving} from '../http/serve'
import type {judgePicture} from './judging/judge'
import {tooLarge} from './judging/refusals'
import {type PictureRepository, toWire} from './repository'

export interface PictureRoutesOptions {
  pictures: PictureRepository
  judge: Evaluate<typeof judgePicture>
  patience: Patience
  /** Whether clients of other origins of the same site show pictures, too. */
  isShared: boolean
}

const LIMITS = {files: 1, fields: 0, parts: 1, headerPairs: 20, fileSize: PICTURE_BYTES}

export const pictureRoutes: FastifyPluginAsync<PictureRoutesOptions> = async (
  app,
  {pictures, judge, patience, isShared},
) => {
  await app.register(multipart, {limits: LIMITS})
  const serve = serving(app, 'wall')

  serve(routes.listPictures, async ({params}) => (await pictures.list(params.id)).map(toWire))

  serve(
    {
      ...routes.uploadPicture,
      description: `A form (multipart/form-data) with a \`file\`: PNG, JPEG, WebP, GIF or SVG.`,
      consumes: ['multipart/form-data'],
      refusals: {...refusals, 413: errorBody, 415: errorBody, 503: errorBody},
      options: {config: {isUpload: true}, onRequest: async request => patience.waitFor(request.raw)},
    },
    async request => {
      try {
        const bytes = await fileOf(request)
        const examined = await judge(request.params.id, bytes)
        await request.checkAgain()
        return toWire(await pictures.add(callerOf(request), request.params.id, {...request.query, ...examined}))
      } catch (error) {
        patience.forgetRest(request.raw)
        throw error
      }
    },
  )

  serve(
    {...routes.readPicture, produces: [...routes.PICTURE_TYPES], otherwise: {304: errorBody}},
    async ({viewer, params, headers}, reply) => {
      const found = await pictures.find(viewer, params.id, params.pictureId)
      if (found === undefined) throw noSuch('picture')
      const etag = `"${found.sha256}"`
      reply.headers({
        'content-type': found.contentType,
        'content-security-policy': "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': isShared ? 'same-site' : 'same-origin',
        'cache-control': 'private, no-cache',
        etag,
      })
      if (headers['if-none-match'] === etag) return reply.code(304).send()
      const bytes = await pictures.bytesOf(found.id)
      if (bytes === undefined) throw noSuch('picture')
      return reply.send(bytes)
    },
  )

  serve(routes.removePicture, request =>
    pictures.remove(callerOf(request), request.params.id, request.params.pictureId),
  )
}

async function fileOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw new HttpError(415, 'The body must be multipart/form-data.')
  try {
    const part = await request.file()
    if (part === undefined) throw badRequest('A file must be chosen.')
    return await part.toBuffer()
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The parser's error for a form that ends too early or is none has neither code nor status. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof HttpError) return error
  if ('code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge()
  return 'code' in error || 'statusCode' in error ? error : badRequest('The form is not whole.')
}
