import {join} from 'node:path'
import cookies from '@fastify/cookie'
import statics from '@fastify/static'
import Fastify, {type FastifyInstance} from 'fastify'
import {addAccounts} from './accounts'
import {addAttributes} from './attributes'
import {addCredentials} from './credentials'
import {addEntities} from './entities'
import {createForeignStore, type ForeignStore} from './store'
import {addTelemetry} from './telemetry'

const CLIENT_DIR = join(import.meta.dirname, '../../../dist/client')

export interface ForeignServer {
  origin: string
  store: ForeignStore
  /** Each call, as `METHOD path`, in the order in which they came. */
  calls: string[]
  stop(): Promise<void>
}

/**
 * A server that somebody else has written from sections 3 and 7 of the specification, in memory. It serves the built
 * client, has no other call and no `/config.json`, and has habits of its own, all of which the specification allows.
 */
export async function startForeignServer(): Promise<ForeignServer> {
  const store = createForeignStore()
  const calls: string[] = []
  const app = Fastify()
  app.addHook('onRequest', async ({method, url}) => {
    if (url.startsWith('/api/')) calls.push(`${method} ${url.split('?')[0]}`)
  })
  await app.register(cookies)
  await serveClient(app)
  takeJsonAlone(app)
  for (const add of [addAccounts, addEntities, addAttributes, addCredentials, addTelemetry]) add(app, store)
  return {origin: await app.listen({host: '127.0.0.1', port: 0}), store, calls, stop: () => app.close()}
}

/** An unknown call gets an error of its own, in HTML. */
async function serveClient(app: FastifyInstance) {
  await app.register(statics, {root: CLIENT_DIR})
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && /^\/[^.]*$/.test(request.url.split('?')[0] ?? '') && !isCall(request.url)
    if (isPage) return reply.sendFile('index.html')
    return reply.code(500).type('text/html').send('<!doctype html><h1>Internal Server Error</h1>')
  })
}

const isCall = (url: string): boolean => /^\/(api|socket\.io)\//.test(url)

function takeJsonAlone(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler<Error & {statusCode?: number}>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({message: error.message}),
  )
}
