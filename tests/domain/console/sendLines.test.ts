import {expect, it} from 'vitest'
import {sendLines} from '../../../src/domain/console/sendLines'

it('makes a device send a temperature from each shell', () => {
  expect(sendLines('https://iot.example', 'Abc-123')).toEqual({
    sh: `curl -X POST https://iot.example/api/v1/Abc-123/telemetry --header "Content-Type: application/json" --data '{"temperature": 21.5}'`,
    powerShell: `Invoke-RestMethod -Method Post -Uri "https://iot.example/api/v1/Abc-123/telemetry" -ContentType "application/json" -Body '{"temperature": 21.5}'`,
  })
})

it('lets no token end the line', () => {
  expect(sendLines('', `a'b$(c)"d e`).sh).toContain('/api/v1/a%27b%24%28c%29%22d%20e/telemetry')
})
