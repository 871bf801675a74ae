import {expect, it} from 'vitest'
import {thresholdsFrom} from '../../../contract/rules/thresholds'
import type {Mark} from '../../../src/domain/telemetry/devices/marks'
import {NO_KEY_SETTINGS} from '../../../src/domain/telemetry/readings/keySettings'
import type {TelemetryValue} from '../../../src/domain/telemetry/readings/reading'
import {keysByImportance} from '../../../src/domain/wall/headline'
import {alarm, occurrence} from '../../machines/alarms/alarm'
import {device} from '../../support/device'

const DAY = 86_400_000
const NOW = 100 * DAY
const ROUTER = {
  ...device('d', ['active', 'cpu', 'model', 'ports', 'temperature']),
  label: 'Core',
  organisationId: 'org',
}
const at = (value: TelemetryValue, age = 0) => ({value, ts: NOW - age, receivedAt: NOW - age})
const READINGS = new Map([
  ['active', at(true)],
  ['cpu', at(40)],
  ['model', at('{"name": "x1"}')],
  ['ports', at(28)],
  ['temperature', at(31)],
])
const THRESHOLDS = {ofAll: thresholdsFrom({ports: {warning: {below: 20}}}).thresholds, byDevice: new Map()}
const HEADLINES = new Map([['org', [{by: 'label' as const, value: 'Core', key: 'cpu'}]]])
const CRITICAL = {severity: 'critical', attention: 'unacknowledged'} as const

type Known = Parameters<typeof keysByImportance>[1]
const first = (change: Partial<Known> = {}) =>
  keysByImportance(ROUTER, {
    marks: undefined,
    alarms: [],
    readings: READINGS,
    settings: NO_KEY_SETTINGS,
    ...change,
  })[0]

it('begins with a number that has a unit, and never with the first of the alphabet', () => {
  expect(first()).toBe('temperature')
  const units = {ofAll: new Map([['ports', 'ports']]), byDevice: new Map()}
  expect(keysByImportance({...ROUTER, keys: ['active', 'cpu', 'model', 'ports']}, knownWith({units}))).toEqual([
    'ports',
    'cpu',
    'active',
    'model',
  ])
})

it('leaves a number that was sent once behind those that are still sent', () => {
  const keys = ['boots', 'load']
  const readings = new Map([
    ['boots', at(3, 2 * DAY)],
    ['load', at(1)],
  ])
  expect(keysByImportance({...ROUTER, keys}, {...knownWith({}), readings})).toEqual(['load', 'boots'])
})

it('puts a key with a threshold before those, the headline key before it, and the key in alarm before all', () => {
  const thresholds = {...NO_KEY_SETTINGS, thresholds: THRESHOLDS}
  const named = {...thresholds, headlines: HEADLINES}
  expect(first({settings: thresholds})).toBe('ports')
  expect(first({settings: named})).toBe('cpu')
  expect(first({settings: named, marks: new Map([['model', CRITICAL]])})).toBe('model')
})

it('takes the worst of several alarms, and of equal ones the newest', () => {
  const raised = (key: string, raisedAt: number) => alarm(key, {key, occurrence: occurrence({raisedAt})})
  const alarms = [raised('cpu', 5), raised('ports', 9), raised('active', 20)]
  const warning = {severity: 'warning', attention: 'unacknowledged'} as const
  const marks = new Map<string, Mark>([
    ['active', warning],
    ['cpu', CRITICAL],
    ['ports', CRITICAL],
  ])
  expect(first({marks, alarms})).toBe('ports')
})

it('passes over a headline key that the device does not send', () => {
  const headlines = new Map([
    [
      'org',
      [
        {by: 'label' as const, value: 'Core', key: 'voltage'},
        {by: 'all' as const, value: '', key: 'ports'},
      ],
    ],
  ])
  expect(first({settings: {...NO_KEY_SETTINGS, headlines}})).toBe('ports')
})

function knownWith(settings: Partial<Known['settings']>): Known {
  return {marks: undefined, alarms: [], readings: READINGS, settings: {...NO_KEY_SETTINGS, ...settings}}
}
