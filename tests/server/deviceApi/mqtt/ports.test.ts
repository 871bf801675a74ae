import {once} from 'node:events'
import {createServer} from 'node:net'
import {expect, it, onTestFinished, vi} from 'vitest'
import {createLog} from '../../../../server/log/log'
import {realTime} from '../../../../server/scheduler'
import {createTestApp} from '../../../support/app'
import {createMqttWorld, openSession} from '../../../support/bareMqtt'
import {portOf} from '../../../support/portOf'

const metric = async (test: {app: {inject(call: {url: string}): Promise<{body: string}>}}, name: string) => {
  const {body} = await test.app.inject({url: '/metrics'})
  return new RegExp(`^pulsewall_${name} (.+)$`, 'm').exec(body)?.[1]
}

it('a port that is taken is told of by the log, readiness and metrics, and opened once it is free', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const port = portOf(other)
  const lines: {msg: string}[] = []
  const test = await createTestApp({
    mqtt: {host: '127.0.0.1', port},
    scheduler: {elapsed: realTime.elapsed},
    log: createLog({level: 'warn', stream: {write: line => void lines.push(JSON.parse(line))}}),
  })
  onTestFinished(() => test.close())
  await test.app.listen({host: '127.0.0.1', port: 0})
  const capable = async () => (await test.app.inject({url: '/api/v0/capabilities'})).json().mqtt
  const readiness = async () => (await test.app.inject({url: '/readyz'})).json()

  const taken = `Devices can't connect by MQTT: something else listens on 127.0.0.1, port ${port}.`
  await vi.waitFor(() => expect(lines).toMatchObject([{level: 'warn', msg: taken}]))
  expect(await readiness()).toEqual({status: 'ready', warnings: [taken]})
  expect(await metric(test, 'mqtt_listening\\{port="plain"\\}')).toBe('0')
  expect(await capable()).toBeUndefined()

  other.close()
  await vi.waitFor(async () => expect(await capable()).toEqual({port}))
  await vi.waitFor(async () => expect(await readiness()).toEqual({status: 'ready', warnings: []}))
  expect(await metric(test, 'mqtt_listening\\{port="plain"\\}')).toBe('1')
  expect(lines).toHaveLength(1)
})

it('open connections of devices are a metric', async () => {
  const test = await createMqttWorld()
  onTestFinished(() => test.close())
  expect(await metric(test, 'mqtt_connections')).toBe('0')
  const [first] = [await openSession(test.port, 4), await openSession(test.port, 5)]
  expect(await metric(test, 'mqtt_connections')).toBe('2')
  first.socket.destroy()
  await vi.waitFor(async () => expect(await metric(test, 'mqtt_connections')).toBe('1'))
})

it('a server whose devices can not connect by MQTT has no port for it', async () => {
  const test = await createTestApp()
  onTestFinished(() => test.close())
  await test.app.listen({host: '127.0.0.1', port: 0})
  expect(await metric(test, 'mqtt_listening\\{port="plain"\\}')).toBeUndefined()
  expect((await test.app.inject({url: '/readyz'})).json()).toEqual({status: 'ready', warnings: []})
})
