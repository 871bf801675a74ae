import {mkdir} from 'node:fs/promises'
import type {FastifyReply, FastifyRequest, HTTPMethods} from 'fastify'
import type {FastifyPluginAsyncZod} from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import {id} from '../../contract/wire/common'
import {diskFull, isDiskFull} from '../files/incoming'
import {HttpError} from '../http/failures/errors'
import type {Patience} from '../http/failures/patience'
import {once} from '../http/once'
import type {ResumableOptions} from './resumable'

export interface ResumableRouteOptions extends Omit<ResumableOptions, 'path'> {
  patience: Patience
}

const PATH = '/api/v0/digitalAssets/resumable'
const METHODS: HTTPMethods[][] = [['GET', 'HEAD'], ['PATCH'], ['DELETE']]
const one = z.object({'*': id})

export const resumableRoutes: FastifyPluginAsyncZod<ResumableRouteOptions> = async (app, {patience, ...options}) => {
  /** The module is loaded with the first upload, because it isn't small. */
  const open = once(async () => {
    const [{Resumable}] = await Promise.all([import('./resumable'), mkdir(options.incoming.folder, {recursive: true})])
    return new Resumable({...options, path: PATH})
  })

  async function answer(request: FastifyRequest, reply: FastifyReply, uploadId?: string) {
    try {
      requireProtocol(request)
      const answered = await (await open()).answer(request, uploadId)
      for (const [name, value] of answered.headers) {
        if (!ANSWERED_OTHERWISE.test(name)) reply.header(name, name === 'upload-metadata' ? withoutOwner(value) : value)
      }
      const text = await answered.text()
      if (answered.status < 400) return reply.code(answered.status).send(text === '' ? undefined : text)
      patience.forgetRest(request.raw)
      return reply.code(answered.status).type('application/json').send({message: text.trim()})
    } catch (error) {
      patience.forgetRest(request.raw)
      throw isDiskFull(error) ? diskFull() : error
    }
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  const route = {
    config: {isUpload: true, isAddition: true},
    onRequest: async (request: FastifyRequest) => patience.waitFor(request.raw),
  }
  const schema = {tags: ['digital assets'], description: 'An upload by the protocol tus 1.0.0, see https://tus.io.'}

  app.options(PATH, {...route, schema}, (request, reply) => answer(request, reply))
  app.post(PATH, {...route, schema}, (request, reply) => answer(request, reply))
  // Only the headers of an upload are read. OpenAPI has no words for the rest of a path.
  for (const method of METHODS) {
    app.route({
      ...route,
      method,
      url: `${PATH}/*`,
      schema: {...schema, hide: true, params: one},
      handler: (request, reply) => answer(request, reply, request.params['*']),
    })
  }
}

/** The library would answer these with 400, or without the version that it accepts. */
function requireProtocol({method, headers}: FastifyRequest) {
  if (method !== 'OPTIONS' && headers['tus-resumable'] !== VERSION)
    throw new HttpError(412, `Tus-Resumable: must be ${VERSION}`, {'tus-version': VERSION})
  if (method === 'PATCH' && headers['content-type'] !== BYTES)
    throw new HttpError(415, `Content-Type: must be ${BYTES}`)
}

const VERSION = '1.0.0'
const BYTES = 'application/offset+octet-stream'

const withoutOwner = (metadata: string) =>
  metadata
    .split(',')
    .filter(field => !field.startsWith('owner '))
    .join(',')

/** The server sets the headers of foreign origins and of the body itself. */
const ANSWERED_OTHERWISE = /^(access-control-|content-length$)/
