import {once} from 'node:events'
import {createServer, type IncomingHttpHeaders, type RequestListener} from 'node:http'
import {text} from 'node:stream/consumers'
import {onTestFinished} from 'vitest'
import {createInbox} from '../../../support/inbox'
import {portOf} from '../../../support/portOf'

export interface Received {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** The answer of a peer: a status, a body that is text or JSON, and headers. */
export interface Reply {
  status: number
  body?: string | object
  headers?: Record<string, string>
  /** The connection is reset within the answer. */
  isCutOff?: true
}

/** The answers of a peer to each call; null is none. */
type Replies = Reply | null | ((received: Received) => Reply | null)

/** A real web server on a free port, which stores its requests. */
export async function startPeer(reply: Replies) {
  const inbox = createInbox<Received>()
  const peer = {url: '', reply, calls: inbox.items, next: inbox.next}
  const answer: RequestListener = async (request, response) => {
    const body = await text(request)
    const received = {method: request.method ?? '', path: request.url ?? '', headers: request.headers, body}
    inbox.put(received)
    const reply = typeof peer.reply === 'function' ? peer.reply(received) : peer.reply
    if (reply === null) return
    const {status, body: said = '', headers = {}, isCutOff} = reply
    const written = typeof said === 'string' ? said : JSON.stringify(said)
    if (isCutOff)
      response.writeHead(status, {'content-length': 1000}).write(written, () => request.socket.resetAndDestroy())
    else response.writeHead(status, headers).end(written)
  }
  const server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  peer.url = `http://127.0.0.1:${portOf(server)}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return peer
}
