import {type DeviceConnectionWire, readConnection} from '../../../contract/wire/entities/connection'
import type {Connection} from '../../domain/console/mqttDoor'
import type {Http, Options} from '../http'

/** Whether a device is connected, from a server with additions. */
export async function loadConnection(
  http: Http,
  {deviceId}: {deviceId: string},
  options: Options = {},
): Promise<Connection> {
  return fromWire(await http.call(readConnection, {params: {id: deviceId}, ...options}), http.clock)
}

function fromWire({state, since}: DeviceConnectionWire, {toClient}: Http['clock']): Connection {
  if (state === 'never' || since === null) return {state: 'never'}
  return {state, since: toClient(since)}
}
