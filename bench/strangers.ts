import {connect} from 'node:net'
import {residentBytes} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {cookiesOf, type RunningServer, withServer} from './support/server'
import {percentile} from './support/statistics'
import {createOrganisation} from './support/world'

const PACKETS = 400_000
const PACKETS_PER_POST = 20_000
const CONNECTIONS = 200
/** A ping of Engine.IO, an event in a namespace that was never joined, and the head of an event whose bytes never come. */
const [PING, EVENT, BINARY_EVENT] = ['2', '42["telemetry",1]', '451-["telemetry",{"_placeholder":true,"num":0}]']
const JOIN = '40'
const MADE_UP = 'accessToken=made-up'
const ROUNDS_BESIDE = 300
const WAIT_LIMIT = 2
const MEMORY_LIMIT = 50 * 1024 ** 2

/** The traffic of one stranger, each time in 400,000 packets. */
const WAYS: Readonly<Record<string, (server: RunningServer) => Promise<unknown>>> = {
  'one WebSocket that joins': server => byWebSocket(server, MADE_UP, JOIN),
  '20 requests that join': server => byRequests(server, MADE_UP),
  pings: server => byWebSocket(server, MADE_UP, PING),
  events: server => byWebSocket(server, MADE_UP, EVENT),
  'events without their bytes': server => byWebSocket(server, MADE_UP, BINARY_EVENT),
  '200 WebSockets that join': server =>
    Promise.all(Array.from({length: CONNECTIONS}, () => byWebSocket(server, MADE_UP, JOIN, PACKETS / CONNECTIONS))),
}

/** Sends hundreds of thousands of packets while somebody else sends small requests. */
export function strangers(): Promise<Line[]> {
  return withServer(
    database => createOrganisation(database, 'Strangers', 1),
    async (server, {emails: [email]}) => {
      const ask = () => fetch(`${server.origin}/healthz`).then(answer => answer.text())
      for (let round = 0; round < ROUNDS_BESIDE; round++) await ask()
      const quiet = await beside(server, ask, async () => {})
      const lines: Line[] = []
      for (const [way, attack] of Object.entries(WAYS)) lines.push(line(way, quiet, await beside(server, ask, attack)))
      const cookies = await cookiesOf(server, email)
      const signedIn = await beside(server, ask, () => byWebSocket(server, cookies, JOIN))
      return [...lines, information('  of somebody signed in', figures(signedIn))]
    },
  )
}

interface Beside {
  /** The latencies of requests, ms. */
  p99: number
  longest: number
  /** The growth of the server's memory, bytes. */
  memory: number
}

/** Sends one request at a time until some time after the attack. */
async function beside(
  server: RunningServer,
  ask: () => Promise<unknown>,
  attack: (server: RunningServer) => Promise<unknown>,
): Promise<Beside> {
  const memoryBefore = residentBytes(server.pid)
  let isOver = false
  const over = attack(server).finally(() => {
    isOver = true
  })
  const waits: number[] = []
  let memory = 0
  for (let after = 0; after < ROUNDS_BESIDE; after += isOver ? 1 : 0) {
    const askedAt = performance.now()
    await ask()
    waits.push(performance.now() - askedAt)
    memory = Math.max(memory, residentBytes(server.pid) - memoryBefore)
  }
  await over
  return {p99: percentile(waits, 0.99), longest: Math.max(...waits), memory}
}

/** Resolves when the server has closed the connection. */
function byWebSocket({port}: RunningServer, cookie: string, packet: string, packets = PACKETS): Promise<void> {
  const frame = Buffer.from([0x81, 0x80 + packet.length, 0, 0, 0, 0, ...Buffer.from(packet)])
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.resume()
    socket.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: ${cookie}\r\n\r\n`,
    )
    socket.write(Buffer.alloc(packets * frame.length, frame))
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

const figures = ({p99, longest, memory}: Beside) =>
  `p99 ${p99.toFixed(1)} ms, at most ${longest.toFixed(0)} ms; ${(memory / 1024 ** 2).toFixed(0)} MB more`

const line = (way: string, quiet: Beside, attacked: Beside): Line => ({
  what: `400,000 packets of a stranger by ${way}: another’s GET /healthz; memory of the server`,
  measured: `${(attacked.p99 / quiet.p99).toFixed(2)} ×: ${figures(attacked)}`,
  limit: `p99 ≤ ${WAIT_LIMIT} × quiet; ≤ 50 MB more`,
  verdict: verdict(attacked.p99 <= WAIT_LIMIT * quiet.p99 && attacked.memory <= MEMORY_LIMIT),
})
