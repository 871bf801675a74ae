import type {Pulsewall} from '../../../contract/wire/capabilities'
import type {IssuedSecret} from '../issuedSecret'
import {type MqttDoor, mosquittoDoor, mqttDoorOf} from './mqttDoor'
import {pythonText, quoted} from './sendLines'

/** Lines that register a device: shell commands, and a script. Each shows the answer with the access token. */
export interface ProvisioningLines {
  sh: string
  /** Present where the server offers MQTT. */
  mosquitto?: string
  python?: string
}

/** `apiOrigin` has no slash at its end. `plainText` is the key and the secret of a profile with a space between. */
export function provisioningLines(apiOrigin: string, plainText: string, mqtt?: Pulsewall['mqtt']): ProvisioningLines {
  const [provisionDeviceKey = '', provisionDeviceSecret = ''] = plainText.split(' ')
  const question = {deviceName: DEVICE_NAME, provisionDeviceKey, provisionDeviceSecret}
  const body = quoted(JSON.stringify(question))
  const door = mqttDoorOf(apiOrigin, mqtt)
  return {
    sh: `curl ${apiOrigin}/api/v1/provision --data ${body}`,
    ...(door && {
      mosquitto: `mosquitto_rr ${mosquittoDoor(door)} -u ${USER_NAME} -t ${REQUEST} -e ${RESPONSE} -m ${body}`,
      python: pythonScript(door, question),
    }),
  }
}

/** The name of the device that the lines register. */
export const DEVICE_NAME = 'Device 1'

/** Runs on paho-mqtt 1 and 2: only a client of 2 takes, and needs, the kind of callbacks. */
const pythonScript = ({hostname, port, isSecure}: MqttDoor, question: Readonly<Record<string, string>>): string =>
  [
    'import json',
    'import paho.mqtt.client as mqtt',
    '',
    `question = ${JSON.stringify(question, null, 4)}`,
    '',
    'def on_connect(client, *_):',
    `    client.subscribe(${pythonText(RESPONSE)})`,
    `    client.publish(${pythonText(REQUEST)}, json.dumps(question))`,
    '',
    'def on_message(client, _, message):',
    '    print(message.payload.decode())',
    '    client.disconnect()',
    '',
    'versions = getattr(mqtt, "CallbackAPIVersion", None)',
    'client = mqtt.Client(versions.VERSION2) if versions else mqtt.Client()',
    `client.username_pw_set(${pythonText(USER_NAME)})`,
    ...(isSecure ? ['client.tls_set()'] : []),
    'client.on_connect, client.on_message = on_connect, on_message',
    `client.connect(${pythonText(hostname)}, ${port})`,
    'client.loop_forever()',
  ].join('\n')

const USER_NAME = 'provision'
const REQUEST = '/provision/request'
const RESPONSE = '/provision/response'

/** A profile by which devices register themselves. */
export interface ProvisioningProfile extends IssuedSecret {
  /** The customer who gets the devices; null leaves them to the organisation alone. */
  customerId: string | null
  key: string
}

export interface NewProvisioningProfile {
  name: string
  customerId: string | null
}
