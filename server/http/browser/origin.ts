import type {FastifyRequest, onRequestAsyncHookHandler} from 'fastify'
import {forbidden} from '../failures/errors'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses changes that a page of a foreign origin sends (CSRF). Callers without an Origin are no browsers and pass. */
export function refuseForeignOrigins(allowedOrigins: readonly string[]): onRequestAsyncHookHandler {
  return async request => {
    if (READING.has(request.method) || isDeviceApi(request.url)) return
    if (!isOwnOrigin(request, allowedOrigins)) throw forbidden('A request from another site is not taken.')
  }
}

/**
 * Refuses the content types that a page of any site can send from a browser without a preflight. Only uploads take a
 * form: `refuseForeignOrigins` alone protects them.
 */
export const refuseForms: onRequestAsyncHookHandler = async ({method, url, headers, routeOptions}) => {
  if (READING.has(method) || isDeviceApi(url) || routeOptions.config.isUpload) return
  if (FORM.test(headers['content-type'] ?? '')) throw forbidden('A form is not taken: send JSON.')
}

const FORM = /^\s*(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Calls of devices need no check of the origin: they are authorised by a token in the path and never by a cookie. */
export const isDeviceApi = (url: string) => url.startsWith('/api/v1/')

function isOwnOrigin({headers}: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const {origin} = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  if (allowedOrigins.includes(origin)) return true
  return headers['sec-fetch-site'] !== 'cross-site' && isSameHost(origin, headers.host)
}

/**
 * `X-Forwarded-Host` is never believed, as by the handshakes of sockets. The scheme must not be compared: behind a
 * proxy that ends TLS, the server sees http although the browser uses https.
 */
export function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}
