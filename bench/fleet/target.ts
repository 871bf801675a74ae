import {pulsewall} from '../../contract/wire/capabilities'
import {type ClientConfig, clientConfig} from '../../contract/wire/config'
import type {FleetOptions} from './options'

/** The server that devices send to. */
export interface Target {
  origin: string
  host: string
  httpPort: number
  /** Undefined when no device needs it. */
  mqttPort: number | undefined
  /** Undefined where the server is no demo. */
  demo: ClientConfig['demo']
}

/** Throws when there is no server, or none that takes MQTT where some devices are to use it. */
export async function findTarget({server: origin, mqtt, mqttPort}: FleetOptions): Promise<Target> {
  const {hostname, port} = new URL(origin)
  const {demo} = clientConfig.parse(await read(`${origin}/config.json`))
  return {
    origin,
    demo,
    host: hostname.replace(/^\[|\]$/g, ''),
    httpPort: Number(port || 80),
    mqttPort: mqtt === 0 ? undefined : (mqttPort ?? (await portFor(origin))),
  }
}

async function portFor(origin: string): Promise<number> {
  const {mqtt} = pulsewall.parse(await read(`${origin}/api/v0/capabilities`))
  if (mqtt?.port !== undefined) return mqtt.port
  throw new Error(`${origin} has no port for MQTT without TLS: take --mqtt 0, or name one by --mqtt-port.`)
}

async function read(url: string): Promise<unknown> {
  const answer = await fetch(url, {signal: AbortSignal.timeout(10_000)}).catch(() => undefined)
  if (answer === undefined)
    throw new Error(`There is no server at ${new URL(url).origin}: start one, or name it by --server.`)
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: is it a Pulsewall?`)
  return answer.json()
}
