import {fromCallback} from 'xstate'
import {unitsFrom} from '../../contract/rules/units'
import type {Json} from '../../contract/wire/common'
import {type DeviceEntry, NO_DETAILS} from '../../src/domain/telemetry/devices/device'
import {NO_KEY_SETTINGS} from '../../src/domain/telemetry/readings/keySettings'
import type {Reading} from '../../src/domain/telemetry/readings/reading'
import type {Wall} from '../../src/domain/wall/walls'
import {alarm} from '../machines/alarms/alarm'
import {answers, says} from './given'
import {composed, composedPlant} from './panelsWorld'
import type {Parts} from './parts'
import {LONG, NOW} from './world'

/** Each name as badly as people name devices, with a value as badly as devices send them. */
const DEVICES: readonly (readonly [name: string, value: Reading['value']])[] = [
  [LONG.slice(0, 255).trim(), 1e308],
  ['Zwischenüberhitzer'.repeat(15).slice(0, 255), -1e308],
  ['👩‍🔧👨‍👩‍👧‍👦🌡️🏭 Kessel 🔥', true],
  ['محطة الضخ الشمالية رقم ١', false],
  ['תחנת שאיבה צפונית', 'automatic after the last maintenance, see the log of the shift'],
  ['Substation north feeder measuring point 1', '{"state":{"mode":"automatic","set":[21.5,22,23]}}'],
  ['Substation north feeder measuring point 2', 'x'.repeat(255)],
  ['Pump', 123456.789],
  ['Pump', -0.000000123],
  ['Fan', null],
]

const KEY = 'value'
const UNIT = 'kWh per square metre'
const idOf = (at: number) => `o-${at}`
const of = (at: number) => ({deviceId: idOf(at), key: KEY})

const panel = (
  id: string,
  kind: string,
  x: number,
  y: number,
  w: number,
  h: number,
  more: Record<string, Json> = {},
) => ({
  ...{id, kind, x, y, w, h},
  ...more,
})

/** A number of each value, gauges, and panels of all devices. */
export const ODD = composed([
  ...DEVICES.slice(0, 8).map((_, at) => panel(`n${at}`, 'number', at * 3, 0, 3, 3, {series: of(at)})),
  ...DEVICES.slice(0, 6).map((_, at) =>
    panel(`g${at}`, 'gauge', at * 4, 3, 4, 3, {series: of(at), look: at % 2 === 0 ? 'arc' : 'bar'}),
  ),
  panel('t', 'tiles', 0, 6, 8, 6, {order: 'importance'}),
  panel('o', 'top', 8, 6, 6, 3, {key: KEY}),
  panel('a', 'alarms', 8, 9, 6, 3),
  panel('i', 'indicators', 14, 6, 10, 3, {key: KEY}),
  panel('c', 'chart', 14, 9, 10, 3, {series: [of(0), of(1), of(5), of(6)]}),
])

/** The lowest and the narrowest panels. */
export const TINY = composed([
  ...DEVICES.slice(0, 6).map((_, at) => panel(`n${at}`, 'number', at * 2, 0, 1, 1, {series: of(at)})),
  ...DEVICES.slice(0, 6).map((_, at) => panel(`g${at}`, 'gauge', 12 + at * 2, 0, 1, 1, {series: of(at)})),
  panel('a', 'number', 0, 1, 24, 1, {series: of(7)}),
  panel('b', 'gauge', 0, 2, 24, 1, {series: of(7), look: 'bar'}),
  panel('c', 'tiles', 0, 3, 24, 1),
  panel('d', 'chart', 0, 4, 24, 1, {series: [of(7), of(8)]}),
  panel('e', 'top', 0, 5, 24, 1, {key: KEY}),
  panel('f', 'alarms', 0, 6, 24, 1),
  panel('g', 'late', 0, 7, 24, 1),
  panel('h', 'indicators', 0, 8, 24, 1, {key: KEY}),
  panel('j', 'text', 0, 9, 24, 1, {text: 'Call the plant', size: 'huge'}),
  ...['tiles', 'chart', 'top', 'alarms', 'late', 'indicators', 'clock', 'text'].map((kind, at) =>
    panel(`s${at}`, kind, at * 2, 10, 1, 1, {key: KEY, series: [of(7)], text: 'Call'}),
  ),
])

const READINGS = new Map(
  DEVICES.map(([, value], at) => [idOf(at), new Map([[KEY, {value, ts: NOW, receivedAt: NOW}]])]),
)

/** Devices with odd names and values, the first three of which are in an alarm. */
export const oddPlant =
  (wall: Wall) =>
  (parts: Parts): Partial<Parts> => {
    const given = composedPlant(wall, false, 1)(parts)
    const devices = DEVICES.map(
      ([name], at): DeviceEntry => ({...NO_DETAILS, id: idOf(at), name, label: at % 2 === 0 ? LONG : null}),
    )
    const alarms = devices
      .slice(0, 3)
      .map(({id, name}, at) =>
        alarm(`o${at}`, {deviceId: id, deviceName: name, key: KEY, severity: at === 1 ? 'warning' : 'critical'}),
      )
    return {
      ...given,
      devices: parts.devices.provide({
        actors: {
          loadDevices: answers(devices),
          keySettings: says({
            type: 'keySettings.received',
            settings: {
              ...NO_KEY_SETTINGS,
              units: {ofAll: new Map([[KEY, unitsFrom({[KEY]: UNIT}).get(KEY) ?? '']]), byDevice: new Map()},
            },
          }),
          readings: fromCallback(({sendBack}) =>
            sendBack({
              type: 'readings.received',
              at: NOW,
              readings: READINGS,
              keys: new Map(devices.map(({id}) => [id, [KEY]])),
            }),
          ),
        },
      }),
      wall: (given.wall ?? parts.wall).provide({
        actors: {alarms: says({type: 'alarms.received', alarms, isAll: true})},
      }),
    }
  }
