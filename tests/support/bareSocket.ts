import {connect, type Socket} from 'node:net'
import type {FastifyInstance} from 'fastify'
import {portOf} from './portOf'

/** Returns the address of an app. */
export function originOf({server}: FastifyInstance): {origin: string; port: number} {
  const port = portOf(server)
  return {origin: `http://127.0.0.1:${port}`, port}
}

export const upgrade = (path: string, cookie: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: ${cookie}\r\n\r\n`

export const LIVE_PATH = '/socket.io/?EIO=4&transport=websocket'

/** One frame of at most 125 bytes; a mask of zeros leaves the text as it is. */
export const frame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])

export interface BareSocket {
  socket: Socket
  /** The beginning of what has come. */
  heard(): string
  closed: Promise<void>
}

/** A client down to its bytes: a real one neither stops reading nor breaks the protocol. */
export function openBareSocket(app: FastifyInstance): BareSocket {
  const socket = connect(originOf(app).port, '127.0.0.1')
  let heard = ''
  socket.on('data', chunk => {
    if (heard.length < 10_000) heard += chunk.toString('latin1')
  })
  // The server may close before it has read everything.
  socket.on('error', () => {})
  return {socket, heard: () => heard, closed: new Promise(resolve => socket.once('close', () => resolve()))}
}
