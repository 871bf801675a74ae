import {useActorRef, useSelector} from '@xstate/react'
import type {ReactNode} from 'react'
import {type ConsoleRecord, nameOf} from '../../../domain/console/records/description'
import {devices} from '../../../domain/console/records/devices'
import type {CurrentUser} from '../../../domain/user'
import type {DevicesRef} from '../../../machines/telemetry/devices'
import {useApplication, useHasAdditions} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {StatusMark} from '../../kit/mark/StatusMark'
import {DeviceStatus} from '../../telemetry/freshness/DeviceStatus'
import {useConsole} from '../logic'
import {Credentials} from './Credentials'
import styles from './Device.module.css'
import {LatestValues} from './LatestValues'
import {SendValue} from './SendValue'
import {texts} from './texts'

interface Props {
  record: ConsoleRecord
  /** The panels that every record has are in the same columns, so that no panel leaves a hole beside it. */
  overview: ReactNode
  attributes: ReactNode
  thresholds: ReactNode
}

export function DevicePanels(props: Props) {
  const {session} = useApplication()
  const user = useSelector(session, ({context}) => context.user)
  return user === null ? null : <RunningPanels key={props.record.id} {...props} user={user} />
}

function RunningPanels({record, overview, attributes, thresholds, user}: Props & {user: CurrentUser}) {
  const {config} = useApplication()
  const logic = useConsole()
  const device = {id: record.id, name: nameOf(devices, record)}
  const values = useActorRef(logic.deviceValues, {
    input: {user, lateAfter: config.lateAfter, device, openedAt: logic.now()},
  })
  const hasAdditions = useHasAdditions()
  const latest = useSelector(values, s => s.children.devices)
  const credentials = useActorRef(logic.credentials, {input: {deviceId: record.id}})
  if (latest === undefined) return null
  return (
    <>
      <Status devices={latest} deviceId={record.id} />
      <div className={styles.panels}>
        <div className={styles.column}>
          <LatestValues devices={latest} deviceId={record.id} />
          {overview}
          {hasAdditions && (
            <LazyPart load={logic.commands}>{Commands => <Commands deviceId={record.id} devices={latest} />}</LazyPart>
          )}
        </div>
        <div className={styles.column}>
          <Credentials credentials={credentials} />
          <SendValue credentials={credentials} values={values} devices={latest} deviceId={record.id} />
          {thresholds}
          {attributes}
        </div>
      </div>
    </>
  )
}

function Status({devices, deviceId}: {devices: DevicesRef; deviceId: string}) {
  const hasAdditions = useHasAdditions()
  const device = useSelector(devices, ({context}) => context.devices[0])
  return (
    <p className={styles.status}>
      {texts.status} {device !== undefined && <DeviceStatus devices={devices} device={device} />}
      {hasAdditions && <ConnectionMark deviceId={deviceId} />}
    </p>
  )
}

/** Shows whether the device is connected by MQTT, and nothing of one that never was. */
function ConnectionMark({deviceId}: {deviceId: string}) {
  const {formats} = useApplication()
  const machine = useActorRef(useConsole().connection, {input: {deviceId}})
  const connection = useSelector(machine, ({context}) => context.connection)
  if (connection === null) return null
  if (connection === 'unread') return <StatusMark status="notRead">{texts.connection.unread}</StatusMark>
  if (connection.state === 'never') return null
  const since = formats.dateTime(connection.since, 'minute')
  return <StatusMark status={MARKS[connection.state]}>{texts.connection[connection.state](since)}</StatusMark>
}

const MARKS = {connected: 'ok', disconnected: 'off', unknown: 'notRead'} as const
