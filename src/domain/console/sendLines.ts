import type {Pulsewall} from '../../../contract/wire/capabilities'
import {type MqttDoor, mosquittoDoor, mqttDoorOf} from './mqttDoor'

/** Lines that make a device send a value: shell commands, and a script. */
export interface SendLines {
  sh: string
  powerShell: string
  /** Present where the server offers MQTT. */
  mosquitto?: string
  python?: string
}

export type SendWay = keyof SendLines
export const SEND_WAYS = ['sh', 'powerShell', 'mosquitto', 'python'] as const satisfies readonly SendWay[]

export const SENT_KEY = 'temperature'
/** Each way sends another value, by which it is known which of them has worked. */
export const SENT_VALUES: Readonly<Record<SendWay, number>> = {
  sh: 21.1,
  powerShell: 21.2,
  mosquitto: 21.3,
  python: 21.4,
}

/** `apiOrigin` has no slash at its end. */
export function sendLines(apiOrigin: string, accessToken: string, mqtt?: Pulsewall['mqtt']): SendLines {
  const url = `${apiOrigin}/api/v1/${urlPart(accessToken)}/telemetry`
  const door = mqttDoorOf(apiOrigin, mqtt)
  return {
    sh: `curl -X POST ${url} --header "Content-Type: application/json" --data '${bodyOf('sh')}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "${url}" -ContentType "application/json" -Body '${bodyOf('powerShell')}'`,
    ...(door && {
      mosquitto: `mosquitto_pub ${mosquittoDoor(door)} -u ${quoted(accessToken)} -q 1 -t ${MQTT_TOPIC} -m '${bodyOf('mosquitto')}'`,
      python: pythonScript(door, accessToken),
    }),
  }
}

const pythonScript = ({hostname, port, isSecure}: MqttDoor, accessToken: string): string =>
  [
    'import json',
    ...(isSecure ? ['import ssl'] : []),
    'from paho.mqtt import publish',
    '',
    'publish.single(',
    `    ${pythonText(MQTT_TOPIC)},`,
    `    json.dumps(${bodyOf('python')}),`,
    '    qos=1,',
    `    hostname=${pythonText(hostname)},`,
    `    port=${port},`,
    `    auth={"username": ${pythonText(accessToken)}},`,
    ...(isSecure ? ['    tls={"cert_reqs": ssl.CERT_REQUIRED},'] : []),
    ')',
  ].join('\n')

const MQTT_TOPIC = 'v1/devices/me/telemetry'

const bodyOf = (way: SendWay): string => `{"${SENT_KEY}": ${SENT_VALUES[way]}}`

/** Tokens of other servers may contain characters with a meaning in the shell. */
const urlPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** In single quotes, as a POSIX shell takes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** As Python takes it. */
export const pythonText = (text: string): string => JSON.stringify(text)
