import {spawnSync} from 'node:child_process'
import {once} from 'node:events'
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises'
import {connect as connectSocket} from 'node:net'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import type {SecureVersion} from 'node:tls'
import mqtt, {type IClientOptions} from 'mqtt'
import {afterAll, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest'
import {createLog} from '../../../../server/log/log'
import {createMqttWorld, type MqttWorld} from '../../../support/bareMqtt'
import {createDataDir} from '../../../support/dataDir'
import {findProgram} from '../../../support/programs'
import {startServerProcess} from '../../../support/serverProcess'

type TlsClientOptions = IClientOptions & {minVersion?: SecureVersion; maxVersion?: SecureVersion}

const OPENSSL = findProgram('openssl')
if (OPENSSL === undefined) console.warn('MQTT with TLS is not tried: there is no openssl that makes a certificate.')

describe.runIf(OPENSSL)('MQTT with TLS', () => {
  let folder: string
  let files: {certificate: string; key: string}
  let ca: Buffer
  let test: MqttWorld
  let port: number

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pulsewall-tls-'))
    files = {certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem')}
    ca = await makeCertificate()
    test = await createMqttWorld({mqtt: {host: '127.0.0.1', port: 0, tls: {port: 0, ...files}}})
    await vi.waitFor(async () => {
      port = (await portsOf(test)).tlsPort
      expect(port).toBeGreaterThan(0)
    })
  })
  afterAll(async () => {
    await test.close()
    await rm(folder, {recursive: true})
  })

  async function makeCertificate(): Promise<Buffer> {
    const made = spawnSync(OPENSSL ?? '', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-keyout', files.key, '-out', files.certificate],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ])
    expect(String(made.stderr)).not.toMatch(/error/i)
    return readFile(files.certificate)
  }

  function connect(at: number, options: TlsClientOptions = {}) {
    const url = `mqtts://127.0.0.1:${at}`
    const client = mqtt.connect(url, {username: 'pump-token', reconnectPeriod: 0, ca, ...options})
    onTestFinished(() => void client.end(true))
    return new Promise<typeof client>((resolve, reject) =>
      client.once('connect', () => resolve(client)).once('error', reject),
    )
  }

  it('is offered with a certificate by setting', async () => {
    const dataDir = await createDataDir()
    const server = startServerProcess({
      dataDir,
      environment: {
        MQTT: 'on',
        MQTT_PORT: '0',
        MQTTS_PORT: '0',
        MQTT_CERTIFICATE: files.certificate,
        MQTT_KEY: files.key,
      },
    })
    onTestFinished(() => server.end('SIGTERM').then(() => {}))
    await server.origin
    const at = await vi.waitFor(() => {
      const [, found] = /by MQTT with TLS at .+, port (\d+)/.exec(server.output()) ?? []
      if (found === undefined) throw new Error('No port yet')
      return Number(found)
    })
    await expect(connect(at, {username: 'nobody'})).rejects.toMatchObject({code: 5})
  })

  it.each([4, 5] as const)('stores what a client of protocol level %i sends', async protocolVersion => {
    const client = await connect(port, {protocolVersion})
    await client.publishAsync('v1/devices/me/telemetry', `{"level${protocolVersion}":1}`, {qos: 1})
    const {rows} = await test.database.pool.query('select name from telemetry_key where name = $1', [
      `level${protocolVersion}`,
    ])
    expect(rows).toHaveLength(1)
  })

  it.each<[string, TlsClientOptions, RegExp]>([
    ['that trusts somebody else', {ca: []}, /self-signed certificate/],
    ['of another name', {servername: 'elsewhere'}, /altname|hostname/i],
    ['of TLS 1.1', {maxVersion: 'TLSv1.1', minVersion: 'TLSv1.1'}, /version|protocol/i],
  ])('is not accepted by a client %s', async (_, options, why) => {
    await expect(connect(port, options)).rejects.toThrow(why)
  })

  it('closes what does not speak it, and counts it', async () => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    socket.write('\x10\x0c\x00\x04MQTT\x04\x02\x00\x00\x00\x00')
    await once(socket, 'close')
    await vi.waitFor(async () => {
      const {body} = await test.app.inject({url: '/metrics'})
      expect(Number(/^pulsewall_mqtt_total\{what="badTls"\} (\d+)$/m.exec(body)?.[1])).toBeGreaterThan(0)
    })
  })

  it('gives up a client that never begins', async () => {
    const socket = connectSocket(port, '127.0.0.1')
    socket.resume()
    await once(socket, 'close')
  })

  it('goes on with a renewed certificate, and with the one it has while the new one is of no use', async () => {
    await writeFile(files.certificate, 'not yet')
    await connect(port)

    const renewed = await makeCertificate()
    await connect(port, {ca: renewed})
    await expect(connect(port)).rejects.toThrow(/self-signed certificate/)
    ca = renewed
  })

  it('is not offered with files of no use, and MQTT without it is', async () => {
    const lines: unknown[] = []
    const other = await createMqttWorld({
      mqtt: {host: '127.0.0.1', port: 0, tls: {...files, port: 0, certificate: files.key}},
      log: createLog({level: 'warn', stream: {write: line => lines.push(JSON.parse(line))}}),
    })
    onTestFinished(() => other.close())
    await vi.waitFor(() => expect(lines).toMatchObject([{level: 'warn', msg: expect.stringContaining('with TLS')}]))
    expect(await portsOf(other)).toEqual({port: other.port})
  })
})

const portsOf = async ({app}: MqttWorld) => (await app.inject({url: '/api/v0/capabilities'})).json().mqtt
