import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import {devicesIn, type PanelBase, type PanelRules} from './panel'
import {type Repeatable, repeatIn} from './repeat'

/** The alarms that need attention, the most urgent first. */
export interface AlarmsPanel extends PanelBase, Repeatable {
  kind: 'alarms'
  devices: DeviceChoice
}

export const alarmsPanel: PanelRules<AlarmsPanel> = {
  size: {w: 8, h: 6},
  read: (base, entry) => ({...base, kind: 'alarms', devices: devicesIn(entry.devices), repeat: repeatIn(entry.repeat)}),
}
