import {setTimeout as delay} from 'node:timers/promises'
import {io} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/telemetry/live'
import {seriesAnswer} from '../../contract/wire/telemetry/telemetry'
import {retryDelay} from '../../src/streams/backOff'
import {watchOrder} from './watchers'

/** A client that reconnects with the back-off of the browser and then fetches the missed points. */
interface Client {
  deviceId: string
  key: string
  cookie: string
  cutAt: number | null
  /** Its last point before the gap that is to be filled. What comes after it may come before the gap is asked for. */
  gapFrom: number | null
  backAt: number | null
  refilledAt: number | null
  tries: number
  /** The times of all received points. */
  points: Set<number>
  /** The number of points that the socket delivered a second time. */
  duplicates: number
}

process.once('message', async message => {
  const {origin, cookies, watches, key = 'k0'} = watchOrder.parse(message)
  const clients = watches.map(([deviceId = ''], client) =>
    newClient(deviceId, key, cookies[client % cookies.length] ?? ''),
  )
  for (const client of clients) await connect(client, origin)
  process.send?.('ready')
  process.on('message', () => {
    process.send?.(clients.map(client => ({...client, points: [...client.points]})))
  })
})

const newClient = (deviceId: string, key: string, cookie: string): Client => ({
  deviceId,
  key,
  cookie,
  cutAt: null,
  gapFrom: null,
  backAt: null,
  refilledAt: null,
  tries: 0,
  points: new Set(),
  duplicates: 0,
})

function connect(client: Client, origin: string): Promise<void> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: {cookie: client.cookie},
  })
  return new Promise(resolve => {
    const retry = () => void comeBack(client, origin)
    socket.on('connect_error', () => {
      resolve()
      retry()
    })
    socket.on('disconnect', () => {
      client.cutAt ??= Date.now()
      client.gapFrom ??= Math.max(0, ...client.points)
      retry()
    })
    socket.on('telemetry', (batch: LiveTelemetry[]) => takeLive(client, batch))
    socket.on('connect', () =>
      socket.emit('subscribe', {device_ids: [client.deviceId]}, () => {
        resolve()
        if (client.cutAt !== null) void refill(client, origin)
      }),
    )
  })
}

/** Does what the client's `link` machine does: it waits, probes and connects. */
async function comeBack(client: Client, origin: string): Promise<void> {
  client.tries++
  await delay(retryDelay(client.tries, Math.random()))
  const isUp = await fetch(`${origin}/api/v0/capabilities`).then(
    ({ok}) => ok,
    () => false,
  )
  await (isUp ? connect(client, origin) : comeBack(client, origin))
}

function takeLive(client: Client, batch: readonly LiveTelemetry[]) {
  for (const {points} of batch) {
    for (const {key, ts} of points) {
      if (key !== client.key) continue
      if (client.points.has(ts)) client.duplicates++
      client.points.add(ts)
    }
  }
}

async function refill(client: Client, origin: string): Promise<void> {
  client.backAt = Date.now()
  const query = new URLSearchParams({
    keys: client.key,
    startTs: String(client.gapFrom ?? 0),
    endTs: String(Date.now() + 60_000),
    limit: '1000',
  })
  const path = `/api/v0/telemetry/device/${client.deviceId}/values/timeseries?${query}`
  const answer = await fetch(`${origin}${path}`, {headers: {cookie: client.cookie}}).catch(() => undefined)
  // A balancer may still have sent it to a server that is gone.
  if (answer === undefined || answer.status >= 500) {
    await delay(retryDelay(1, Math.random()))
    return refill(client, origin)
  }
  if (!answer.ok) throw new Error(`Refill: ${answer.status} ${await answer.text()}`)
  for (const {values} of seriesAnswer.parse(await answer.json())) for (const {ts} of values) client.points.add(ts)
  client.refilledAt = Date.now()
  client.gapFrom = null
}
