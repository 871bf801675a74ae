import {useSelector} from '@xstate/react'
import {memo} from 'react'
import {isAny, NO_COUNTS, worstOf} from '../../../../domain/telemetry/devices/deviceStates'
import {maintainedUntil, mostUnusualOf} from '../../../../domain/telemetry/devices/navigatedDevices'
import {STATUSES} from '../../../../domain/telemetry/devices/navigatorView'
import {isInTime} from '../../../../domain/telemetry/readings/freshness'
import type {DashboardRef} from '../../../../machines/telemetry/dashboard'
import type {DevicesRef} from '../../../../machines/telemetry/devices'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {IconChevronDown} from '../../../kit/mark/icons'
import {MaintenanceMark} from '../../../kit/mark/MaintenanceMark'
import {StatusMark} from '../../../kit/mark/StatusMark'
import {SCREENS} from '../../../kit/screen'
import spoken from '../../../kit/text/Spoken.module.css'
import {FreshnessDot, statusOf} from '../../freshness/FreshnessMark'
import {ReadingFreshness} from '../../freshness/ReadingFreshness'
import {LatestValue} from '../../LatestValue'
import {DeviceLimitMark, LimitMark} from '../../limits/LimitMark'
import {UnusualMark} from '../../usual/UnusualMark'
import {PlaceMark} from '../compare/PlaceMark'
import {compare} from '../compare/series'
import {texts} from '../texts'
import styles from './Devices.module.css'
import type {Line} from './lines'
import {groupTitle, statusWord} from './words'

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

interface DeviceLineProps {
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

const DeviceLine = memo(function DeviceLine(props: DeviceLineProps) {
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

interface GroupLineProps {
  navigator: NavigatorRef
  id: string
  lineId: string
  value: string | null
  devices: number
  isOpen: boolean
  tabIndex: 0 | -1
}

/** Shows the worst status of its devices, so that a folded group can't hide trouble. */
const GroupLine = memo(function GroupLine({navigator, id, lineId, value, devices, isOpen, tabIndex}: GroupLineProps) {
  const counts = useSelector(navigator, s => s.context.rollUps.get(id) ?? NO_COUNTS)
  const grouping = useSelector(navigator, s => s.context.view.group)
  const worst = worstOf(counts)
  const title = useSelector(navigator, s => groupTitle(grouping, value, s.context.customers))
  const counted = STATUSES.filter(status => isAny(counts[status])).map(
    status => `${counts[status]} ${statusWord(status)}`,
  )
  return (
    <button
      type="button"
      className={styles.group}
      tabIndex={tabIndex}
      data-line={lineId}
      aria-expanded={isOpen}
      title={counted.join(', ')}
      onClick={() => navigator.send({type: 'fold.toggled', id})}
    >
      <IconChevronDown className={styles.chevron} aria-hidden="true" />
      <span className={styles.groupTitle} title={title}>
        <bdi>{title}</bdi>
      </span>
      <StatusMark status={statusOf(worst)}>
        <span className={isInTime(worst) ? spoken.spoken : undefined}>{counts[worst]}</span>{' '}
        <span className={spoken.spoken}>{statusWord(worst)}</span>
      </StatusMark>
      <span className={styles.size}>
        {devices} <span className={spoken.spoken}>{texts.devices.devicesIn(devices)}</span>
      </span>
    </button>
  )
})

/** Whether the screen shows the list and the chosen key one after the other. The width is that of the style sheets. */
const isNarrow = (): boolean => window.matchMedia(SCREENS.tablet).matches

interface KeyLineProps {
  dashboard: DashboardRef
  devices: DevicesRef
  id: string
  lineId: string
  name: string
  telemetryKey: string
  tabIndex: 0 | -1
}

const KeyLine = memo(function KeyLine(props: KeyLineProps) {
  const {dashboard, devices, id, lineId, name, telemetryKey, tabIndex} = props
  const isSelected = useSelector(dashboard, ({context: {view}}) => view.deviceId === id && view.key === telemetryKey)
  return (
    <div className={styles.keyLine}>
      <button
        type="button"
        className={styles.key}
        tabIndex={tabIndex}
        data-line={lineId}
        aria-current={isSelected ? 'true' : undefined}
        onClick={event => {
          if (event.shiftKey && compare(dashboard, devices, {deviceId: id, key: telemetryKey})) return
          dashboard.send({type: 'key.selected', deviceId: id, key: telemetryKey})
          if (isNarrow()) dashboard.send({type: 'detail.opened'})
        }}
      >
        <span className={styles.keyName} title={telemetryKey}>
          <bdi>{telemetryKey}</bdi>
        </span>
        <LimitMark devices={devices} telemetryKey={telemetryKey} deviceId={id} />
        <LatestValue className={styles.value} devices={devices} telemetryKey={telemetryKey} deviceId={id} />
        <span className={styles.freshness}>
          <ReadingFreshness devices={devices} deviceId={id} telemetryKey={telemetryKey} />
        </span>
        <span className={spoken.spoken}>{texts.devices.of(name)}</span>
      </button>
      <PlaceMark dashboard={dashboard} devices={devices} name={name} deviceId={id} telemetryKey={telemetryKey} />
    </div>
  )
})
