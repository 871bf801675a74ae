import {sep} from 'node:path'
import fastifyStatic from '@fastify/static'
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {ACCESS_COOKIE} from './cookies'
import {notFound} from './errors'
import type {ClientPage} from './page'

/** The names of the files that Vite puts here change with their content, so browsers may cache them for ever. */
const HASHED_ASSETS = `${sep}assets${sep}`

/**
 * Serves the built client. Every page request for a path without a file gets index.html, because the client has its own
 * router. Without `clientDir`, only the API is served.
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined, page: ClientPage) {
  if (clientDir !== undefined) {
    await app.register(fastifyStatic, {
      root: clientDir,
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) =>
        reply.setHeader(
          'cache-control',
          path.includes(HASHED_ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
        ),
    })
  }

  app.setNotFoundHandler((request, reply) => {
    if (clientDir !== undefined && isPageRequest(request)) return sendIndex(request, reply, page)
    throw notFound('There is nothing at this address.')
  })
}

/** An ended session still has its cookie; the files are then loaded for the screen that follows the sign-in. */
function sendIndex({url, cookies}: FastifyRequest, reply: FastifyReply, page: ClientPage) {
  const links = page.linksOf(url.split('?')[0] ?? '/', cookies[ACCESS_COOKIE] !== undefined)
  if (links !== undefined) reply.header('link', links)
  return reply.code(200).sendFile('index.html')
}

function isPageRequest({method, url, headers}: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
  return isPage && !/^\/(api|assets|docs|socket\.io)(\/|$)/.test(url)
}
