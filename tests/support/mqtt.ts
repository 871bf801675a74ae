import mqtt, {type IClientOptions, type MqttClient} from 'mqtt'
import {onTestFinished} from 'vitest'

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
