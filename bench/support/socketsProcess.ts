import {io} from 'socket.io-client'
import type {LiveTelemetry} from '../../contract/wire/live'
import {watchOrder} from './watchers'

/** The age of each value at its arrival, in ms. It is known because each value is the time of its POST. */
let latencies: number[] = []

process.once('message', async message => {
  const {origin, cookies, watches} = watchOrder.parse(message)
  for (const [client, deviceIds] of watches.entries()) {
    await connect(origin, cookies[client % cookies.length] ?? '', deviceIds)
  }
  process.send?.('ready')
  process.on('message', answer)
})

function answer(question: unknown) {
  const cpu = process.cpuUsage()
  process.send?.(question === 'latencies' ? {latencies, cpuMilliseconds: (cpu.user + cpu.system) / 1000} : 'begun')
  latencies = []
}

function connect(origin: string, cookie: string, deviceIds: readonly string[]): Promise<void> {
  const socket = io(origin, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: {cookie},
  })
  socket.on('telemetry', (batch: LiveTelemetry[]) => {
    const now = Date.now()
    for (const {points} of batch) {
      for (const {dbl_v, long_v} of points) latencies.push(now - (long_v ?? dbl_v ?? 0))
    }
  })
  return new Promise((resolve, reject) => {
    socket.on('connect_error', reject)
    socket.on('connect', () => socket.emit('subscribe', {device_ids: deviceIds}, () => resolve()))
  })
}
