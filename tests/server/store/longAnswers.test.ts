import {afterAll, beforeAll, expect, it} from 'vitest'
import {seedDevice} from '../../support/app'
import {createWorld, type World} from '../../support/world'

let test: World

beforeAll(async () => {
  test = await createWorld()
})
afterAll(() => test.close())

const ask = async (url: string) => {
  const answer = await test.call('admin', 'GET', url)
  return {status: answer.statusCode, message: answer.json().message as string | undefined}
}

const TELEMETRY = '/api/v0/telemetry/device'

it('refuses answers about more devices than fit into one, and gives pages of them', async () => {
  await test.database.pool.query(
    `insert into device (id, organisation_id, name, created_at)
     select gen_random_uuid(), $1, 'Pump ' || n, 0 from generate_series(1, 20001) n`,
    [test.works],
  )

  expect(await ask('/api/v0/device')).toEqual({
    status: 400,
    message: "This list has more than 20000 entries. Ask for pages of it with 'limit'.",
  })
  expect(await ask('/api/v0/device?limit=10')).toMatchObject({status: 200})
  for (const what of ['latest', 'overview', 'units', 'thresholds'])
    expect(await ask(`${TELEMETRY}/${what}`)).toEqual({
      status: 400,
      message: 'These are more than 20000 devices. Ask for those of one organisation.',
    })
  expect(await ask(`${TELEMETRY}/latest?organisation_id=${test.noc}`)).toMatchObject({status: 200})
})

it('refuses more latest values than fit into one answer', async () => {
  const {number} = await seedDevice(test.database, {name: 'rack', organisationId: test.noc})
  await test.database.pool.query(
    `with keys as (
       insert into telemetry_key (name) select 'key ' || n from generate_series(1, 200001) n returning id
     ) insert into latest (device_number, key_id, ts, value, received_at) select $1, id, 5, 7, 5 from keys`,
    [number],
  )
  const message = 'These devices have more than 200000 values. Ask for fewer devices.'

  for (const what of ['latest', 'overview'])
    expect(await ask(`${TELEMETRY}/${what}?organisation_id=${test.noc}`)).toEqual({status: 400, message})
})

it('refuses more bytes of attributes than fit into one answer', async () => {
  const values = '/api/v0/attribute/device/values'
  await test.database.pool.query(
    `insert into attribute (id, entity_type, entity_id, organisation_id, scope, key, str_v, last_update_ts)
     select gen_random_uuid(), 'device', id, organisation_id, 1, 'note', repeat(md5(name), 65536), 0
     from device where organisation_id = $1 limit 9`,
    [test.works],
  )
  const which = `organisation_id=${test.works}&keys=`

  expect(await ask(`${values}?${which}note`)).toEqual({
    status: 400,
    message: 'These attributes take more than 16777216 bytes. Ask for fewer keys, or one organisation.',
  })
  expect(await ask(`${values}?${which}other`)).toMatchObject({status: 200})
})
