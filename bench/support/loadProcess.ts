import {connectDevice, type DeviceConnection} from './deviceConnection'
import {type LoadOrder, type LoadResult, loadOrder} from './load'
import {connectByMqtt} from './mqttConnection'

process.once('message', async message => {
  const result = await generate(loadOrder.parse(message))
  process.send?.(result, () => process.exit(0))
})

async function generate(order: LoadOrder): Promise<LoadResult> {
  const tally: Tally = {
    sent: order.tokens.map(() => 0),
    acknowledged: order.tokens.map(() => 0),
    refused: {},
    latencies: [],
  }
  const connect = order.protocol === 'mqtt' ? connectByMqtt : connectDevice
  const connections = order.tokens.map(token => connect(order.port, token))
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + order.seconds * 1000
  const period = order.messagesPerSecond === null ? 0 : (1000 * order.tokens.length) / order.messagesPerSecond
  const {inFlight = 1} = order
  const loops = connections.flatMap((connection, device) =>
    Array.from({length: inFlight}, (_, place) => ({connection, device, place: device + place / inFlight})),
  )
  await Promise.all(
    loops.map(async ({connection, device, place}) => {
      let dueAt = startedAt + (period * place) / order.tokens.length
      while (dueAt < endsAt) {
        await until(dueAt)
        await postNext(connection, device, order, tally)
        dueAt = period === 0 ? performance.now() : dueAt + period * inFlight
      }
    }),
  )
  const milliseconds = performance.now() - startedAt
  const {user, system} = process.cpuUsage(cpuBefore)
  for (const connection of connections) connection.close()
  return {...tally, milliseconds, cpuMilliseconds: (user + system) / 1000}
}

interface Tally {
  sent: number[]
  acknowledged: number[]
  refused: Record<string, number>
  latencies: number[]
}

async function postNext(connection: DeviceConnection, device: number, order: LoadOrder, tally: Tally) {
  const sequence = tally.sent[device] ?? 0
  tally.sent[device] = sequence + 1
  const postedAt = performance.now()
  const status = await connection.post(message(order, sequence))
  if (status === 200) {
    tally.acknowledged[device] = (tally.acknowledged[device] ?? 0) + 1
    tally.latencies.push(performance.now() - postedAt)
    return
  }
  tally.refused[status] = (tally.refused[status] ?? 0) + 1
  if (status === 0) await until(performance.now() + 50)
}

function message(order: LoadOrder, sequence: number): string {
  const {firstTs, timesPerMessage} = order
  if (timesPerMessage === undefined) return entry(order, firstTs + sequence)
  const times = Array.from({length: timesPerMessage}, (_, at) => firstTs + sequence * timesPerMessage + at)
  return `[${times.map(ts => entry(order, ts)).join(',')}]`
}

function entry({valuesPerMessage, values}: LoadOrder, ts: number): string {
  let members = ''
  for (let index = 0; index < valuesPerMessage; index++) {
    const value =
      values === 'clock' ? Date.now() : values === 'shortClock' ? Date.now() % 10_000_000 : 20 + index + (ts % 97) / 8
    members += `${index > 0 ? ',' : ''}"k${index}":${value}`
  }
  return `{"ts":${ts},"values":{${members}}}`
}

function until(time: number): Promise<void> | undefined {
  const wait = time - performance.now()
  return wait > 0.5 ? new Promise(resolve => setTimeout(resolve, wait)) : undefined
}
