import {describe, expect, it} from 'vitest'
import {provisioningLines} from '../../../src/domain/console/provisioningLines'

const ORIGIN = 'https://iot.example:8443'
const BODY = '{"deviceName":"Device 1","provisionDeviceKey":"key-1","provisionDeviceSecret":"s3cret"}'

it('makes a device register itself by HTTP', () => {
  expect(provisioningLines(ORIGIN, 'key-1 s3cret')).toEqual({
    sh: `curl https://iot.example:8443/api/v1/provision --data '${BODY}'`,
  })
})

describe('by MQTT', () => {
  it('takes the port of the server, as nobody but who registers', () => {
    expect(provisioningLines('http://10.0.0.1:3000', 'key-1 s3cret', {port: 1883, tlsPort: 8883}).mosquitto).toBe(
      `mosquitto_rr -h 10.0.0.1 -p 1883 -u provision -t /provision/request -e /provision/response -m '${BODY}'`,
    )
    expect(provisioningLines('http://10.0.0.1:3000', 'key-1 s3cret', {port: 1883}).python).toContain(
      'client.username_pw_set("provision")\nclient.on_connect',
    )
  })

  it('takes TLS where the page has it', () => {
    const {mosquitto, python} = provisioningLines(ORIGIN, 'key-1 s3cret', {port: 1883, tlsPort: 8883})
    expect(mosquitto).toContain('-h iot.example -p 8883 --tls-use-os-certs -u provision')
    expect(python).toContain('client.tls_set()\n')
    expect(python).toContain('client.connect("iot.example", 8883)')
  })

  it('has no lines where the server takes no MQTT', () => {
    expect(Object.keys(provisioningLines(ORIGIN, 'key-1 s3cret', {}))).toEqual(['sh'])
  })

  it('lets no secret end the line', () => {
    const {sh, mosquitto} = provisioningLines(ORIGIN, `key-1 a'b$(c)`, {port: 1883})
    for (const line of [sh, mosquitto]) expect(line).toContain(`a'\\''b$(c)"}'`)
  })
})
