import type {FastifyInstance, FastifyRequest} from 'fastify'
import {isDeviceApi} from './origin'

export interface Allowed {
  /** The origins that the client may connect to besides the one that serves it. */
  connectTo: readonly string[]
  /** The origins that its pages may load images from besides those. */
  imagesFrom: readonly string[]
  /** The hashes of the scripts in the client's page. */
  scriptHashes: readonly string[]
  /** Whether users reach the server by https alone. */
  isPublicHttps: boolean
}

/** The headers of the answer to a path. */
export type SecurityHeaders = (url: string, isHttps: boolean) => Readonly<Record<string, string>>

export function securityHeaders(allowed: Allowed): SecurityHeaders {
  const forBrowsers = browserHeaders(allowed)
  const forDevices = {...FOR_ALL, ...NO_PAGE}
  const plain = {forBrowsers, forDevices}
  const strict = {
    forBrowsers: {...forBrowsers, ...HTTPS_ONLY},
    forDevices: {...forDevices, ...HTTPS_ONLY},
  }
  return (url, isHttps) => {
    const headers = isHttps || allowed.isPublicHttps ? strict : plain
    // Devices post thousands of times a second and ignore headers, which are for someone who opens such an address.
    return isDeviceApi(url) ? headers.forDevices : headers.forBrowsers
  }
}

export const headersFor = (headers: SecurityHeaders, {url, protocol}: FastifyRequest) =>
  headers(url, protocol === 'https')

export function sendSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders) {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(headers, request))
    done()
  })
}

/** Answers that caches may store say so themselves. */
const FOR_ALL = {'x-content-type-options': 'nosniff', 'cache-control': 'no-store'}
const NO_PAGE = {
  'content-security-policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'same-origin',
}
export const HTTPS_ONLY = {'strict-transport-security': 'max-age=31536000; includeSubDomains'}

function browserHeaders({connectTo, imagesFrom, scriptHashes}: Allowed): Record<string, string> {
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // Mantine and Highcharts set style attributes, which need 'unsafe-inline'.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...connectTo, ...imagesFrom].join(' '),
    ["media-src 'self' blob:", ...connectTo].join(' '),
    ["connect-src 'self'", ...connectTo.flatMap(withSocket)].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    ...FOR_ALL,
    'content-security-policy': directives.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    'x-dns-prefetch-control': 'off',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
  }
}

/** `'self'` covers the WebSocket of the own origin; an origin that is named covers its https alone. */
const withSocket = (origin: string) => [origin, origin.replace(/^http/, 'ws')]
