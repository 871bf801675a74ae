import type {FastifyRequest, onRequestAsyncHookHandler} from 'fastify'
import {forbidden} from './errors'

const READING = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses a change that a browser sends from a foreign page. Callers that are no browsers send no Origin and pass. */
export function refuseForeignOrigins(allowedOrigins: readonly string[]): onRequestAsyncHookHandler {
  return async request => {
    if (READING.has(request.method) || isDeviceApi(request.url)) return
    if (!isOwnOrigin(request, allowedOrigins)) throw forbidden('A request from another site is not taken.')
  }
}

/** Refuses what a page of any site may send without asking first. */
export const refuseForms: onRequestAsyncHookHandler = async ({method, url, headers}) => {
  if (READING.has(method) || isDeviceApi(url)) return
  if (FORM.test(headers['content-type'] ?? '')) throw forbidden('A form is not taken: send JSON.')
}

const FORM = /^\s*(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i

/** Devices sign in by a token in the path, never by cookie, so a foreign page gains nothing from their calls. */
export const isDeviceApi = (url: string) => url.startsWith('/api/v1/')

function isOwnOrigin({headers, host}: FastifyRequest, allowedOrigins: readonly string[]): boolean {
  const {origin} = headers
  if (origin === undefined) return headers['sec-fetch-site'] !== 'cross-site'
  if (allowedOrigins.includes(origin)) return true
  return headers['sec-fetch-site'] !== 'cross-site' && isSameHost(origin, host)
}

/** The scheme is not compared: behind a proxy that ends TLS this server sees http where the browser says https. */
export function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host
}
