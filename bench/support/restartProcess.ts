import {setTimeout as delay} from 'node:timers/promises'
import {io} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/live'
import {seriesAnswer} from '../../contract/wire/telemetry'
import {retryDelay} from '../../src/streams/backOff'
import {watchOrder} from './watchers'

/** A client that reconnects with the back-off of the browser and then fetches what it missed. */
interface Client {
  deviceId: string
  cookie: string
  cutAt: number | null
  backAt: number | null
  refilledAt: number | null
  tries: number
  /** The times of all received points. */
  points: Set<number>
  /** The number of points that the socket delivered a second time. */
  duplicates: number
}

const KEY = 'k0'

process.once('message', async message => {
  const {origin, cookies, watches} = watchOrder.parse(message)
  const clients = watches.map(([deviceId = ''], client) => newClient(deviceId, cookies[client % cookies.length] ?? ''))
  for (const client of clients) await connect(client, origin)
  process.send?.('ready')
  process.on('message', () => {
    process.send?.(clients.map(client => ({...client, points: [...client.points]})))
  })
})

const newClient = (deviceId: string, cookie: string): Client => ({
  deviceId,
  cookie,
  cutAt: null,
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
      if (key !== KEY) continue
      if (client.points.has(ts)) client.duplicates++
      client.points.add(ts)
    }
  }
}

async function refill(client: Client, origin: string) {
  client.backAt = Date.now()
  const query = new URLSearchParams({
    keys: KEY,
    startTs: String(Math.max(0, ...client.points)),
    endTs: String(Date.now() + 60_000),
    limit: '1000',
  })
  const path = `/api/v0/telemetry/device/${client.deviceId}/values/timeseries?${query}`
  const answer = await fetch(`${origin}${path}`, {headers: {cookie: client.cookie}})
  if (!answer.ok) throw new Error(`Refill: ${answer.status} ${await answer.text()}`)
  for (const {values} of seriesAnswer.parse(await answer.json())) for (const {ts} of values) client.points.add(ts)
  client.refilledAt = Date.now()
}
