import {once} from 'node:events'
import {type AddressInfo, connect, createServer, type Socket} from 'node:net'
import {Transform} from 'node:stream'
import {LIVE_PING_TIMEOUT} from '../../contract/limits'

/** A link to a server by which a page with a faster clock keeps its socket: the page waits for pings almost for ever. */
export async function openPatientLink(port: number): Promise<{origin: string; close(): void}> {
  const sockets = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(port, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        sockets.delete(socket)
      })
    }
    near.pipe(far).pipe(patient()).pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: originOf(server.address()),
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

const TOLD = `"pingTimeout":${LIVE_PING_TIMEOUT}`
/** Ten days, in as many bytes. */
const INSTEAD = '"pingTimeout":'.concat('9e8'.padStart(String(LIVE_PING_TIMEOUT).length))

/** The server says it in a packet of its own. */
const patient = () =>
  new Transform({
    transform(sent: Buffer, _encoding, done) {
      const at = sent.indexOf(TOLD)
      if (at !== -1) sent.write(INSTEAD, at)
      done(null, sent)
    },
  })

function originOf(address: AddressInfo | string | null): string {
  if (address === null || typeof address === 'string') throw new Error('The link has no port')
  return `http://127.0.0.1:${address.port}`
}
