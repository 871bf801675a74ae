import {randomUUID} from 'node:crypto'
import type {Server} from 'node:http'
import type {Socket} from 'node:net'
import fastify, {type FastifyHttpOptions} from 'fastify'
import {BODY_BYTES} from '../../contract/limits'
import {SECOND} from '../../contract/rules/time/durations'
import type {Milliseconds} from '../../contract/wire/common'
import type {Log} from '../log/log'
import {headersFor, type SecurityHeaders} from './browser/headers'
import {answerBare} from './failures/bareAnswer'
import {answerError} from './failures/errorHandler'
import type {Patience} from './failures/patience'
import type {IsProxy} from './network'

export interface ServerOptions {
  /** The time that a request may take to arrive as a whole. */
  requestTimeout?: Milliseconds | undefined
  log: Log
  /** The patience for requests that may take longer. */
  patience: Patience
  isProxy: IsProxy
  headers: SecurityHeaders
}

/** The longest parameter is a key of 255 emoji, each percent-encoded to 12 characters. */
const PARAMETER_LENGTH = 255 * 12

/** Limits the time, bytes and idle connections that a stranger can make the server spend. */
export function serverOptions({
  requestTimeout = 30 * SECOND,
  log,
  patience,
  isProxy,
  headers,
}: ServerOptions): FastifyHttpOptions<Server> {
  return {
    loggerInstance: log,
    genReqId: () => randomUUID(),
    // Two log lines for each of thousands of messages a second would cost more than handling the messages.
    logController: new fastify.LogController({disableRequestLogging: true}),
    bodyLimit: BODY_BYTES,
    requestTimeout,
    connectionTimeout: 4 * requestTimeout,
    // Headers may take as long as the rest: after a pause of the process Node checks the time before it reads.
    http: {headersTimeout: requestTimeout, connectionsCheckingInterval: Math.min(requestTimeout / 4, 2 * SECOND)},
    // `closing.ts` answers calls while the server closes, in the words of all other answers.
    return503OnClosing: false,
    // Only these are trusted to name their caller and to say that the caller uses https.
    trustProxy: isProxy,
    routerOptions: {maxParamLength: PARAMETER_LENGTH},
    frameworkErrors(error, request, reply) {
      // No hook runs for these.
      reply.headers(headersFor(headers, request))
      answerError(error, request, reply)
    },
    clientErrorHandler(error, socket) {
      // Node reports a request that takes long, and leaves it to this handler to end it.
      if (error.code === TIMEOUT && patience.isWaitingOn(socket)) return
      answerBrokenRequest(error, socket, headers(UNKNOWN_PATH, false))
    },
  }
}

/** Answers requests that are not HTTP, or that did not arrive in time. They reach no hook and no route. */
function answerBrokenRequest(
  error: Error & {code?: string},
  socket: Socket,
  headers: Readonly<Record<string, string>>,
) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = BROKEN[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.']
  answerBare(socket, {status, message, headers})
  socket.destroySoon()
}

const UNKNOWN_PATH = '/'
const TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'
const BROKEN: Record<string, [string, string]> = {
  [TIMEOUT]: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The headers are too large.'],
}
