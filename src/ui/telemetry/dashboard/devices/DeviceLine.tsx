import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {maintainedUntil, mostUnusualOf} from '../../../../domain/telemetry/devices/navigatedDevices'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {IconChevronDown} from '../../../kit/mark/icons'
import {MaintenanceMark} from '../../../kit/mark/MaintenanceMark'
import {FreshnessDot} from '../../freshness/FreshnessMark'
import {DeviceLimitMark} from '../../limits/LimitMark'
import {UnusualMark} from '../../usual/UnusualMark'
import {texts} from '../texts'
import styles from './Devices.module.css'
import {statusWord} from './words'

interface Props {
  dashboard: DashboardRef
  devices: DevicesRef
  navigator: NavigatorRef
  id: string
  lineId: string
  name: string
  isOpen: boolean
  /** Whether its keys can be folded by themselves. */
  isFoldable: boolean
  tabIndex: 0 | -1
}

export const DeviceLine = memo(function DeviceLine(props: Props) {
  const {dashboard, devices, navigator, id, lineId, name, isOpen, isFoldable, tabIndex} = props
  const isSelected = useSelector(dashboard, s => s.context.view.deviceId === id)
  const status = useSelector(navigator, s => s.context.deviceStates.get(id)?.status ?? 'notRead')
  const until = useSelector(navigator, s => maintainedUntil(s.context, id))
  const unusual = useSelector(navigator, s => mostUnusualOf(s.context, id))
  return (
    <div className={styles.deviceLine}>
      <button
        type="button"
        className={styles.device}
        tabIndex={tabIndex}
        data-line={lineId}
        data-device-id={id}
        aria-current={isSelected ? 'true' : undefined}
        onClick={() => dashboard.send({type: 'device.selected', deviceId: id})}
      >
        <span className={styles.field}>
          <span className={styles.label}>{texts.devices.name}</span>{' '}
          <span className={styles.name} title={name}>
            <bdi>{name}</bdi>
          </span>
          <DeviceLimitMark devices={devices} deviceId={id} />
          <MaintenanceMark until={until} />
          <UnusualMark unusual={unusual} />
        </span>
        <span className={styles.field}>
          <span className={styles.label}>{texts.devices.id}</span>{' '}
          <span className={styles.id} title={id}>
            {id}
          </span>
        </span>
        <span className={styles.dot} title={statusWord(status)}>
          <FreshnessDot freshness={status} />
        </span>
      </button>
      {isFoldable && (
        <button
          type="button"
          className={styles.fold}
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={texts.devices.keysOf(name)}
          onClick={() => navigator.send({type: 'fold.toggled', id})}
        >
          <IconChevronDown className={styles.chevron} aria-hidden="true" />
        </button>
      )}
    </div>
  )
})
