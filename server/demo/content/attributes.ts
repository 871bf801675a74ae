import {ALARM_ROUTES_ATTRIBUTE} from '../../../contract/rules/alarmRoutes'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {device} from '../../database/schema'
import {NORTHGATE_NOC} from './organisations'
import {placeOfSite} from './places'
import {thresholdsOf} from './thresholds'
import {CRANE_UNITS} from './units'

type SeededDevice = Pick<typeof device.$inferSelect, 'id' | 'number' | 'type' | 'label' | 'organisationId'>

/** Invents the attributes that an installer would have set for a device. */
export function demoAttributes({id, number, type, label, organisationId}: SeededDevice) {
  const {server, shared} = ATTRIBUTE_SCOPES
  const thresholds = thresholdsOf(type)
  const place = placeOfSite(label)
  const values = [
    {scope: server, key: 'serial', strV: `PW-${String(number).padStart(5, '0')}`},
    {scope: server, key: 'place', jsonV: {label, floor: number % 4}},
    ...Object.entries(place ?? {}).map(([key, dblV]) => ({scope: server, key, dblV})),
    {scope: shared, key: 'reportEverySeconds', longV: 5},
    {scope: shared, key: 'calibration', dblV: 1 + (number % 7) / 100},
    {scope: shared, key: 'isInService', boolV: true},
    ...(type === 'crane' ? [{scope: shared, key: UNITS_ATTRIBUTE, jsonV: CRANE_UNITS}] : []),
    ...(thresholds === undefined ? [] : [{scope: shared, key: THRESHOLDS_ATTRIBUTE, jsonV: thresholds}]),
  ]
  return values.map(value => ({...value, entityType: 'device' as const, entityId: id, organisationId}))
}

/** The alarm routes of the NOC. */
export const demoAlarmRoutes = () => [
  {
    entityType: 'organisation' as const,
    entityId: NORTHGATE_NOC,
    organisationId: NORTHGATE_NOC,
    scope: ATTRIBUTE_SCOPES.server,
    key: ALARM_ROUTES_ATTRIBUTE,
    jsonV: [{name: 'Operators', targets: [{kind: 'email', address: 'noc@demo.test'}]}],
  },
]
