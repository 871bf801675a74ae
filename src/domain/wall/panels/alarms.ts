import type {DeviceChoice} from '../../../../contract/rules/lists/walls'
import {devicesIn, type PanelBase, type PanelRules} from './panel'

/** The alarms that need attention, the most urgent first. */
export interface AlarmsPanel extends PanelBase {
  kind: 'alarms'
  devices: DeviceChoice
}

export const alarmsPanel: PanelRules<AlarmsPanel> = {
  size: {w: 8, h: 6},
  read: (base, entry) => ({...base, kind: 'alarms', devices: devicesIn(entry.devices)}),
}
