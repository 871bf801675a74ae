import {NO_UNITS, type Units} from '../../../contract/rules/units'

/** The units that somebody has named. `ofAll` holds for the keys of devices that name none themselves. */
export interface NamedUnits {
  ofAll: Units
  byDevice: ReadonlyMap<string, Units>
}

export const NO_NAMED_UNITS: NamedUnits = {ofAll: NO_UNITS, byDevice: new Map()}

export const namedUnit = ({ofAll, byDevice}: NamedUnits, deviceId: string, key: string): string | null =>
  byDevice.get(deviceId)?.get(key) ?? ofAll.get(key) ?? null
