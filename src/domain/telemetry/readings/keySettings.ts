import type {Headlines} from '../../../../contract/rules/headlines'
import type {Threshold} from '../../../../contract/rules/thresholds'

/** The settings of keys in attributes of devices. `ofAll` holds for the devices without settings of their own. */
export interface Named<Value> {
  ofAll: ReadonlyMap<string, Value>
  byDevice: ReadonlyMap<string, ReadonlyMap<string, Value>>
}

/** The units that a user has named for the keys of devices, the thresholds that hold for them, and the headline keys. */
export interface KeySettings {
  units: Named<string>
  thresholds: Named<Threshold>
  /** By the organisation of a device. */
  headlines: ReadonlyMap<string, Headlines>
}

/** The owners of the attributes by which units and thresholds hold. */
export interface KeyOwners {
  /** The organisation whose attributes the user may read, if there is one. */
  organisationId: string | null
  /** The customer of the watched device, if the user may read its attributes. */
  customerId: string | null
  /** The device whose own attributes are asked for even where that costs a call. */
  watchedDeviceId: string | null
}

export const NO_KEY_SETTINGS: KeySettings = {
  units: {ofAll: new Map(), byDevice: new Map()},
  thresholds: {ofAll: new Map(), byDevice: new Map()},
  headlines: new Map(),
}

export const namedOf = <Value>({ofAll, byDevice}: Named<Value>, deviceId: string, key: string): Value | null =>
  byDevice.get(deviceId)?.get(key) ?? ofAll.get(key) ?? null
