import {once} from 'node:events'
import {SMTPServer} from 'smtp-server'
import {steadyPort} from '../../tests/support/steadyPort'

export interface Mailbox {
  url: string
  /** Resolves to the time on `performance.now` at which the next mail for the address was handed over. */
  arrivalOf(address: string): Promise<number>
  /** The number of mails for each address. */
  counts: ReadonlyMap<string, number>
  close(): void
}

/** A mail server that takes everything. */
export async function openMailbox(): Promise<Mailbox> {
  const waiting = new Map<string, (at: number) => void>()
  const counts = new Map<string, number>()
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, {envelope}, done) {
      stream.on('end', () => {
        for (const {address} of envelope.rcptTo) {
          counts.set(address, (counts.get(address) ?? 0) + 1)
          waiting.get(address)?.(performance.now())
        }
        done()
      })
      stream.resume()
    },
  }).on('error', () => {})
  const port = await steadyPort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `smtp://127.0.0.1:${port}`,
    counts,
    arrivalOf: address => new Promise(resolve => waiting.set(address, resolve)),
    close: () => server.close(),
  }
}
