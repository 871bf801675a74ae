import {once} from 'node:events'
import {writeFile} from 'node:fs/promises'
import {createServer} from 'node:http'
import {join} from 'node:path'
import {startPushService} from '../../tests/support/pushService'
import {steadyPort} from '../../tests/support/steadyPort'
import {openMailbox} from './mailbox'

/** When messages come, on `performance.now`. */
export interface Arrivals {
  next(place: string): Promise<number>
  /** The number of calls, by place. */
  counts: ReadonlyMap<string, number>
}

/** A mail server, a push service by https and a server that takes what Slack does. All of them take everything. */
export async function openPeers(folder: string) {
  const [mailbox, push, hooks] = [await openMailbox(), await startPushService(), arrivals()]
  const slack = createServer((request, response) => {
    request.resume()
    hooks.put(request.url ?? '')
    response.end('ok')
  })
  const port = await steadyPort()
  await once(slack.listen(port, '127.0.0.1'), 'listening')
  const certificate = join(folder, 'push-service.pem')
  await writeFile(certificate, push.ca)
  const pushed = arrivals()
  const watch = async (): Promise<never> => {
    const {path} = await push.next()
    pushed.put(path)
    return watch()
  }
  void watch()
  return {
    mailbox,
    push,
    pushed,
    hooks,
    hookOf: (path: string) => `http://127.0.0.1:${port}${path}`,
    environment: {SMTP_URL: mailbox.url, WEBHOOK_ALLOW_PRIVATE: 'on', NODE_EXTRA_CA_CERTS: certificate},
    close() {
      mailbox.close()
      push.close()
      slack.closeAllConnections()
      slack.close()
    },
  }
}

export type Peers = Awaited<ReturnType<typeof openPeers>>

function arrivals(): Arrivals & {put(place: string): void} {
  const waiting = new Map<string, (at: number) => void>()
  const counts = new Map<string, number>()
  return {
    counts,
    next: place => new Promise(resolve => waiting.set(place, resolve)),
    put(place) {
      counts.set(place, (counts.get(place) ?? 0) + 1)
      waiting.get(place)?.(performance.now())
    },
  }
}
