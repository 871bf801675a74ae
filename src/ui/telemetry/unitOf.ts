import {type ShownUnit, unitOfKey} from '../../../contract/rules/format/shownUnit'
import {namedOf} from '../../domain/telemetry/readings/keySettings'
import type {DevicesSnapshot} from '../../machines/telemetry/devices'

/** Selects the unit in which the values of a key are shown. */
export const unitOf = ({context: {units, user}}: DevicesSnapshot, deviceId: string, key: string): ShownUnit =>
  unitOfKey(key, user.temperatureUnit, namedOf(units, deviceId, key))
