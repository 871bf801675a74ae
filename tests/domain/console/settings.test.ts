import {describe, expect, it} from 'vitest'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Json} from '../../../contract/wire/common'
import type {AttributeScope} from '../../../contract/wire/entities/attribute'
import type {Attribute} from '../../../src/domain/console/attribute'
import type {Delivery} from '../../../src/domain/console/delivery'
import {settingsFacts} from '../../../src/domain/console/settingsFacts'
import {settingsPages} from '../../../src/domain/console/settingsPages'

const attribute = (key: string, value: Json, scope: AttributeScope = 2): Attribute => ({
  scope,
  key,
  value: {type: 'json', value},
  updatedAt: null,
  version: 1,
})
const delivery = (isTest: boolean): Delivery => ({
  id: isTest ? 'test' : 'real',
  createdAt: 1,
  route: 'Operators',
  escalation: 0,
  kind: 'email',
  address: 'a@b.test',
  isTest,
  subject: null,
  total: 1,
  first: null,
  state: 'delivered',
  attempts: 1,
  error: null,
  settledAt: 2,
})
const device = (id: string, ...keys: string[]) => ({
  id,
  name: id,
  label: null,
  type: null,
  customerId: null,
  organisationId: 'o1',
  keys,
  isRead: true,
})
const {thresholds: warm} = thresholdsFrom({temperature: {critical: {above: 40}}})
const NOTHING = {
  attributes: [],
  devices: [],
  thresholds: {ofAll: new Map(), byDevice: new Map()},
  deliveries: [],
  rotas: 0,
  keys: 0,
}

describe('the facts of the tasks', () => {
  it('are those of an organisation that has set nothing', () =>
    expect(settingsFacts(NOTHING)).toEqual({
      ...{
        thresholds: 0,
        unwatched: 0,
        units: 0,
        routes: 0,
        rotas: 0,
        delivery: null,
        zone: 'UTC',
        walls: 0,
        home: null,
        keys: 0,
      },
    }))

  it('count what the attributes hold, and name the zone and the first wall', () => {
    const facts = settingsFacts({
      ...NOTHING,
      attributes: [
        attribute('thresholds', {temperature: {critical: {above: 40}}, odd: 'x'}),
        attribute('units', {pressure: 'bar', odd: 1}),
        attribute('usual', {timeZone: 'Europe/Berlin'}),
        attribute('walls', [{name: 'Hall', home: false}, {name: 'Yard', home: true}, 7]),
      ],
    })
    expect(facts).toMatchObject({thresholds: 1, units: 1, zone: 'Europe/Berlin', walls: 2, home: 'Yard'})
  })

  it('take the first wall for everybody’s where none says so', () =>
    expect(settingsFacts({...NOTHING, attributes: [attribute('walls', [{name: 'Hall'}, {name: 'Yard'}])]}).home).toBe(
      'Hall',
    ))

  it('count the devices without a threshold for any key that they send', () => {
    const devices = [device('warm', 'temperature'), device('dry', 'humidity'), device('mute')]
    const byDevice = new Map(devices.map(({id}) => [id, warm] as const))
    expect(settingsFacts({...NOTHING, devices, thresholds: {ofAll: new Map(), byDevice}}).unwatched).toBe(2)
  })

  it('leave tests of routes out', () =>
    expect(settingsFacts({...NOTHING, deliveries: [delivery(true), delivery(false)]}).delivery?.id).toBe('real'))
})

describe('the pages of settings', () => {
  it('are in the order of what an admin comes for', () =>
    expect(settingsPages('ORGANISATION_ADMIN', true)).toEqual([
      ...['overview', 'thresholds', 'units', 'notifications', 'zone', 'walls'],
      ...['users', 'keys', 'customers', 'devices', 'assets'],
    ]))

  it('leave out what a server of the specified calls has not', () =>
    expect(settingsPages('SYS_ADMIN', false)).toEqual([
      ...['overview', 'thresholds', 'units', 'users', 'customers', 'devices', 'assets'],
    ]))
})
