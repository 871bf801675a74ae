import {afterAll, beforeAll, beforeEach, describe, expect, it} from 'vitest'
import {createMqttWorld, type MqttWorld, openSession, publishPacket} from '../../support/bareMqtt'

let test: MqttWorld
let elapsed = 0

beforeAll(async () => {
  test = await createMqttWorld({scheduler: {elapsed: () => elapsed}})
  await test.database.pool.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$;
    create trigger refuse before insert on telemetry for each row execute function refuse();
    create trigger refuse before insert on attribute for each row execute function refuse();
  `)
})
beforeEach(() => {
  // Readiness takes the fault to be over.
  elapsed += 60_000
})
afterAll(() => test.close())

const reasons = async () => (await test.app.inject('/readyz')).json().reasons

describe('on a full disk of the database', () => {
  it.each(['telemetry', 'attributes'])('%s by HTTP are refused with the reason, which readiness tells', async what => {
    expect(await reasons()).toBeUndefined()
    elapsed += 1000

    const answer = await test.app.inject({method: 'POST', url: `/api/v1/pump-token/${what}`, body: {a: 1}})

    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {message: 'The disk of the server is full: nothing can be stored.'},
    ])
    expect(await reasons()).toEqual(['The disk of the database is full.'])
  })

  it.each(['telemetry', 'attributes'])('%s by MQTT are not acknowledged, and readiness tells why', async what => {
    expect(await reasons()).toBeUndefined()
    elapsed += 1000

    const {send, closed, heard} = await openSession(test.port, 5)
    send(publishPacket(`v1/devices/me/${what}`, '{"a":1}', {qos: 1, messageId: 7}))
    await closed

    expect(heard.map(({cmd}) => cmd)).toEqual(['connack', 'disconnect'])
    expect(await reasons()).toEqual(['The disk of the database is full.'])
  })
})
