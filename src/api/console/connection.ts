import {type DeviceConnectionWire, readConnection} from '../../../contract/wire/entities/connection'
import type {Connection} from '../../domain/console/connection'
import type {CallOptions} from '../http'
import type {Server} from '../server'

/** Whether a device is connected, from a server that offers `connections`. */
export async function loadConnection(
  {http, clock}: Server,
  {deviceId}: {deviceId: string},
  options: Pick<CallOptions, 'signal'> = {},
): Promise<Connection> {
  return fromWire(await http.call(readConnection, {params: {id: deviceId}, ...options}), clock)
}

function fromWire({state, since}: DeviceConnectionWire, {toClient}: Server['clock']): Connection {
  if (state === 'never' || since === null) return {state: 'never'}
  return {state, since: toClient(since)}
}
