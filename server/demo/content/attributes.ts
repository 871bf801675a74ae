import {ALARM_ROUTES_ATTRIBUTE} from '../../../contract/rules/alarmRoutes'
import type {Place} from '../../../contract/rules/place'
import {THRESHOLDS_ATTRIBUTE} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE} from '../../../contract/rules/units'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {device} from '../../database/schema/device'
import {LUMEN_MEDIA, NORTHGATE_NOC} from './organisations'
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

/** The alarm routes of the NOC and of the screens. */
export const demoAlarmRoutes = () => [
  routeOf(NORTHGATE_NOC, {name: 'Operators', address: 'noc@demo.test'}),
  routeOf(LUMEN_MEDIA, {name: 'Screens', address: 'media@demo.test'}),
]

const routeOf = (organisationId: string, {name, address}: {name: string; address: string}) => ({
  entityType: 'organisation' as const,
  entityId: organisationId,
  organisationId,
  scope: ATTRIBUTE_SCOPES.server,
  key: ALARM_ROUTES_ATTRIBUTE,
  jsonV: [{name, targets: [{kind: 'email', address}]}],
})

const at = (latitude: number, longitude: number): Place => ({latitude, longitude})

/** The places of the NOC's sites. */
const SITES: Readonly<Record<string, Place>> = {
  Amsterdam: at(52.37, 4.9),
  Berlin: at(52.52, 13.4),
  Cork: at(51.9, -8.47),
  Dublin: at(53.35, -6.26),
  Espoo: at(60.21, 24.66),
  Fulham: at(51.48, -0.2),
  Ghent: at(51.05, 3.72),
  Hull: at(53.75, -0.34),
  Ipswich: at(52.06, 1.16),
  Jena: at(50.93, 11.59),
  Kiel: at(54.32, 10.14),
  Leeds: at(53.8, -1.55),
  Malmö: at(55.6, 13),
  Namur: at(50.47, 4.87),
  Oslo: at(59.91, 10.75),
  Porto: at(41.15, -8.61),
  Quimper: at(48, -4.1),
  Riga: at(56.95, 24.11),
  Seville: at(37.39, -5.98),
  Turin: at(45.07, 7.69),
  Utrecht: at(52.09, 5.12),
  Vienna: at(48.21, 16.37),
  Warsaw: at(52.23, 21.01),
  Ystad: at(55.43, 13.82),
  Zurich: at(47.37, 8.54),
}

const placeOfSite = (label: string | null): Place | undefined => SITES[label ?? '']
