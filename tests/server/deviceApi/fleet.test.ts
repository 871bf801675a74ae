import {join} from 'node:path'
import {expect, it} from 'vitest'
import {readOptions} from '../../../bench/fleet/options'
import {runFleet} from '../../../bench/fleet/run'
import {issuedProvisioningProfile} from '../../../contract/wire/entities/provisioning'
import {device} from '../../../server/database/schema/device'
import {createMqttWorld} from '../../support/bareMqtt'
import {createDataDir} from '../../support/dataDir'

const DEVICES = 20
const MESSAGES = 200

it('stores each value once that a simulated fleet has had acknowledged, also of devices that come again', async () => {
  const world = await createMqttWorld()
  const issued = await world.call('plant', 'POST', `/api/v0/provisioning/by-org/${world.works}`, {name: 'Fleet'})
  const {key, secret} = issuedProvisioningProfile.parse(issued.json())
  const tokens = join(await createDataDir(), 'tokens.json')
  const options = readOptions([
    ...['--server', world.app.listeningOrigin, '--devices', String(DEVICES), '--rate', '20', '--mqtt', '0.5'],
    ...['--values', '3', '--key', key, '--secret', secret, '--tokens', tokens],
  ])
  const acknowledged = new Map<string, number[]>()

  for (const wanted of [MESSAGES, 2 * MESSAGES]) {
    const ending = new AbortController()
    const told: string[] = []
    await runFleet(options, {
      signal: ending.signal,
      tell: line => told.push(line),
      onAcknowledged(token, ts) {
        acknowledged.set(token, [...(acknowledged.get(token) ?? []), ts])
        if (numberOf(acknowledged) >= wanted && acknowledged.size === DEVICES) ending.abort()
      },
    })
    expect(told.at(-1)).toMatch(/^Ended after \d+ s: \d+ messages acknowledged; refused: none; given up: 0$/)
  }

  const {rows} = await world.database.pool.query<{token: string; times: number[]; points: number}>(`
    select credentials_value as token, array_agg(distinct ts::float8 order by ts::float8) as times, count(*)::int as points
    from telemetry join device on number = device_number join device_credentials on device_id = device.id group by 1`)
  expect(new Map(rows.map(({token, times}) => [token, times]))).toEqual(acknowledged)
  expect(rows.reduce((total, {points}) => total + points, 0)).toBe(3 * numberOf(acknowledged))
  // The pump of this server is one of its own.
  expect(await world.database.db.$count(device)).toBe(DEVICES + 1)
  await world.close()
})

const numberOf = (acknowledged: ReadonlyMap<string, number[]>) =>
  [...acknowledged.values()].reduce((total, times) => total + times.length, 0)
