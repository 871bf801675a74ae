import mqtt from 'mqtt'
import {afterAll, beforeAll, expect, it, onTestFinished} from 'vitest'
import {onAnyPort} from '../../../support/mqtt'
import {createWorld, type World} from '../../../support/world'

let world: World
let port = 0

beforeAll(async () => {
  const {mqtt, ...any} = onAnyPort()
  world = await createWorld({mqtt})
  await world.app.listen({host: '127.0.0.1', port: 0})
  port = await any.port
})
afterAll(() => world.close())

const tokenOf = (name: string) => `the-${name}-token-of-this-device`
const SOON = 20_000

async function createDevice(name: string): Promise<string> {
  const {_id: id} = (await world.call('admin', 'POST', '/api/v0/device', {name, organisation_id: world.works})).json()
  const body = {credentials_type: 'ACCESS_TOKEN', credentials_value: tokenOf(name)}
  await world.call('admin', 'POST', `/api/v0/device/${id}/credentials`, body)
  return `/api/v0/device/${id}/credentials`
}

async function connect(name: string) {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: tokenOf(name),
    clientId: name,
    keepalive: 0,
    reconnectPeriod: 0,
    protocolVersion: 5,
  })
  onTestFinished(() => void client.end(true))
  client.on('error', () => {})
  await new Promise<void>((resolve, reject) => client.once('connect', () => resolve()).once('error', reject))
  return {
    send: () => client.publishAsync('v1/devices/me/telemetry', '{"a":1}', {qos: 1}),
    reason: new Promise<number | undefined>(resolve =>
      client.once('disconnect', ({reasonCode}) => resolve(reasonCode)),
    ),
  }
}

const NOT_AUTHORIZED = 0x87

it('ends the connection of a silent device when its token expires', async () => {
  const path = await createDevice('pump')
  const end = world.clock.now + SOON
  const before = await connect('pump')
  await world.call('admin', 'PUT', `${path}/expiry`, {expires_at: end})
  await before.send()
  world.clock.now = end
  expect(await before.reason).toBe(NOT_AUTHORIZED)
  await expect(connect('pump')).rejects.toMatchObject({code: 0x86})
})

it('goes on with the former token while it counts, and with the new one beyond it', async () => {
  const path = await createDevice('crane')
  const [former, former_until] = [await connect('crane'), world.clock.now + SOON]
  const body = {credentials_value: tokenOf('next-crane'), former_until, expires_at: null}
  await world.call('admin', 'POST', `${path}/rotation`, body)
  const next = await connect('next-crane')
  await Promise.all([former.send(), next.send()])
  world.clock.now = former_until
  expect(await former.reason).toBe(NOT_AUTHORIZED)
  await next.send()
})

it('ends the connection at once when the former token is ended', async () => {
  const path = await createDevice('hoist')
  const former = await connect('hoist')
  const body = {credentials_value: tokenOf('next-hoist'), former_until: world.clock.now + SOON, expires_at: null}
  await world.call('admin', 'POST', `${path}/rotation`, body)
  await world.call('admin', 'DELETE', `${path}/former`)
  expect(await former.reason).toBe(NOT_AUTHORIZED)
})
