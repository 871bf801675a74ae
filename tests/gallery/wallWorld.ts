import {fromCallback} from 'xstate'
import type {StoredList} from '../../contract/rules/lists/storedList'
import {thresholdsFrom} from '../../contract/rules/thresholds'
import {type DeviceEntry, NO_DETAILS} from '../../src/domain/telemetry/devices/device'
import {type KeySettings, NO_KEY_SETTINGS} from '../../src/domain/telemetry/readings/keySettings'
import type {Reading, ReadingsByDevice} from '../../src/domain/telemetry/readings/reading'
import {NEW_WALL, type Wall, type WallLink} from '../../src/domain/wall/walls'
import {alarm, occurrence} from '../machines/alarms/alarm'
import {answers, says} from './given'
import type {Parts} from './parts'
import {ago, NOW} from './world'

/** The boiler is too hot, and its roof far too hot. */
const THRESHOLDS: KeySettings['thresholds']['byDevice'] = new Map([
  ['d-boiler', thresholdsFrom({temperature: {warning: {above: 70}, critical: {above: 90}}}).thresholds],
  ['m-21', thresholdsFrom({temperature: {critical: {above: 45}}}).thresholds],
  ['m-54', thresholdsFrom({load: {warning: {above: 10}}}).thresholds],
  ['d-emoji', thresholdsFrom({temperature: {critical: {above: 60}}}).thresholds],
])

export const withThresholds = (devices: Parts['devices']): Parts['devices'] =>
  devices.provide({
    actors: {
      keySettings: says({
        type: 'keySettings.received',
        settings: {...NO_KEY_SETTINGS, thresholds: {ofAll: new Map(), byDevice: THRESHOLDS}},
      }),
    },
  })

/** One of each kind that a wall tells apart. */
export const WALL_ALARMS = [
  alarm('w1', {deviceId: 'm-3', key: 'load', state: 'unacknowledged'}),
  alarm('w2', {deviceId: 'm-14', key: 'load', state: 'acknowledged'}),
  alarm('w3', {deviceId: 'm-25', key: 'temperature', severity: 'warning'}),
  alarm('w4', {deviceId: 'm-36', key: 'temperature', severity: 'warning', state: 'acknowledged'}),
  alarm('w5', {
    deviceId: 'm-47',
    key: 'load',
    severity: null,
    state: 'returnedUnacknowledged',
    occurrence: occurrence({severity: 'warning'}),
  }),
  alarm('w6', {deviceId: 'm-58', key: 'load', state: 'shelved'}),
  alarm('w7', {deviceId: 'm-69', key: 'load', state: 'outOfService'}),
]

export const WALLS_KEPT: StoredList<Wall> = {
  items: [
    {...NEW_WALL, name: 'All halls', isHome: true},
    {...NEW_WALL, name: 'Pumps', devices: {by: 'type', values: ['Pump']}, grouping: 'label'},
    {...NEW_WALL, name: 'Lobby', hasAlarmCode: true},
  ],
  ignored: [],
  isList: true,
  version: 3,
  exists: true,
}

const HALLS = 8
const MANY = 120

const MANY_DEVICES: readonly DeviceEntry[] = Array.from({length: MANY}, (_, at) => ({
  ...NO_DETAILS,
  id: `m-${at}`,
  name: `Machine ${at + 1}`,
  type: 'Machine',
  label: `Hall ${(at % HALLS) + 1}`,
}))

/** Most of them are well; some are silent, and one never sent anything. */
const MANY_READINGS: ReadingsByDevice = new Map(
  MANY_DEVICES.flatMap(({id}, at) => {
    const arrival = ago(at % 41 === 40 ? 30 : 0)
    const reading = (value: number): Reading => ({value, ts: arrival, receivedAt: arrival})
    const values = new Map([
      ['load', reading(20 + ((at * 37) % 60))],
      ['temperature', reading(40 + ((at * 13) % 20))],
    ])
    return at === 7 ? [] : [[id, values] as const]
  }),
)

/** The devices of a large wall. */
export const manyDevices = (devices: Parts['devices']): Parts['devices'] =>
  devices.provide({
    actors: {
      loadDevices: answers(MANY_DEVICES),
      readings: fromCallback(({sendBack}) =>
        sendBack({
          type: 'readings.received',
          at: NOW,
          readings: MANY_READINGS,
          keys: new Map(MANY_DEVICES.map(({id}) => [id, [...(MANY_READINGS.get(id)?.keys() ?? [])]])),
        }),
      ),
    },
  })

const LINKS: readonly WallLink[] = [
  {
    id: 'l1',
    wall: 'All halls',
    name: 'Control room',
    issuedBy: 'nora@northgate.test',
    issuedAt: ago(4000),
    seenAt: ago(3),
  },
  {id: 'l2', wall: 'Sold', name: 'Porter', issuedBy: 'ada@pulsewall.test', issuedAt: ago(90), seenAt: null},
]
export const LINKS_LOADED = {secrets: LINKS, choices: WALLS_KEPT.items.map(({name}) => name)}
const ISSUED: WallLink = {
  id: 'l3',
  wall: 'All halls',
  name: 'Canteen',
  issuedBy: 'nora@northgate.test',
  issuedAt: NOW,
  seenAt: null,
}
export const LINK_ISSUED = {
  secret: ISSUED,
  plainText: `https://pulsewall.example/wall#token=l3.${'A1b2C3d4'.repeat(5)}`,
}
