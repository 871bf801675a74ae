import type {Alarm} from '../../../domain/alarm'
import {useAlarms} from '../logic'
import {DeviceMaintenance} from './DeviceMaintenance'

/** The maintenance of the device of an alarm. */
export function AlarmMaintenance({alarm: {deviceId, organisationId, customerId, deviceLabel}}: {alarm: Alarm}) {
  const {deviceMaintenance, isReplay} = useAlarms().logic
  const device = {id: deviceId, organisationId, customerId, label: deviceLabel}
  return isReplay ? null : <DeviceMaintenance logic={deviceMaintenance} device={device} />
}
