import fastifyCors from '@fastify/cors'
import type {FastifyInstance, FastifyRequest} from 'fastify'
import {isDeviceApi} from './origin'

const SHARING = {
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  // The client tells how old a value is by the server's clock, and waits as long as it is told to.
  exposedHeaders: ['Date', 'Retry-After'],
  // The plug-in refuses in plain text what is no complete preflight.
  strictPreflight: false,
  /** Seconds for which a browser need not ask again. */
  maxAge: 7200,
}

/**
 * Lets clients that are served from `allowedOrigins` use the API in their users' sessions; to every other page it stays
 * closed. Such an origin must be of the same site (wall.works.test and api.works.test), or browsers keep the cookies back.
 */
export async function shareWith(app: FastifyInstance, allowedOrigins: readonly string[]) {
  if (allowedOrigins.length === 0) return
  const sharedOrigin = ({url, headers}: FastifyRequest) =>
    isDeviceApi(url) ? undefined : allowedOrigins.find(origin => origin === headers.origin)

  await app.register(fastifyCors, {
    delegator(request, answer) {
      const origin = sharedOrigin(request)
      answer(null, origin === undefined ? {origin: false} : {...SHARING, origin})
    },
  })
}
