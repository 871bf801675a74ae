import {setTimeout as delay} from 'node:timers/promises'
import {type BareConnection, openBareConnection} from './bareConnection'
import {type PlayersOrder, type PlayersResult, playersOrder} from './players'

/** Thirty times as often as a player does. */
const HEARTBEAT_PERIOD = 2000
const POLL_TIMEOUT = 5000
/** A video of 8 Mbit/s. */
const RANGE_BYTES = 1024 * 1024
const RANGE_PERIOD = 1000

process.once('message', async message => {
  const result = await play(playersOrder.parse(message))
  process.send?.(result, () => process.exit(0))
})

async function play({does, port, players, fileBytes, seconds}: PlayersOrder): Promise<PlayersResult> {
  const connections: BareConnection[] = []
  const open = () => {
    const connection = openBareConnection(port)
    connections.push(connection)
    return connection
  }
  const tally: Tally = {heartbeats: [], polls: 0, ranges: 0, rangeBytes: 0, errors: {}}
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  const endsAt = startedAt + seconds * 1000
  await Promise.all(
    players.flatMap((player, index) => {
      const period = (length: number) => ({firstAt: startedAt + (length * index) / players.length, endsAt})
      return does === 'stream'
        ? [stream(open(), {...period(RANGE_PERIOD), urls: player.urls, fileBytes}, tally)]
        : [
            poll(open(), player, period(POLL_TIMEOUT), tally),
            beat(open(), player.token, period(HEARTBEAT_PERIOD), tally),
          ]
    }),
  )
  const {user, system} = process.cpuUsage(cpuBefore)
  for (const connection of connections) connection.close()
  return {...tally, cpuMilliseconds: (user + system) / 1000}
}

interface Period {
  firstAt: number
  endsAt: number
}

type Tally = Omit<PlayersResult, 'cpuMilliseconds'>

/** Waits for another playlist, and reads its attributes whenever it has waited. */
async function poll(
  connection: BareConnection,
  {token, revision}: PlayersOrder['players'][number],
  {firstAt, endsAt}: Period,
  tally: Tally,
) {
  await delay(Math.max(0, firstAt - performance.now()))
  while (performance.now() < endsAt) {
    for (const path of [`playlist?revision=${revision}&timeout=${POLL_TIMEOUT}`, 'attributes']) {
      const {status} = await connection.ask(`GET /api/v1/${token}/${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
      if (status !== 200) await countError(tally, `${path} ${status}`)
    }
    tally.polls++
  }
}

async function beat(connection: BareConnection, token: string, {firstAt, endsAt}: Period, tally: Tally) {
  for (let dueAt = firstAt; dueAt < endsAt; dueAt += HEARTBEAT_PERIOD) {
    await delay(Math.max(0, dueAt - performance.now()))
    const body = JSON.stringify({heartbeat: {ts: Date.now()}})
    const head = `POST /api/v1/${token}/attributes HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n`
    const sentAt = performance.now()
    const {status} = await connection.ask(head + body)
    tally.heartbeats.push(performance.now() - sentAt)
    if (status !== 200) await countError(tally, `heartbeat ${status}`)
  }
}

/** Reads its files range by range, as fast as they are played. */
async function stream(
  connection: BareConnection,
  {urls, fileBytes, firstAt, endsAt}: Period & {urls: readonly string[]; fileBytes: number},
  tally: Tally,
) {
  for (let range = 0, dueAt = firstAt; dueAt < endsAt; range++, dueAt += RANGE_PERIOD) {
    await delay(Math.max(0, dueAt - performance.now()))
    const start = (range * RANGE_BYTES) % fileBytes
    const end = Math.min(start + RANGE_BYTES, fileBytes) - 1
    const url = urls[Math.floor((range * RANGE_BYTES) / fileBytes) % urls.length]
    const {status, bytes} = await connection.ask(
      `GET ${url} HTTP/1.1\r\nhost: localhost\r\nrange: bytes=${start}-${end}\r\n\r\n`,
    )
    if (status !== 206 || bytes !== end - start + 1) await countError(tally, `range ${status}`)
    tally.ranges++
    tally.rangeBytes += bytes
  }
}

async function countError({errors}: Tally, error: string) {
  errors[error] = (errors[error] ?? 0) + 1
  await delay(100)
}
