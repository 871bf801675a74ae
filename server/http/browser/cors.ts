import fastifyCors from '@fastify/cors'
import type {FastifyInstance, FastifyRequest} from 'fastify'
import {isDeviceApi} from './origin'

const SHARING = {
  credentials: true,
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  // The client computes the age of values by the server's clock (Date), and waits for the time given in Retry-After.
  // The others are read by uploads that are resumed.
  exposedHeaders: [
    'Date',
    'Retry-After',
    'Location',
    'Tus-Resumable',
    'Upload-Length',
    'Upload-Offset',
    'Upload-Expires',
  ],
  // The strict check would answer an incomplete preflight in plain text and not as `{message}`.
  strictPreflight: false,
  /** The seconds for which a browser may cache the answer to a preflight. */
  maxAge: 7200,
}

/**
 * Allows clients that are served from `allowedOrigins` to use the API in the sessions of their users. These origins
 * must be of the same site as the API (such as wall.works.test and api.works.test), because browsers send no cookies
 * across sites.
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
