import mqtt, {type IClientOptions, type MqttClient} from 'mqtt'
import {onTestFinished} from 'vitest'
import type {MqttListening} from '../../server/deviceApi/mqtt/listen'

/** Returns the setting by which a server listens for MQTT on any free port, and a promise of that port. */
export function onAnyPort(): {mqtt: MqttListening; port: Promise<number>} {
  let onListening: (port: number) => void = () => {}
  const port = new Promise<number>(resolve => {
    onListening = resolve
  })
  return {mqtt: {host: '127.0.0.1', port: 0, onListening}, port}
}

/** A client that connects once, and is ended with the test. */
export async function connectMqtt(port: number, options: IClientOptions): Promise<MqttClient> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {reconnectPeriod: 0, ...options})
  onTestFinished(() => void client.end(true))
  client.on('error', () => {})
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject))
  return client
}

export const untilClosed = (client: MqttClient) => new Promise<void>(resolve => client.once('close', () => resolve()))

export const nextMessage = (client: MqttClient) =>
  new Promise<{topic: string; payload: Buffer}>(resolve =>
    client.once('message', (topic, payload) => resolve({topic, payload})),
  )
