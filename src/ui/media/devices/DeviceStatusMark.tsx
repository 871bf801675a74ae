import {useSelector} from '@xstate/react'
import type {DeviceStatus} from '../../../../contract/rules/deviceStatus'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import {useApplication} from '../../kit/application'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import {texts} from '../texts'
import {reasonText} from './statusText'

/** Whether the device is alive, and why it is taken to be. */
export function DeviceStatusMark({status, deviceId}: {status: DeviceStatusRef; deviceId: string}) {
  const {formats} = useApplication()
  const state = useSelector(status, s => s.context.statuses.get(deviceId) ?? 'unknown')
  const reason = useSelector(status, s => reasonText(s, deviceId, formats))
  return (
    <span data-device-status={state} title={`${texts.status[state]}, ${reason}`}>
      <StatusMark status={MARKS[state]}>
        {texts.status[state]} · {reason}
      </StatusMark>
    </span>
  )
}

const MARKS: Record<DeviceStatus, Status> = {active: 'fresh', inactive: 'down', unknown: 'notRead'}
