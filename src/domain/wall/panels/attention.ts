import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import {type Alarm, compareAlarms} from '../../alarm'
import {STATES_OF_TAB} from '../../alarms/filter'
import type {Board} from '../board'
import {chosenDevices} from '../walls'

const STATES: readonly string[] = STATES_OF_TAB.attention

/**
 * The alarms of the chosen devices that need attention, the most urgent first; null when the server keeps no alarms,
 * or they aren't read yet. In maintenance nobody is called.
 */
export function attentionOf(
  {alarms, devices}: Pick<Board, 'alarms' | 'devices'>,
  choice: DeviceChoice,
): readonly Alarm[] | null {
  if (alarms === null) return null
  const within = new Set(chosenDevices(devices, choice).map(({id}) => id))
  return [...alarms.values()]
    .filter(
      ({deviceId, state, maintenanceUntil}) =>
        within.has(deviceId) && STATES.includes(state) && maintenanceUntil === undefined,
    )
    .sort(compareAlarms)
}
