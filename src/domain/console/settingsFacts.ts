import {ALARM_ROUTES_ATTRIBUTE, alarmRoutesFrom} from '../../../contract/rules/alarmRoutes'
import {isHomeFrom, WALLS_ATTRIBUTE, wallNameFrom} from '../../../contract/rules/lists/walls'
import {isOff, THRESHOLDS_ATTRIBUTE, thresholdsFrom} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../../contract/rules/units'
import {USUAL_ATTRIBUTE, usualZone} from '../../../contract/rules/usual/zone'
import type {Json} from '../../../contract/wire/common'
import {ATTRIBUTE_SCOPES, type AttributeScope} from '../../../contract/wire/entities/attribute'
import type {DeviceEntry} from '../telemetry/devices/device'
import {type KeySettings, namedOf} from '../telemetry/readings/keySettings'
import type {Attribute} from './attribute'
import type {Delivery} from './delivery'

/** How far the tasks of an organisation's settings are done. */
export interface SettingsFacts {
  thresholds: number
  /** The devices without any key for which a threshold holds. */
  unwatched: number
  units: number
  routes: number
  rotas: number
  /** The newest delivery that is no test; null when there is none among the newest. */
  delivery: Delivery | null
  /** The time zone by whose weeks the server learns what is usual. */
  zone: string
  walls: number
  /** The wall that everybody sees first; null for the wall of all devices. */
  home: string | null
  keys: number
}

interface Loaded extends Pick<SettingsFacts, 'rotas' | 'keys'> {
  attributes: readonly Attribute[]
  devices: readonly DeviceEntry[]
  thresholds: KeySettings['thresholds']
  deliveries: readonly Delivery[]
}

export function settingsFacts({attributes, devices, thresholds, deliveries, rotas, keys}: Loaded): SettingsFacts {
  const {shared, server} = ATTRIBUTE_SCOPES
  const jsonOf = (key: string, scope: AttributeScope = shared): Json => {
    const value = attributes.find(each => each.scope === scope && each.key === key)?.value
    return value?.type === 'json' ? value.value : null
  }
  const walls = wallsIn(jsonOf(WALLS_ATTRIBUTE))
  return {
    thresholds: thresholdsFrom(jsonOf(THRESHOLDS_ATTRIBUTE)).thresholds.size,
    unwatched: devices.filter(({id, keys}) => !keys.some(key => isLimited(thresholds, id, key))).length,
    units: unitsFrom(jsonOf(UNITS_ATTRIBUTE)).size,
    routes: alarmRoutesFrom(jsonOf(ALARM_ROUTES_ATTRIBUTE, server)).routes.length,
    rotas,
    delivery: deliveries.find(({isTest}) => !isTest) ?? null,
    zone: usualZone(jsonOf(USUAL_ATTRIBUTE)),
    walls: walls.length,
    home: walls.find(({isHome}) => isHome)?.name ?? null,
    keys,
  }
}

function isLimited(thresholds: KeySettings['thresholds'], deviceId: string, key: string): boolean {
  const threshold = namedOf(thresholds, deviceId, key)
  return threshold !== null && !isOff(threshold)
}

const wallsIn = (json: Json) =>
  (Array.isArray(json) ? json : []).flatMap((entry, at) => {
    const name = wallNameFrom(entry)
    return name === null ? [] : [{name, isHome: isHomeFrom(entry, at)}]
  })
