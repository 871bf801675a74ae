import type {Capabilities} from '../../../contract/wire/capabilities'
import {type MqttDoor, mosquittoDoor, mqttDoorOf} from './mqttDoor'
import {pythonText, quoted} from './quoted'

/** What makes a device send a value: shell commands, and a script. */
export interface SendLines {
  sh: string
  powerShell: string
  /** Where the server takes MQTT. */
  mosquitto?: string
  python?: string
}

/** `apiOrigin` has no slash at its end. */
export function sendLines(apiOrigin: string, accessToken: string, mqtt?: Capabilities['mqtt']): SendLines {
  const url = `${apiOrigin}/api/v1/${urlPart(accessToken)}/telemetry`
  const door = mqttDoorOf(apiOrigin, mqtt)
  return {
    sh: `curl -X POST ${url} --header "Content-Type: application/json" --data '${BODY}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "${url}" -ContentType "application/json" -Body '${BODY}'`,
    ...(door && {
      mosquitto: `mosquitto_pub ${mosquittoDoor(door)} -u ${quoted(accessToken)} -q 1 -t ${MQTT_TOPIC} -m '${BODY}'`,
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
    `    json.dumps(${BODY}),`,
    '    qos=1,',
    `    hostname=${pythonText(hostname)},`,
    `    port=${port},`,
    `    auth={"username": ${pythonText(accessToken)}},`,
    ...(isSecure ? ['    tls={"cert_reqs": ssl.CERT_REQUIRED},'] : []),
    ')',
  ].join('\n')

const MQTT_TOPIC = 'v1/devices/me/telemetry'

const BODY = '{"temperature": 21.5}'

/** Tokens of other servers may contain characters with a meaning in the shell. */
const urlPart = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
