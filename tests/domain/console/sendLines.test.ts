import {describe, expect, it} from 'vitest'
import {SEND_WAYS, SENT_KEY, SENT_VALUES, sendLines} from '../../../src/domain/console/sendLines'

it('makes a device send a temperature from each shell', () => {
  expect(sendLines('https://iot.example', 'Abc-123')).toEqual({
    sh: `curl -X POST https://iot.example/api/v1/Abc-123/telemetry --header "Content-Type: application/json" --data '{"temperature": 21.1}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "https://iot.example/api/v1/Abc-123/telemetry" -ContentType "application/json" -Body '{"temperature": 21.2}'`,
  })
})

it('sends by each way a value of its own', () => {
  const lines = sendLines('http://10.0.0.1:3000', 'a', {port: 1883})
  for (const way of SEND_WAYS) expect(lines[way]).toContain(`{"${SENT_KEY}": ${SENT_VALUES[way]}}`)
  expect(new Set(Object.values(SENT_VALUES)).size).toBe(SEND_WAYS.length)
})

it('lets no token end the line', () => {
  expect(sendLines('', `a'b$(c)"d e`).sh).toContain('/api/v1/a%27b%24%28c%29%22d%20e/telemetry')
})

describe('by MQTT', () => {
  const origin = 'https://iot.example:8443'

  it('takes the port of the server, with TLS where the page has it', () => {
    expect(sendLines('http://10.0.0.1:3000', 'Abc-123', {port: 1883, tlsPort: 8883}).mosquitto).toBe(
      `mosquitto_pub -h 10.0.0.1 -p 1883 -u 'Abc-123' -q 1 -t v1/devices/me/telemetry -m '{"temperature": 21.3}'`,
    )
    const {mosquitto, python} = sendLines(origin, 'Abc-123', {port: 1883, tlsPort: 8883})
    expect(mosquitto).toContain('-h iot.example -p 8883 --tls-use-os-certs -u')
    expect(python).toContain('    json.dumps({"temperature": 21.4}),\n')
    expect(python).toContain('    port=8883,\n    auth={"username": "Abc-123"},\n    tls=')
    expect(sendLines(origin, 'a', {port: 1883}).python).toContain('    port=1883,')
  })

  it('has no lines where the server takes no MQTT', () => {
    expect(Object.keys(sendLines(origin, 'a'))).toEqual(['sh', 'powerShell'])
    expect(Object.keys(sendLines(origin, 'a', {}))).toEqual(['sh', 'powerShell'])
  })

  it('lets no token end the line', () => {
    expect(sendLines(origin, `a'b$(c)`, {port: 1883}).mosquitto).toContain(`-u 'a'\\''b$(c)' -q`)
  })
})
