import {connect} from 'node:net'
import {setTimeout as delay} from 'node:timers/promises'
import {generate, type IConnectPacket} from 'mqtt-packet'
import {steadyPort} from '../tests/support/steadyPort'
import {connectDevice} from './support/deviceConnection'
import {stepsDuring} from './support/during'
import {watchCpu} from './support/processes'
import {information, type Line, verdict} from './support/report'
import {type RunningServer, withServer} from './support/server'
import {byLength, type Settings} from './support/settings'
import {percentile} from './support/statistics'
import {createOrganisation} from './support/world'

/** They take turns, since each may send only so often. */
const OTHERS = 20
const CHUNK_BYTES = 64 * 1024
const PROPERTIES = 5_000
const WARM_UP_POSTS = 2_000
const SECOND = 1000
/** Between the posts of the device beside, so that they cost the same with and without a flood. */
const PAUSE = 10
const WAIT_LIMIT = 2
/** The share of a core that one client may cost, whatever it sends. */
const CPU_LIMIT = 0.05

interface Way {
  connect: Buffer
  /** The packet that is repeated after it. Without it, the client only connects. */
  packet?: Buffer
}

/** The packets that one client sends as fast as the server takes them. */
const waysOf = (token: string): Readonly<Record<string, Way>> => ({
  'a stranger’s pings': {connect: connecting('provision'), packet: generate({cmd: 'pingreq'})},
  'a stranger’s subscriptions': {connect: connecting('provision'), packet: subscribe('/provision/response')},
  'a stranger’s requests that are none, by MQTT 5': {
    connect: connecting('provision', {protocolVersion: 5}),
    packet: generate(
      {cmd: 'publish', topic: '/provision/request', qos: 1, messageId: 1, dup: false, retain: false, payload: '!'},
      {protocolVersion: 5},
    ),
  },
  'a stranger’s lists of properties': {
    connect: connecting('made-up', {protocolVersion: 5, properties: manyProperties()}),
  },
  'a device’s pings': {connect: connecting(token), packet: generate({cmd: 'pingreq'})},
  'a device’s subscriptions': {connect: connecting(token), packet: subscribe('v1/devices/me/attributes')},
})

/** Packets without a value by which a client could delay others: their cost for the server, and for another device. */
export async function mqttStrangers(settings: Settings): Promise<Line[]> {
  const mqttPort = await steadyPort()
  const seconds = byLength(settings, {quick: 3, usual: 10})
  return withServer(
    database => createOrganisation(database, 'Strangers', OTHERS + 1),
    async (server, {devices}) => {
      const [flooding = '', ...tokens] = devices.map(({token}) => token)
      const others = tokens.map(token => connectDevice(server.port, token))
      let posted = 0
      const post = async () => {
        const status = await others[posted++ % OTHERS]?.post('{"temperature":20}')
        if (status !== 200) throw new Error(`status ${status}`)
      }
      for (let each = 0; each < WARM_UP_POSTS; each++) await post()
      const quiet = await beside(server, post, delay(seconds * SECOND))
      const lines = [information('a device beside floods of MQTT, quiet', figures(quiet))]
      for (const [way, sent] of Object.entries(waysOf(flooding)))
        for (const comesBack of [false, true]) {
          const flood = floodBy(mqttPort, sent, {seconds, comesBack})
          lines.push(
            line(comesBack ? `${way}, with a new connection each time` : way, quiet, await beside(server, post, flood)),
          )
        }
      return lines
    },
    {environment: {MQTT: 'on', MQTT_PORT: String(mqttPort)}},
  )
}

interface Beside {
  /** The latencies of posts, ms. */
  p99: number
  longest: number
  /** Cores in use by the server since the second second. */
  cores: number
}

/** Sends one value at a time until the flood is over. */
async function beside(server: RunningServer, post: () => Promise<unknown>, flood: Promise<unknown>): Promise<Beside> {
  const beganAt = performance.now()
  const waits: number[] = []
  let used: ReturnType<typeof watchCpu> | undefined
  await stepsDuring(flood, async () => {
    const sentAt = performance.now()
    await post()
    waits.push(performance.now() - sentAt)
    await delay(PAUSE)
    if (sentAt - beganAt > SECOND) used ??= watchCpu(server.pid)
  })
  return {p99: percentile(waits, 0.99), longest: Math.max(...waits), cores: used?.().server ?? Number.NaN}
}

/** Sends for some seconds. Who does not come back waits until they are over. */
async function floodBy(port: number, way: Way, {seconds, comesBack}: {seconds: number; comesBack: boolean}) {
  const until = performance.now() + seconds * SECOND
  do await floodOnce(port, way, until)
  while (comesBack && performance.now() < until)
  await delay(Math.max(0, until - performance.now()))
}

/** Resolves when the server has closed the connection, or when the time is over. */
function floodOnce(port: number, {connect: first, packet}: Way, until: number): Promise<void> {
  return new Promise(resolve => {
    const socket = connect({port, host: '127.0.0.1', noDelay: true})
    const over = setTimeout(() => socket.destroy(), Math.max(0, until - performance.now()))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(over)
      resolve()
    })
    socket.resume()
    socket.write(first)
    if (packet === undefined) return
    const chunk = Buffer.alloc(Math.floor(CHUNK_BYTES / packet.length) * packet.length, packet)
    const send = () => {
      while (socket.writable && socket.write(chunk));
    }
    socket.on('drain', send)
    send()
  })
}

function connecting(username: string, more: Pick<IConnectPacket, 'protocolVersion' | 'properties'> = {}): Buffer {
  const {protocolVersion = 4} = more
  const session = {clean: true, keepalive: 600, clientId: username, username}
  return generate({cmd: 'connect', protocolId: 'MQTT', protocolVersion, ...session, ...more}, {protocolVersion})
}

const subscribe = (topic: string): Buffer =>
  generate({cmd: 'subscribe', messageId: 1, subscriptions: [{topic, qos: 1}]})

const manyProperties = () => ({
  userProperties: Object.fromEntries(Array.from({length: PROPERTIES}, (_, index) => [`p${index}`, 'v'])),
})

const figures = ({p99, longest, cores}: Beside) =>
  `p99 ${p99.toFixed(1)} ms, at most ${longest.toFixed(0)} ms; ${(cores * 100).toFixed(1)} % of a core`

const line = (way: string, quiet: Beside, flooded: Beside): Line => ({
  what: `${way}: another’s device POST → answer; the server’s CPU beyond quiet`,
  measured: `${(flooded.p99 / quiet.p99).toFixed(2)} ×, ${((flooded.cores - quiet.cores) * 100).toFixed(1)} % of a core; ${figures(flooded)}`,
  limit: `p99 ≤ ${WAIT_LIMIT} × quiet; ≤ ${CPU_LIMIT * 100} % of a core`,
  verdict: verdict(flooded.p99 <= WAIT_LIMIT * quiet.p99 && flooded.cores - quiet.cores <= CPU_LIMIT),
})
