import {io} from 'socket.io-client'
import type {LiveTelemetry, SubscribeBody} from '../../contract/wire/telemetry/live'
import {watchOrder} from './watchers'

/** The age of each value at its arrival, in ms. It is known because each value is the time of its POST. */
let latencies: number[] = []
/** Counts all values, also those on walls beyond the ones looked at. */
let received = 0
const MAX_WALLS_MEASURED = 10

process.once('message', async message => {
  const {origin, cookies, watches, isPaced = false} = watchOrder.parse(message)
  for (const [client, deviceIds] of watches.entries()) {
    await connect(
      origin,
      cookies[client % cookies.length] ?? '',
      {device_ids: deviceIds, is_paced: isPaced},
      !isPaced || client < MAX_WALLS_MEASURED,
    )
  }
  process.send?.('ready')
  process.on('message', answer)
})

function answer(question: unknown) {
  const cpu = process.cpuUsage()
  process.send?.(
    question === 'latencies' ? {latencies, received, cpuMilliseconds: (cpu.user + cpu.system) / 1000} : 'begun',
  )
  latencies = []
  received = 0
}

function connect(origin: string, cookie: string, list: SubscribeBody, isMeasured: boolean): Promise<void> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: {cookie},
  })
  socket.on('telemetry', (batch: LiveTelemetry[]) => {
    const now = Date.now()
    for (const {points} of batch) {
      received += points.length
      if (!isMeasured) continue
      for (const {dbl_v, long_v} of points) latencies.push(now - (long_v ?? dbl_v ?? 0))
    }
  })
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject)
    socket.on('connect', () => socket.emit('subscribe', list, () => resolve()))
  })
}
