import {afterAll, beforeAll, expect, it} from 'vitest'
import {plainValue} from '../../../../contract/rules/series/point'
import {ATTRIBUTE_SCOPES} from '../../../../contract/wire/entities/attribute'
import type {DeviceWire} from '../../../../contract/wire/entities/device'
import {overview} from '../../../../contract/wire/telemetry/telemetry'
import {attribute} from '../../../../server/database/schema/attribute'
import {seedDevice} from '../../../support/app'
import {createWorld, type Who, type World} from '../../../support/world'

let test: World

const HEADLINES = [
  {by: 'label', value: 'Quay', key: 'load'},
  {by: 'label', value: 'of somebody else', key: 'load'},
  {by: 'type', value: '', key: 'load'},
  {by: 'all', key: 'speed'},
]

beforeAll(async () => {
  test = await createWorld()
  const {database, works, customerId, app} = test
  await seedDevice(database, {name: 'pump', organisationId: works})
  await seedDevice(database, {name: 'crane', label: 'Quay', organisationId: works, customerId})
  const said = {entityType: 'organisation', entityId: works, organisationId: works, lastUpdateTs: 0} as const
  await database.db.insert(attribute).values([
    {...said, scope: ATTRIBUTE_SCOPES.shared, key: 'units', jsonV: {load: 'kW'}},
    {...said, scope: ATTRIBUTE_SCOPES.shared, key: 'headlines', jsonV: HEADLINES},
    {...said, scope: ATTRIBUTE_SCOPES.shared, key: 'thresholds', jsonV: {load: {warning: {above: 1}}}},
  ])
  for (const name of ['pump', 'crane']) {
    const url = `/api/v1/${name}-token/telemetry`
    expect((await app.inject({method: 'POST', url, body: {ts: 5, values: {load: 7}}})).statusCode).toBe(200)
  }
})
afterAll(() => test.close())

interface Row extends Record<string, unknown> {
  ts: number
  received_at: number
}

const plain = ({device_id, key, ts, received_at, ...typed}: Row) => ({
  device_id,
  key,
  ts,
  received_at,
  value: plainValue(typed),
})

/** Returns the known fields of a device. */
const shown = ({_id, name, type, label, organisation_id, customer_id}: DeviceWire) =>
  Object.fromEntries(
    Object.entries({_id, name, type, label, organisation_id, customer_id}).filter(([, value]) => value !== null),
  )

/** As the single calls tell it. */
function inRows(answer: unknown) {
  const {devices, latest, units, thresholds, headlines} = overview.parse(answer)
  const idsOf = (places: readonly number[]) => places.map(place => devices[place]?._id)
  return {
    devices,
    latest: latest.flatMap(({key, devices, values, ts, received_at}) =>
      idsOf(devices).map((device_id, row) => ({
        device_id,
        key,
        ts: ts[row],
        received_at: received_at[row],
        value: values[row],
      })),
    ),
    units: units.map(({devices, units}) => ({device_ids: idsOf(devices), units})),
    thresholds: thresholds.map(({devices, thresholds}) => ({device_ids: idsOf(devices), thresholds})),
    headlines,
  }
}

const ask = async (who: Who, path: string, query = '') =>
  (await test.call(who, 'GET', `/api/v0/${path}${query}`)).json()

it.each([
  ['all within reach', () => ''],
  ['an organisation', () => `?organisation_id=${test.works}`],
  ['another organisation', () => `?organisation_id=${test.noc}`],
  ['a past moment', () => '?at=5'],
  ['a moment before all', () => '?at=4'],
])('of %s is what the list and the single calls answer to the same question', async (_what, queryOf) => {
  const query = queryOf()
  for (const who of ['plant', 'user', 'noc'] as const) {
    const [devices, latest, units, thresholds, headlines] = await Promise.all([
      ask(who, 'device', query.startsWith('?at') ? '' : query),
      ...['latest', 'units', 'thresholds', 'headlines'].map(name => ask(who, `telemetry/device/${name}`, query)),
    ])
    const answered = inRows(await ask(who, 'telemetry/device/overview', query))
    const inOrder = (list: object[]) => list.map(item => JSON.stringify(item)).sort()
    expect(inOrder(answered.devices)).toEqual(inOrder(devices.map(shown)))
    expect([inOrder(answered.latest), answered.units, answered.thresholds, answered.headlines]).toEqual([
      inOrder(latest.map(plain)),
      units,
      thresholds,
      headlines,
    ])
  }
})

it('holds what someone may see, and nothing else', async () => {
  const {devices, latest, units, thresholds, headlines} = inRows(await ask('user', 'telemetry/device/overview'))
  expect([devices.length, latest.length]).toEqual([1, 1])
  expect(units).toEqual([{device_ids: [devices[0]?._id], units: {load: 'kW'}}])
  expect(thresholds).toEqual([{device_ids: [devices[0]?._id], thresholds: {load: {warning: {above: 1}}}}])
  const own = [HEADLINES[0], HEADLINES[3]]
  expect(headlines).toEqual([{organisation_id: test.works, headlines: own}])
})
