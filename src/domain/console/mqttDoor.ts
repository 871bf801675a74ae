import type {Pulsewall} from '../../../contract/wire/capabilities'
import type {EpochMs} from '../../../contract/wire/common'

/** The address to which the lines of a page connect by MQTT. */
export interface MqttDoor {
  hostname: string
  port: number
  /** True when it connects over TLS. */
  isSecure: boolean
}

/**
 * With TLS where the page has it and the server offers it; undefined where the server takes no MQTT. `apiOrigin` has no
 * slash at its end.
 */
export function mqttDoorOf(apiOrigin: string, mqtt: Pulsewall['mqtt']): MqttDoor | undefined {
  if (mqtt === undefined) return undefined
  const {hostname, protocol} = new URL(apiOrigin)
  const {port, tlsPort} = mqtt
  const isSecure = tlsPort !== undefined && (protocol === 'https:' || port === undefined)
  const chosen = isSecure ? tlsPort : port
  return chosen === undefined ? undefined : {hostname, port: chosen, isSecure}
}

/** The connection arguments for the programs of Mosquitto. */
export const mosquittoDoor = ({hostname, port, isSecure}: MqttDoor): string =>
  `-h ${hostname} -p ${port}${isSecure ? ' --tls-use-os-certs' : ''}`

/** Whether a device is connected by MQTT, and since when, on the client's clock. Its server may not know either. */
export type Connection = {state: 'connected' | 'disconnected' | 'unknown'; since: EpochMs} | {state: 'never'}
