import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import {FERNBROOK_FARMS, HARBOUR_WORKS, LUMEN_MEDIA, NORTHGATE_NOC} from './organisations'

const UNITS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [HARBOUR_WORKS]: {
    humidity: '%',
    battery: '%',
    cpu: '%',
    memory: '%',
    vibration: 'm/s',
    wind: 'm/s',
    current: 'A',
    power: 'W',
    networkIn: 'B/s',
    networkOut: 'B/s',
  },
  [NORTHGATE_NOC]: {
    cpu: '%',
    memory: '%',
    load: '%',
    battery: '%',
    humidity: '%',
    throughput: 'bit/s',
    latency: 'ms',
    power: 'W',
    networkIn: 'B/s',
    networkOut: 'B/s',
  },
  [LUMEN_MEDIA]: {brightness: '%', power: 'W'},
  [FERNBROOK_FARMS]: {humidity: '%', soilMoisture: '%', battery: '%'},
}

/** The units that the keys of an organisation's devices share. */
export const demoUnits = () =>
  Object.entries(UNITS).map(([organisationId, jsonV]) => ({
    entityType: 'organisation' as const,
    entityId: organisationId,
    organisationId,
    scope: ATTRIBUTE_SCOPES.shared,
    key: UNITS_ATTRIBUTE,
    jsonV,
  }))

/** The load of a crane is a weight, and that of a computer a number of processes. */
export const CRANE_UNITS = {load: 't'}
