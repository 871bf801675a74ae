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

/** What a peer answers: a status, a body that is text or JSON, and headers. */
export interface Reply {
  status: number
  body?: string | object
  headers?: Record<string, string>
  /** The connection is reset within the answer. */
  isCutOff?: true
}

/** A real web server on a free port, which keeps what it is sent and answers as it is told; by null, never. */
export async function startPeer(reply: Reply | null) {
  const inbox = createInbox<Received>()
  const peer = {url: '', reply, calls: inbox.items, next: inbox.next}
  const answer: RequestListener = async (request, response) => {
    const body = await text(request)
    inbox.put({method: request.method ?? '', path: request.url ?? '', headers: request.headers, body})
    if (peer.reply === null) return
    const {status, body: said = '', headers = {}, isCutOff} = peer.reply
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
