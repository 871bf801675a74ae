import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {texts} from '../texts'
import {DeviceLine} from './DeviceLine'
import styles from './Devices.module.css'
import {GroupLine} from './GroupLine'
import {KeyLine} from './KeyLine'
import type {Line} from './lines'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  navigator: NavigatorRef
  line: Line
  isFoldable: boolean
  tabIndex: 0 | -1
}

export function ListedLine({dashboard, devices, navigator, line, isFoldable, tabIndex}: Props) {
  const shared = {lineId: line.id, tabIndex}
  switch (line.kind) {
    case 'group': {
      const {group, isOpen} = line
      return (
        <GroupLine
          {...{...shared, navigator, isOpen}}
          id={group.id}
          value={group.value}
          devices={group.devices.length}
        />
      )
    }
    case 'device': {
      const {device, isOpen} = line
      return (
        <DeviceLine
          {...{...shared, dashboard, devices, navigator, isOpen, isFoldable}}
          id={device.id}
          name={device.name}
        />
      )
    }
    case 'key': {
      const {device, key} = line
      return <KeyLine {...{...shared, dashboard, devices}} id={device.id} name={device.name} telemetryKey={key} />
    }
    case 'noKeys':
      return <span className={styles.noKeys}>{texts.devices[line.device.isRead ? 'noKeys' : 'notRead']}</span>
    default:
      return line satisfies never
  }
}
