import type {EpochMs} from '../../contract/wire/common'
import type {TelemetryValue} from '../telemetry/repository'

/** Its promises are never rejected. */
export interface DeviceClient {
  sendTelemetry(accessToken: string, values: Record<string, TelemetryValue>): Promise<void>
  sendHeartbeat(accessToken: string, ts: EpochMs): Promise<void>
}

/** Speaks the device API as any device does. A message that fails is lost, and the first of a row of failures is told. */
export function createDeviceClient(baseUrl: string): DeviceClient {
  let trouble: string | undefined

  async function post(path: string, body: object) {
    const problem = await send(`${baseUrl}/api/v1/${path}`, body).catch(String)
    if (problem !== undefined && trouble === undefined) console.warn(`A demo device could not send: ${problem}`)
    trouble = problem
  }

  return {
    sendTelemetry: (accessToken, values) => post(`${accessToken}/telemetry`, values),
    sendHeartbeat: (accessToken, ts) => post(`${accessToken}/attributes`, {heartbeat: {ts}}),
  }
}

/** Answers what went wrong, if anything. */
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

/** Somebody has removed the device or taken its access token back, as one may try with a demo. */
const isRemoved = ({status}: Response): boolean => status === 401
