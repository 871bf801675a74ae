import {useActorRef, useSelector} from '@xstate/react'
import {type ConsoleRecord, nameOf} from '../../../domain/console/records/description'
import {devices} from '../../../domain/console/records/devices'
import type {CurrentUser} from '../../../domain/session/user'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication} from '../../kit/application'
import {DeviceStatus} from '../../telemetry/freshness/DeviceStatus'
import {useConsole} from '../logic'
import {Credentials} from './Credentials'
import styles from './Device.module.css'
import {LatestValues} from './LatestValues'
import {SendValue} from './SendValue'
import {texts} from './texts'

export function DevicePanels({record}: {record: ConsoleRecord}) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningPanels key={record.id} record={record} user={user} />
}

function RunningPanels({record, user}: {record: ConsoleRecord; user: CurrentUser}) {
  const {config} = useApplication()
  const logic = useConsole()
  const device = {id: record.id, name: nameOf(devices, record)}
  const values = useActorRef(logic.deviceValues, {input: {user, lateAfter: config.lateAfter, device}})
  const latest = useSelector(values, s => s.children.devices)
  const credentials = useActorRef(logic.credentials, {input: {deviceId: record.id}})
  if (latest === undefined) return null
  return (
    <>
      <Status devices={latest} />
      <div className={styles.panels}>
        <LatestValues devices={latest} deviceId={record.id} />
        <div className={styles.column}>
          <Credentials credentials={credentials} />
          <SendValue {...{credentials, values}} devices={latest} deviceId={record.id} />
        </div>
      </div>
    </>
  )
}

function Status({devices}: {devices: DevicesRef}) {
  const device = useSelector(devices, ({context}) => context.devices[0])
  return (
    <p className={styles.status}>
      {texts.status} {device !== undefined && <DeviceStatus devices={devices} device={device} />}
    </p>
  )
}
