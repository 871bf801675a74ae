import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {text} from 'node:stream/consumers'
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished} from 'vitest'
import {ATTRIBUTE_SCOPES} from '../../../../contract/wire/entities/attribute'
import {issuedProvisioningProfile} from '../../../../contract/wire/entities/provisioning'
import {DEVICE_NAME, provisioningLines} from '../../../../src/domain/console/provisioningLines'
import {SENT_KEY, SENT_VALUES, sendLines} from '../../../../src/domain/console/sendLines'
import {seedDevice} from '../../../support/app'
import {onAnyPort} from '../../../support/mqtt'
import {findProgram, pythonWith} from '../../../support/programs'
import {emptyTables} from '../../../support/tables'
import {createWorld, type World} from '../../../support/world'

const PUB = findProgram('mosquitto_pub') ?? ''
const SUB = findProgram('mosquitto_sub') ?? ''
const PYTHON = pythonWith('paho.mqtt.client') ?? ''
const RR = findProgram('mosquitto_rr') ?? ''
const HAS_MOSQUITTO = PUB !== '' && SUB !== '' && RR !== ''
const HAS_PAHO = PYTHON !== ''

if (!HAS_MOSQUITTO)
  console.warn('The clients of Mosquitto are not tried: there is no mosquitto_pub, mosquitto_sub or mosquitto_rr.')
if (!HAS_PAHO) console.warn('The client of Python is not tried: there is no python3 with paho.')

let test: World
let port = 0
let pump: string

beforeAll(async () => {
  const {mqtt, ...any} = onAnyPort()
  test = await createWorld({
    rateLimits: {device: '', organisation: ''},
    mqtt,
  })
  pump = (await seedDevice(test.database, {name: 'pump', organisationId: test.works})).id
  await test.app.listen({host: '127.0.0.1', port: 0})
  port = await any.port
})
afterAll(() => test.close())
beforeEach(() => emptyTables(test.database.pool, 'telemetry', 'latest', 'attribute'))

async function stored() {
  const {rows} = await test.database.pool.query(
    `select name as key, coalesce(to_json(value), to_json(text)) as value, ts::float8 as ts
     from telemetry join telemetry_key on id = key_id order by name, telemetry.ts`,
  )
  return rows
}

const values = async () => (await stored()).map(({key, value}) => [key, value])

const clientAttributes = async () => {
  const answer = await test.app.inject({url: '/api/v1/pump-token/attributes'})
  return answer.json().client
}

const share = async (key: string, value: string) => {
  const body = {attributeKey: key, attributeType: ATTRIBUTE_SCOPES.shared, str_v: value}
  const answer = await test.call('plant', 'POST', `/api/v0/attribute/device/${pump}`, body)
  expect(answer.statusCode).toBeLessThan(300)
}

const send = (body: object) => test.call('plant', 'POST', `/api/v0/device/${pump}/command`, body)

async function issuedProfile() {
  const answer = await test.call('plant', 'POST', `/api/v0/provisioning/by-org/${test.works}`, {name: 'Line 1'})
  return issuedProvisioningProfile.parse(answer.json())
}

async function issue() {
  const {key, secret} = await issuedProfile()
  return {provisionDeviceKey: key, provisionDeviceSecret: secret}
}

function run(program: string, parameters: readonly string[]): ChildProcess {
  const child = spawn(program, parameters, {stdio: ['ignore', 'pipe', 'pipe']})
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function ended(child: ChildProcess) {
  const [said, complained, [code]] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ])
  return {code, said, complained}
}

const server = (token = 'pump-token') => ['-h', '127.0.0.1', '-p', String(port), '-u', token]
const ME = 'v1/devices/me'

describe.runIf(HAS_MOSQUITTO).each(['mqttv311', 'mqttv5'])('the clients of Mosquitto by %s', version => {
  const publish = (topic: string, payload: string, token?: string) =>
    ended(run(PUB, [...server(token), '-V', version, '-q', '1', '-t', topic, '-m', payload]))
  const hear = (topic: string, ...further: string[]) =>
    ended(run(SUB, [...server(), '-V', version, '-q', '1', '-W', '10', '-t', topic, '-F', '%t %p', ...further]))
  it.each([
    [
      `${ME}/telemetry`,
      '{"temperature":25,"humidity":61.5}',
      [
        ['humidity', 61.5],
        ['temperature', 25],
      ],
    ],
    [
      `${ME}/telemetry`,
      '[{"a":1},{"b":true}]',
      [
        ['a', 1],
        ['b', 1],
      ],
    ],
    [
      'v2/t',
      '{"ts":1451649600512,"values":{"a":1,"b":"on"}}',
      [
        ['a', 1],
        ['b', 'on'],
      ],
    ],
  ])('stores what is published on %s: %s', async (topic, payload, expected) => {
    expect(await publish(topic, payload)).toEqual({code: 0, said: '', complained: ''})
    expect(await values()).toEqual(expected)
  })

  it('publishes a line at a time', async () => {
    const child = spawn(PUB, [...server(), '-V', version, '-q', '1', '-t', `${ME}/telemetry`, '-l'])
    for (let line = 0; line < 50; line++)
      child.stdin.write(`{"ts":${1_700_000_000_000 + line},"values":{"line":${line}}}\n`)
    child.stdin.end()
    expect((await ended(child)).code).toBe(0)
    expect((await stored()).map(({value}) => value)).toEqual(Array.from({length: 50}, (_, line) => line))
  })

  it('stores attributes', async () => {
    expect((await publish(`${ME}/attributes`, '{"firmware":"1.2.0","limits":{"low":1}}')).code).toBe(0)
    expect(await clientAttributes()).toEqual({firmware: '1.2.0', limits: {low: 1}})
  })

  it('is told why a token is refused', async () => {
    const {code, complained} = await publish(`${ME}/telemetry`, '{"a":1}', 'nobody')
    expect(code).not.toBe(0)
    expect(complained).toMatch(/not authori[sz]ed|bad user/i)
  })

  it('gets events of shared attributes', async () => {
    let isOver = false
    const heard = hear(`${ME}/attributes`, '-C', '1').finally(() => {
      isOver = true
    })
    // It says nothing when it has subscribed.
    for (let change = 0; !isOver; change++) await share(`mode${change}`, 'night')
    const {code, said} = await heard
    expect([code, said.replace(/\d+"/, 'n"')]).toEqual([0, `${ME}/attributes {"moden":"night"}\n`])
  })

  it('hears commands', async () => {
    const heard = hear(`${ME}/rpc/request/+`, '-C', '1')
    const sending = send({method: 'setValve', params: {open: true}})
    const {code, said, complained} = await heard
    expect([code, complained]).toEqual([0, ''])
    const [topic = '', payload = ''] = said.trim().split(' ')
    expect([topic.replace(/\d+$/, 'n'), JSON.parse(payload)]).toEqual([
      `${ME}/rpc/request/n`,
      {method: 'setValve', params: {open: true}},
    ])
    await publish(topic.replace('request', 'response'), '{"position":0.5}')
    expect((await sending).json()).toMatchObject({state: 'answered', answer: {position: 0.5}})
  })

  it.each([
    ['attributes', '{"sharedKeys":"mode"}', {shared: {mode: 'night'}}],
    ['rpc', '{"method":"getSessionLimits","params":{}}', expect.objectContaining({maxPayloadSize: expect.any(Number)})],
  ])('hear the one answer about %s that they wait for', async (about, request, expected) => {
    await share('mode', 'night')
    const [ask, hear] = [`${ME}/${about}/request/7`, `${ME}/${about}/response/7`]
    const asking = run(RR, [...server(), '-V', version, '-W', '10', '-t', ask, '-e', hear, '-m', request])
    const {code, said, complained} = await ended(asking)
    expect([code, complained]).toEqual([0, ''])
    expect(JSON.parse(said)).toEqual(expected)
  })

  it('register a device, which lets itself be claimed', async () => {
    const name = `Pump ${version}`
    const request = JSON.stringify({deviceName: name, ...(await issue())})
    const [ask, hear] = ['/provision/request', '/provision/response']
    const asking = run(RR, [...server('provision'), '-V', version, '-W', '10', '-t', ask, '-e', hear, '-m', request])
    const {code, said, complained} = await ended(asking)
    expect([code, complained]).toEqual([0, ''])
    const {credentialsValue, status} = JSON.parse(said)
    expect(status).toBe('SUCCESS')

    expect((await publish(`${ME}/claim`, '{"secretKey":"s3cret"}', credentialsValue)).code).toBe(0)
    const claimed = await test.call('customer', 'POST', '/api/v0/device/claim', {name, secret: 's3cret'})
    expect(claimed.json()).toMatchObject({name, customer_id: test.customerId})
  })
})

/** As the client of ThingsBoard for Python does it, on the same library. */
const PROVISIONING = `
import json, sys, threading
import paho.mqtt.client as paho

port, version, request = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
client = paho.Client(protocol=version)
client.username_pw_set('provision')
over = threading.Event()

def on_connect(client, data, flags, code, properties=None):
    assert code == 0, code
    client.subscribe('/provision/response')
    client.publish('/provision/request', request)

def on_message(client, data, message):
    print(message.topic, message.payload.decode())
    client.disconnect()
    over.set()

client.on_connect = on_connect
client.on_message = on_message
client.connect('127.0.0.1', port, 60)
client.loop_start()
assert over.wait(10)
client.loop_stop()
`

/** Likewise. */
const SCRIPT = `
import json, sys, threading
import paho.mqtt.client as paho

port, version = int(sys.argv[1]), int(sys.argv[2])
client = paho.Client(protocol=version)
client.username_pw_set('pump-token')
heard, connected, subscribed = [], threading.Event(), threading.Event()
news = threading.Condition()

def on_connect(client, data, flags, code, properties=None):
    assert code == 0, code
    client.subscribe([('${ME}/attributes', 1), ('${ME}/attributes/response/+', 1), ('${ME}/rpc/request/+', 1), ('${ME}/rpc/response/+', 1)])

def on_message(client, data, message):
    if message.topic.startswith('${ME}/rpc/request/'):
        client.publish(message.topic.replace('request', 'response'), json.dumps({'done': json.loads(message.payload)['method']}), 1)
    with news:
        heard.append((message.topic, json.loads(message.payload)))
        news.notify()

def next_of(start):
    with news:
        assert news.wait_for(lambda: any(topic.startswith(start) for topic, _ in heard), 10), start
        return [one for one in heard if one[0].startswith(start)][-1]

client.on_connect = on_connect
client.on_message = on_message
client.on_subscribe = lambda *_: subscribed.set()
client.connect('127.0.0.1', port, keepalive=60)
client.loop_start()
assert subscribed.wait(10)
for count in range(20):
    client.publish('${ME}/telemetry', json.dumps({'ts': 1700000000000 + count, 'values': {'count': count}}), 1).wait_for_publish(10)
client.publish('${ME}/attributes', json.dumps({'firmware': '2.0.1'}), 1).wait_for_publish(10)
client.publish('${ME}/attributes/request/1', json.dumps({'clientKeys': 'firmware'}), 1)
print(json.dumps(next_of('${ME}/attributes/response/1')))
client.publish('${ME}/rpc/request/1', json.dumps({'method': 'getSessionLimits', 'params': {}}), 1)
print(json.dumps(sorted(next_of('${ME}/rpc/response/1')[1])))
print('ready', flush=True)
print(json.dumps(next_of('${ME}/rpc/request/')[1]))
client.publish('${ME}/telemetry', json.dumps({'last': 1}), 1).wait_for_publish(10)
client.disconnect()
client.loop_stop()
`

describe.runIf(HAS_PAHO).each([
  ['3.1.1', 4],
  ['5', 5],
])('the client of Python by MQTT %s', (_, version) => {
  it('sends values and attributes, asks for some, and answers commands', async () => {
    const child = run(PYTHON, ['-c', SCRIPT, String(port), String(version)])
    const end = ended(child)
    const isReady = new Promise<void>(resolve =>
      child.stdout?.on('data', chunk => String(chunk).includes('ready') && resolve()),
    )
    await Promise.race([isReady, end])
    const sent = await send({method: 'reboot', params: null})
    const {code, said, complained} = await end
    expect(complained).not.toMatch(/Error/)
    const [attributes = '', limits = '', , command = ''] = said.split('\n')
    expect([code, JSON.parse(attributes), JSON.parse(command)]).toEqual([
      0,
      [`${ME}/attributes/response/1`, {client: {firmware: '2.0.1'}}],
      {method: 'reboot', params: null},
    ])
    expect(JSON.parse(limits)).toContain('rateLimits')
    expect(sent.json()).toMatchObject({state: 'answered', answer: {done: 'reboot'}})
    expect((await values()).at(-1)).toEqual(['last', 1])
    expect((await values()).slice(0, 20)).toEqual(Array.from({length: 20}, (_, count) => ['count', count]))
  })

  it('registers a device', async () => {
    const request = JSON.stringify({deviceName: `Crane ${version}`, ...(await issue())})
    const {code, said, complained} = await ended(
      run(PYTHON, ['-c', PROVISIONING, String(port), String(version), request]),
    )
    expect(complained).not.toMatch(/Error/)
    const [, topic = '', answer = ''] = /^(\S+) (.*)/.exec(said) ?? []
    expect([code, topic, JSON.parse(answer)]).toMatchObject([0, '/provision/response', {status: 'SUCCESS'}])
  })
})

describe('the lines that the console shows', () => {
  const ORIGIN = 'http://127.0.0.1:3000'

  async function offered() {
    const {mqtt} = (await test.app.inject({url: '/api/v0/capabilities'})).json()
    expect(mqtt).toEqual({port})
    return mqtt
  }

  const lines = async () => sendLines(ORIGIN, 'pump-token', await offered())

  it.runIf(HAS_MOSQUITTO)('send a value by Mosquitto', async () => {
    const {mosquitto = ''} = await lines()
    expect(await ended(run('/bin/sh', ['-c', mosquitto]))).toEqual({code: 0, said: '', complained: ''})
    expect(await values()).toEqual([[SENT_KEY, SENT_VALUES.mosquitto]])
  })

  it.runIf(HAS_PAHO)('send a value by Python', async () => {
    const {python = ''} = await lines()
    expect(await ended(run(PYTHON, ['-c', python]))).toEqual({code: 0, said: '', complained: ''})
    expect(await values()).toEqual([[SENT_KEY, SENT_VALUES.python]])
  })

  describe('register a device, which may send from then on,', () => {
    // The device of the lines has one name, which an organisation has once.
    afterEach(() => test.database.pool.query(`update device set name = id::text where name = $1`, [DEVICE_NAME]))

    async function registeringLines() {
      const {key, secret} = await issuedProfile()
      return provisioningLines(ORIGIN, `${key} ${secret}`, await offered())
    }

    async function expectRegistered({code, said, complained}: Awaited<ReturnType<typeof ended>>) {
      expect({code, complained}).toEqual({code: 0, complained: ''})
      const {status, credentialsValue} = JSON.parse(said)
      expect(status).toBe('SUCCESS')
      const sent = await test.app.inject({
        method: 'POST',
        url: `/api/v1/${credentialsValue}/telemetry`,
        payload: {load: 1},
      })
      expect(sent.statusCode).toBe(200)
      const {rows} = await test.database.pool.query('select 1 from device where name = $1', [DEVICE_NAME])
      expect(rows).toHaveLength(1)
    }

    it.runIf(HAS_MOSQUITTO)('by Mosquitto', async () => {
      const {mosquitto = ''} = await registeringLines()
      await expectRegistered(await ended(run('/bin/sh', ['-c', mosquitto])))
    })

    it.runIf(HAS_PAHO)('by Python', async () => {
      const {python = ''} = await registeringLines()
      await expectRegistered(await ended(run(PYTHON, ['-c', python])))
    })
  })
})
