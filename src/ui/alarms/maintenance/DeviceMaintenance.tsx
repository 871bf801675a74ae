import {Button} from '@mantine/core'
import {useActorRef, useSelector} from '@xstate/react'
import {Link} from 'react-router-dom'
import type {MaintainedDevice} from '../../../../contract/rules/maintenance'
import {mayKeep} from '../../../domain/alarms/action'
import {MAINTENANCE_LENGTHS, runningMaintenance} from '../../../domain/maintenance'
import {SHORTCUTS} from '../../../domain/shell/shortcuts'
import type {DeviceMaintenanceLogic, MaintenanceAct} from '../../../machines/alarms/deviceMaintenance'
import {maintenancePathOf} from '../../alarmPaths'
import {useApplication} from '../../kit/application'
import {RetryButton, useTried} from '../../kit/loading/Retry'
import {IconWrench} from '../../kit/mark/icons'
import {useTicking} from '../../kit/text/AgeText'
import {useViewer} from '../../kit/viewer'
import styles from './DeviceMaintenance.module.css'
import {texts as all} from './texts'

const texts = all.now

export interface DeviceMaintenanceProps {
  device: MaintainedDevice
}

interface Props extends DeviceMaintenanceProps {
  logic: DeviceMaintenanceLogic
}

/** Says until when a device is in maintenance, and starts and ends it by one click for viewers who may. */
export function DeviceMaintenance({logic, device: {organisationId, ...device}}: Props) {
  const {authority} = useViewer()
  return organisationId === null || !mayKeep(authority) ? null : (
    <OfDevice key={device.id} logic={logic} device={{...device, organisationId}} />
  )
}

function OfDevice({
  logic,
  device,
}: {
  logic: DeviceMaintenanceLogic
  device: MaintainedDevice & {organisationId: string}
}) {
  const {formats, now} = useApplication()
  const maintenance = useActorRef(logic, {input: {device}})
  const windows = useSelector(maintenance, ({context}) => context.windows)
  const message = useSelector(maintenance, ({context}) => context.message)
  const isReady = useSelector(maintenance, s => s.matches('known'))
  const {isFailed, isRetrying} = useTried(
    useSelector(maintenance, s => s.matches('unread')),
    useSelector(maintenance, s => s.matches('reading')),
  )
  // It ends by itself, too.
  useTicking(at => String(runningMaintenance(windows ?? [], device, at)?.until))
  const running = runningMaintenance(windows ?? [], device, now())
  const request = (act: MaintenanceAct) => {
    if (isReady) maintenance.send({type: 'act.requested', act})
  }
  return (
    <section className={styles.maintenance} aria-label={texts.heading} aria-busy={!isReady && !isFailed}>
      <p className={styles.state} role="status">
        <IconWrench size="1em" aria-hidden="true" />
        {running === null ? texts.heading : texts.until(formats.recent(running.until, now()))}
      </p>
      {message !== null && (
        <p role="alert" className={styles.message}>
          {message}
        </p>
      )}
      {isFailed ? (
        <RetryButton
          size="compact-sm"
          isBusy={isRetrying}
          onClick={() => maintenance.send({type: 'retry.requested'})}
        />
      ) : running === null ? (
        <>
          {MAINTENANCE_LENGTHS.map((length, at) => (
            <Button
              key={length}
              size="compact-sm"
              variant="default"
              aria-disabled={!isReady}
              aria-label={texts.start(texts.lengths[String(length)] ?? '')}
              data-alarm-key={at === 0 ? SHORTCUTS.alarm.maintain[0] : undefined}
              onClick={() => request({kind: 'start', deviceId: device.id, until: now() + length})}
            >
              {texts.lengths[String(length)]}
            </Button>
          ))}
          <Link to={maintenancePathOf(device)}>{texts.plan}</Link>
        </>
      ) : (
        <End windowId={running.windowId} isReady={isReady} onEnded={windowId => request({kind: 'end', windowId})} />
      )}
    </section>
  )
}

interface EndProps {
  windowId: string | null
  isReady: boolean
  onEnded: (windowId: string) => void
}

/** Maintenance of more than the device is ended where it was planned. */
function End({windowId, isReady, onEnded}: EndProps) {
  if (windowId === null) return <p className={styles.message}>{texts.ofOthers}</p>
  return (
    <Button size="compact-sm" variant="default" aria-disabled={!isReady} onClick={() => onEnded(windowId)}>
      {texts.end}
    </Button>
  )
}
