import {once} from 'node:events'
import {createServer} from 'node:http'
import {buffer, text} from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import {SMTPServer} from 'smtp-server'
import {webhookBody} from '../../contract/wire/notification'
import {steadyPort} from '../../tests/support/steadyPort'
import type {Random} from './random'

/** A notification: its series, its change, and its message. The same message may come again. */
export interface Told {
  deviceName: string
  key: string
  change: string
  messageId: string
}

export interface Receiver {
  url: string
  told: readonly Told[]
  close(): void
}

/** A mail server that takes everything. */
export async function receiveMail(): Promise<Receiver> {
  const told: Told[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    closeTimeout: 1,
    async onData(stream, _session, done) {
      // A server that is killed while it sends leaves half a mail.
      const received = await buffer(stream).catch(() => undefined)
      if (received === undefined) return
      const {messageId = '', text = ''} = await PostalMime.parse(received)
      for (const [, deviceName = '', key = '', change = ''] of text.matchAll(LINE)) {
        told.push({deviceName, key, change: CHANGES[change] ?? change, messageId})
      }
      done()
    },
  }).on('error', () => {})
  const port = await steadyPort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {url: `smtp://127.0.0.1:${port}`, told, close: () => server.close()}
}

/** As `emails.ts` of the server writes what has changed: `Critical · Chaos 0001, pressure1: raised, value 99, …`. */
const LINE = /· (Chaos \d+), (\w+): (raised, and over again|[a-z ]+)/g
const CHANGES: Readonly<Record<string, string>> = {over: 'ended', 'raised and cleared': 'passed'}

/** A web server that accepts all messages, but fails now and then, before or after it has read them. */
export async function receiveWebhooks(random: Random): Promise<Receiver> {
  const told: Told[] = []
  const server = createServer(async (request, response) => {
    const messageId = String(request.headers['webhook-id'])
    const fails = random() < FAILING
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    if (fails && random() < 0.5) return void response.writeHead(503).end()
    for (const {device_name: deviceName, key, change} of webhookBody.parse(JSON.parse(body)).notices) {
      told.push({deviceName, key, change, messageId})
    }
    response.writeHead(fails ? 500 : 204).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/alarms`,
    told,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const FAILING = 0.2
