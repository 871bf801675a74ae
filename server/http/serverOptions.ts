import type {Server} from 'node:http'
import type {Socket} from 'node:net'
import fastify, {type FastifyHttpOptions} from 'fastify'
import {BODY_BYTES} from '../../contract/limits'
import type {Milliseconds} from '../../contract/wire/common'
import {answerError} from './errorHandler'
import {type LogOptions, loggerOptions} from './logging'

export interface ServerLimits {
  /** How long a request may take to arrive. */
  requestTimeout?: Milliseconds | undefined
  logger?: LogOptions | undefined
}

const SECOND: Milliseconds = 1000
/** A key of 255 emoji, percent-encoded. */
const PARAMETER_LENGTH = 255 * 12

/** Bounds what a stranger can make the server hold: time, bytes and idle connections. */
export function serverOptions({requestTimeout = 30 * SECOND, logger}: ServerLimits): FastifyHttpOptions<Server> {
  return {
    logger: loggerOptions(logger),
    // Two lines for each of thousands of messages a second would cost more than the messages.
    logController: new fastify.LogController({disableRequestLogging: true}),
    bodyLimit: BODY_BYTES,
    requestTimeout,
    connectionTimeout: 4 * requestTimeout,
    http: {
      headersTimeout: Math.min(requestTimeout, 10 * SECOND),
      connectionsCheckingInterval: Math.min(requestTimeout / 4, 2 * SECOND),
    },
    // What comes on a connection that is not closed yet is answered as ever, and closes it.
    return503OnClosing: false,
    // A proxy on this machine may say who its callers are and that they came by https.
    trustProxy: 'loopback',
    routerOptions: {maxParamLength: PARAMETER_LENGTH},
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
    clientErrorHandler: answerBrokenRequest,
  }
}

/** What is not HTTP at all, or never came to its end, gets no further than this. */
function answerBrokenRequest(error: Error & {code?: string}, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = BROKEN[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.']
  const body = JSON.stringify({message})
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    )
  }
  socket.destroySoon()
}

const BROKEN: Record<string, [string, string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
}
