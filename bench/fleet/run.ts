import type {EpochMs, Milliseconds} from '../../contract/wire/common'
import {createConnections} from './connections'
import {runDevice} from './device'
import {type Connected, count, type Figures, inFull, lineOf, noFigures, refusedAs} from './figures'
import {openFilesLimit, requireOpenFiles} from './openFiles'
import type {FleetOptions} from './options'
import {createPauses, createSlots, createTurns, isByMqtt} from './pace'
import {findTarget} from './target'
import {provideTokens} from './tokens'

export interface RunOptions {
  tell: (line: string) => void
  /** Ends the fleet when it is aborted. */
  signal: AbortSignal
  onAcknowledged?: (token: string, ts: EpochMs) => void
}

const TELL_EVERY: Milliseconds = 10_000
/** A network may begin 1,000 connections a second by MQTT, and 20,000 a minute. */
const OPENED_PER_SECOND = 250
const OPENED_AT_A_TIME = 50
/** Messages on their way at the end have this long to be acknowledged. */
const LAST_ANSWERS: Milliseconds = 5000

/** Runs simulated devices until their time is over or they are ended. Throws when that is not possible. */
export async function runFleet(options: FleetOptions, {tell, signal, onAcknowledged}: RunOptions): Promise<void> {
  requireOpenFiles(options.devices, openFilesLimit())
  const target = await findTarget(options)
  const pauses = createPauses()
  signal.addEventListener('abort', pauses.end)
  if (signal.aborted) pauses.end()
  const tokens = await provideTokens(options, {target, pauses, tell})
  if (pauses.isOver()) return

  const connections = createConnections(target)
  const totals = {acknowledged: 0, refused: new Map<string, number>()}
  let figures: Figures = noFigures()
  let gone = 0
  const connected = (): Connected => ({http: connections.count('http'), mqtt: connections.count('mqtt'), gone})

  const startedAt = performance.now()
  let toldAt = startedAt
  const report = () => {
    const [taken, now] = [figures, performance.now()]
    figures = noFigures()
    tell(`${new Date().toTimeString().slice(0, 8)}  ${lineOf(taken, connected(), now - toldAt)}`)
    toldAt = now
  }

  const surroundings = {
    connections,
    pauses,
    turnToOpen: createTurns(OPENED_PER_SECOND),
    opening: createSlots(OPENED_AT_A_TIME),
    period: 1000 / options.rate,
    values: options.values,
    onAcknowledged(token: string, ts: EpochMs, latency: Milliseconds) {
      figures.latencies.push(latency)
      totals.acknowledged++
      onAcknowledged?.(token, ts)
    },
    onRefused(name: string) {
      count(figures.refused, name)
      count(totals.refused, name)
    },
    onReconnect() {
      figures.reconnects++
    },
  }
  const running = tokens.map(async (token, place) => {
    const protocol = isByMqtt(place, tokens.length, options.mqtt) ? 'mqtt' : 'http'
    if (await runDevice({place, token, protocol}, surroundings)) gone++
  })

  const telling = setInterval(report, TELL_EVERY)
  const end = options.lasting === undefined ? undefined : setTimeout(pauses.end, options.lasting)
  await Promise.race([pauses.over, Promise.all(running)])
  pauses.end()
  clearInterval(telling)
  clearTimeout(end)
  const ending = setTimeout(connections.dropAll, LAST_ANSWERS)
  await Promise.all(running)
  clearTimeout(ending)
  const lasted = (performance.now() - startedAt) / 1000
  tell(
    `Ended after ${lasted.toFixed(0)} s: ${inFull(totals.acknowledged)} messages acknowledged; ` +
      `refused: ${refusedAs(totals.refused)}; given up: ${inFull(gone)}`,
  )
}
