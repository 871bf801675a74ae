import type {Duplex} from 'node:stream'

/** Answers where there is no HTTP response to write to, and ends the connection. */
export function answerBare(
  socket: Duplex,
  {status, message, headers}: {status: string; message: string; headers: Readonly<Record<string, string>>},
) {
  if (!socket.writable) return socket.destroy()
  const body = JSON.stringify({message})
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'))
}
