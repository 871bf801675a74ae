import type {EpochMs} from '../../contract/wire/common'
import {PLAYED_KEY, PLAYER_ATTRIBUTE, type PlayedWire, type PlayerReport} from '../../contract/wire/player'
import type {Log} from '../log/log'
import type {TelemetryValue} from '../telemetry/repository'

/** The promises of its methods never reject. */
export interface DeviceClient {
  sendTelemetry(accessToken: string, values: Record<string, TelemetryValue>): Promise<void>
  sendHeartbeat(accessToken: string, ts: EpochMs): Promise<void>
  sendReport(accessToken: string, report: PlayerReport): Promise<void>
  /** `startedAt`: when the play began. */
  sendPlay(accessToken: string, startedAt: EpochMs, play: PlayedWire): Promise<void>
}

/**
 * Posts through the device API as any device does. A failed message is lost. Only the first of several failures in a
 * row is logged.
 */
export function createDeviceClient(baseUrl: string, log: Pick<Log, 'warn'>): DeviceClient {
  let trouble: string | undefined

  async function post(path: string, body: object) {
    const problem = await send(`${baseUrl}/api/v1/${path}`, body).catch(String)
    if (problem !== undefined && trouble === undefined) log.warn(`A demo device could not send: ${problem}`)
    trouble = problem
  }

  return {
    sendTelemetry: (accessToken, values) => post(`${accessToken}/telemetry`, values),
    sendHeartbeat: (accessToken, ts) => post(`${accessToken}/attributes`, {heartbeat: {ts}}),
    sendReport: (accessToken, report) => post(`${accessToken}/attributes`, {[PLAYER_ATTRIBUTE]: report}),
    sendPlay: (accessToken, ts, play) => post(`${accessToken}/telemetry`, {ts, values: {[PLAYED_KEY]: play}}),
  }
}

/** Resolves to what went wrong; undefined on success. */
async function send(url: string, body: object): Promise<string | undefined> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  await response.arrayBuffer()
  return response.ok || isRemoved(response) ? undefined : `status ${response.status}`
}

/** Users of the demo may delete a device or its access token, or replace its player, so these are no failures. */
const isRemoved = ({status}: Response): boolean => status === 401 || status === 410
