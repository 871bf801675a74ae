import {parseArgs} from 'node:util'
import type {Milliseconds} from '../../contract/wire/common'

export interface FleetOptions {
  devices: number
  /** Messages a second of each device. */
  rate: number
  /** The share of the devices that connect by MQTT, from 0 to 1. The others do by HTTP. */
  mqtt: number
  /** In each message. */
  values: number
  /** An origin, such as `http://127.0.0.1:3000`. */
  server: string
  /** Undefined where the server is to say it. */
  mqttPort: number | undefined
  /** Undefined for a fleet that goes on until it is ended. */
  lasting: Milliseconds | undefined
  /** Devices register themselves by this profile; undefined where a demo is to issue one. */
  profile: Profile | undefined
  /** The file with the access tokens; undefined for the place that they have by themselves. */
  tokens: string | undefined
}

export interface Profile {
  key: string
  secret: string
}

const text = {type: 'string'} as const
const OPTIONS = {
  devices: {...text, default: '100'},
  rate: {...text, default: '1'},
  mqtt: {...text, default: '0.5'},
  values: {...text, default: '1'},
  server: {...text, default: 'http://127.0.0.1:3000'},
  'mqtt-port': text,
  minutes: text,
  key: text,
  secret: text,
  tokens: text,
} as const

/** At a lower rate, a connection by MQTT would have to send pings to stay open. */
const LEAST_RATE = 0.01

/** Throws, in words for the person who has typed them, when they can't be meant. */
export function readOptions(parameters: readonly string[]): FleetOptions {
  const {tokens, positionals, values} = parseArgs({
    args: [...parameters],
    options: OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const unknown = tokens.flatMap(token => (token.kind === 'option' && !(token.name in OPTIONS) ? [token.rawName] : []))
  if (unknown.length + positionals.length > 0)
    throw new Error(`Unknown: ${[...unknown, ...positionals].join(', ')}. There are: ${ALL}`)

  /** Returns the option as typed; undefined without it. Throws where a value is missing. */
  function given(name: keyof typeof OPTIONS): string | undefined {
    const value = values[name]
    if (value === true) throw new Error(`--${name} needs a value.`)
    return typeof value === 'string' ? value : undefined
  }

  function number(name: keyof typeof OPTIONS, {least, most, isWhole = false}: Bounds): number | undefined {
    const typed = given(name)
    if (typed === undefined) return undefined
    const value = typed.trim() === '' ? Number.NaN : Number(typed)
    if (value >= least && value <= most && (!isWhole || Number.isInteger(value))) return value
    throw new Error(`--${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}, and is ${typed}.`)
  }

  const minutes = number('minutes', {least: 0.01, most: 100_000})
  return {
    devices: number('devices', {least: 1, most: 1_000_000, isWhole: true}) ?? 0,
    rate: number('rate', {least: LEAST_RATE, most: 1000}) ?? 0,
    mqtt: number('mqtt', {least: 0, most: 1}) ?? 0,
    values: number('values', {least: 1, most: 1000, isWhole: true}) ?? 0,
    server: originOf(given('server') ?? ''),
    mqttPort: number('mqtt-port', {least: 1, most: 65_535, isWhole: true}),
    lasting: minutes && minutes * 60_000,
    profile: profileOf(given('key'), given('secret')),
    tokens: given('tokens'),
  }
}

interface Bounds {
  least: number
  most: number
  isWhole?: boolean
}

const ALL = Object.keys(OPTIONS)
  .map(name => `--${name}`)
  .join(', ')

function originOf(typed: string): string {
  const {protocol, origin, pathname} = URL.canParse(typed) ? new URL(typed) : {protocol: '', origin: '', pathname: ''}
  if (protocol === 'http:' && pathname === '/') return origin
  throw new Error(`--server must be an address without TLS, such as http://127.0.0.1:3000, and is ${typed}.`)
}

function profileOf(key: string | undefined, secret: string | undefined): Profile | undefined {
  if (key === undefined && secret === undefined) return undefined
  if (key && secret) return {key, secret}
  throw new Error('--key and --secret belong together: both stand in the provisioning profile.')
}
