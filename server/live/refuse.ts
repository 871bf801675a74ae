import {type IncomingMessage, ServerResponse, STATUS_CODES} from 'node:http'
import {answerBare} from '../http/failures/bareAnswer'
import type {HttpError} from '../http/failures/errors'

/** Answers a handshake, which may be the upgrade to a WebSocket, and ends its connection. */
export function refuse(
  {socket}: IncomingMessage,
  response: unknown,
  {statusCode, message}: HttpError,
  headers: Readonly<Record<string, string>>,
) {
  if (response instanceof ServerResponse) {
    response.writeHead(statusCode, {'content-type': 'application/json', connection: 'close'})
    response.end(JSON.stringify({message}))
  } else {
    answerBare(socket, {status: `${statusCode} ${STATUS_CODES[statusCode]}`, message, headers})
    socket.destroySoon()
  }
}
