import {sep} from 'node:path'
import fastifyStatic from '@fastify/static'
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify'
import {DASHBOARD_COOKIE} from '../../../contract/wire/config'
import {noSuchCall} from '../failures/errors'
import {ACCESS_COOKIE} from './cookies'
import type {ClientPage} from './page'

/** The names of the files that Vite puts here change with their content, so browsers may cache them for ever. */
const HASHED_ASSETS = `${sep}assets${sep}`

/**
 * Serves the built client. Every page request for a path without a file gets index.html, because the client has its own
 * router; below /player it gets the page of a screen. Without `clientDir`, only the API is served.
 */
export async function serveClient(app: FastifyInstance, clientDir: string | undefined, page: ClientPage) {
  if (clientDir !== undefined) {
    await app.register(async files => {
      files.addHook('onRequest', async (_request, reply) => void reply.removeHeader('cache-control'))
      await files.register(fastifyStatic, {
        root: clientDir,
        cacheControl: false,
        preCompressed: true,
        index: false,
        allowedPath: path => !PAGES.includes(path),
        setHeaders: (reply, path) =>
          reply.setHeader(
            'cache-control',
            path.includes(HASHED_ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
          ),
      })
    })
  }

  app.setNotFoundHandler((request, reply) => {
    reply.header('cache-control', 'no-store')
    if (clientDir !== undefined && isPageRequest(request)) return sendIndex(request, reply, page)
    throw noSuchCall()
  })
}

/**
 * An ended session still has its cookie; the files are then loaded for the screen that follows the sign-in. The page
 * says whether there is one, so not even Back may bring an old one from a cache.
 */
function sendIndex({url, cookies}: FastifyRequest, reply: FastifyReply, page: ClientPage) {
  const isSignedIn = cookies[ACCESS_COOKIE] !== undefined
  const answer = reply.code(200).type('text/html; charset=utf-8')
  if (PLAYER.test(url)) return answer.send(page.player)
  const [path = '/', query = ''] = url.split('?')
  // Only walls are shown as kiosks.
  const dashboard = new URLSearchParams(query).has('kiosk') ? 'wall' : cookies[DASHBOARD_COOKIE]
  const {html, links} = page.at(path, {isSignedIn, dashboard})
  if (links.length > 0) answer.header('link', links.join(', '))
  return answer.send(html)
}

function isPageRequest({method, url, headers}: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (PAGES.includes(url)) return true
  if (url.startsWith(PLAYER_FILES)) return false
  if (/^\/(api|assets|docs|socket\.io)(\/|$)/.test(url)) return false
  const {accept = ANYTHING} = headers
  // Viewers and previewers of a screen ask for anything; so do clients that miss a file, whose name has a dot.
  return accept.includes('text/html') || (accept.includes(ANYTHING) && !/^[^?]*\./.test(url))
}

const ANYTHING = '*/*'
/** Files of the build that are only sent as pages, with additions of the server. */
const PAGES = ['/', '/index.html', '/player.html']
const PLAYER = /^\/player([/?.]|$)/
/** The player's service worker answers these; a player without one must not take a page for a file. */
const PLAYER_FILES = '/player/files/'
