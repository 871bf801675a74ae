import {sep} from 'node:path'
import fastifyStatic from '@fastify/static'
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {notFound} from './errors'

/** The names of the files that Vite puts here change with their content, so browsers may cache them for ever. */
const HASHED_ASSETS = `${sep}assets${sep}`

/**
 * Serves the built client. Every page request for a path without a file gets index.html, because the client has its own
 * router. Without `clientDir`, only the API is served.
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined) {
  if (clientDir !== undefined) {
    await app.register(fastifyStatic, {
      root: clientDir,
      cacheControl: false,
      setHeaders: (reply, path) =>
        reply.setHeader(
          'cache-control',
          path.includes(HASHED_ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }

  app.setNotFoundHandler((request, reply) => {
    if (clientDir !== undefined && isPageRequest(request)) return sendIndex(reply)
    throw notFound('There is nothing at this address.')
  })
}

const sendIndex = (reply: FastifyReply) => reply.code(200).sendFile('index.html')

function isPageRequest({method, url, headers}: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
  return isPage && !/^\/(api|assets|docs|socket\.io)(\/|$)/.test(url)
}
