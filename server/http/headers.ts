import type {FastifyInstance} from 'fastify'
import {isDeviceApi} from './origin'

export interface Allowed {
  /** The origins that the client may connect to besides the one that serves it. */
  connectTo: readonly string[]
  /** The hashes of the scripts in the client's page. */
  scriptHashes: readonly string[]
}

export function sendSecurityHeaders(app: FastifyInstance, allowed: Allowed) {
  const forBrowsers = browserHeaders(allowed)

  app.addHook('onRequest', (request, reply, done) => {
    // Devices post thousands of times a second and ignore the other headers.
    reply.headers(isDeviceApi(request.url) ? FOR_ALL : forBrowsers)
    if (request.protocol === 'https') reply.header('strict-transport-security', ONE_YEAR)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
}

const ONE_YEAR = 'max-age=31536000'
const FOR_ALL = {'x-content-type-options': 'nosniff'}

function browserHeaders({connectTo, scriptHashes}: Allowed): Record<string, string> {
  const directives = [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    // Mantine and Highcharts set style attributes, which need 'unsafe-inline'.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...connectTo].join(' '),
    ["media-src 'self' blob:", ...connectTo].join(' '),
    ["connect-src 'self' ws: wss:", ...connectTo].join(' '),
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
