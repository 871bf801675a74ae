import {connect} from 'node:net'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {createOrganisation} from './support/world'

const PACKETS = 400_000
const PACKETS_PER_POST = 20_000
const LIMIT = 100
const ROUNDS_BESIDE = 100

/** Asks for hundreds of thousands of sockets while somebody else sends small requests. */
export function strangers(): Promise<Line[]> {
  return withServer(
    database => createOrganisation(database, 'Strangers', 1),
    async (server, {emails: [email]}) => {
      const ask = () => fetch(`${server.origin}/healthz`).then(answer => answer.text())
      for (let round = 0; round < ROUNDS_BESIDE; round++) await ask()
      const cookies = await cookiesOf(server, email)
      const madeUp = 'accessToken=made-up'
      const byOne = await waitBeside(ask, byWebSocket(server, madeUp))
      const byMany = await waitBeside(ask, byRequests(server, madeUp))
      const signedIn = [
        await waitBeside(ask, byWebSocket(server, cookies)),
        await waitBeside(ask, byRequests(server, cookies)),
      ]
      return [
        line('400,000 packets of a stranger by one WebSocket', byOne),
        line('400,000 packets of a stranger by 20 requests', byMany),
        information('  of somebody signed in', signedIn.map(longest => `${longest.toFixed(0)} ms`).join(' and ')),
      ]
    },
  )
}

/** Sends one request at a time until shortly after the attack, and returns the longest time that one took. */
async function waitBeside(ask: () => Promise<unknown>, attack: Promise<void>): Promise<number> {
  let isOver = false
  const over = attack.finally(() => {
    isOver = true
  })
  let longest = 0
  for (let after = 0; after < ROUNDS_BESIDE; after += isOver ? 1 : 0) {
    const askedAt = performance.now()
    await ask()
    longest = Math.max(longest, performance.now() - askedAt)
  }
  await over
  return longest
}

/** Resolves when the server has closed the connection. */
function byWebSocket({port}: RunningServer, cookie: string): Promise<void> {
  const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, ...Buffer.from('40')])
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
    socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: ${cookie}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(PACKETS * frame.length, frame))
  })
}

async function byRequests({origin}: RunningServer, cookie: string): Promise<void> {
  const url = `${origin}/socket.io/?EIO=4&transport=polling`
  const body = new Array(PACKETS_PER_POST).fill('40').join('\u001e')
  for (let sent = 0; sent < PACKETS; sent += PACKETS_PER_POST) {
    const handshake = await (await fetch(url, {headers: {cookie}})).text()
    const sid = /"sid":"([^"]+)"/.exec(handshake)?.[1] ?? 'none'
    // The server may close the connection in the middle of the answer.
    await fetch(`${url}&sid=${sid}`, {method: 'POST', body}).catch(() => {})
  }
}

const line = (what: string, longest: number): Line => ({
  what: `${what}: longest wait of another’s GET /healthz`,
  measured: `${longest.toFixed(0)} ms`,
  limit: '≤ 100 ms',
  verdict: verdict(longest <= LIMIT),
})
