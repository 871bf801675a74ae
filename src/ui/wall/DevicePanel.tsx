import {useSelector} from '@xstate/react'
import {type ComponentType, type KeyboardEvent, useMemo} from 'react'
import {flushSync} from 'react-dom'
import {Link} from 'react-router-dom'
import {maintenanceUntil} from '../../../contract/rules/maintenance'
import {compareAlarms} from '../../domain/alarm'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {sparklineKey} from '../../domain/telemetry/series/sparkline'
import {DEFAULT_VIEW, searchFromView} from '../../domain/telemetry/view'
import {WALL_AUTHORITY} from '../../domain/user'
import type {DevicesRef} from '../../machines/telemetry/devices'
import type {WallRef} from '../../machines/wall/wall'
import type {DeviceAlarmsProps} from '../alarms/DeviceAlarms'
import {LazyPart} from '../kit/loading/LazyPart'
import {IconClose} from '../kit/mark/icons'
import {MaintenanceMark} from '../kit/mark/MaintenanceMark'
import {SeverityMark} from '../kit/mark/SeverityMark'
import {buttons} from '../kit/text/texts'
import {DeviceStatus} from '../telemetry/freshness/DeviceStatus'
import {ReadingFreshness} from '../telemetry/freshness/ReadingFreshness'
import {LatestValue} from '../telemetry/LatestValue'
import styles from './DevicePanel.module.css'
import {ReplayLink} from './ReplayLink'
import {texts} from './texts'

export type LoadDeviceAlarms = () => Promise<ComponentType<DeviceAlarmsProps>>

interface PanelProps {
  wall: WallRef
  alarms: LoadDeviceAlarms | null
}

/** The device that was chosen, beside the wall: its alarms, and its telemetry. */
export function DevicePanel({wall, alarms}: PanelProps) {
  const deviceId = useSelector(wall, s => s.context.board.view.deviceId)
  const device = useSelector(wall, s => s.context.board.all.find(({id}) => id === deviceId))
  const isLoaded = useSelector(wall, s => s.matches({devices: 'loaded'}))
  const devices = useSelector(wall, s => s.children.devices)
  if (deviceId === null || devices === undefined || !isLoaded) return null
  const closeByKey = ({key}: KeyboardEvent) => key === 'Escape' && close(wall)
  return (
    <aside className={styles.panel} aria-label={texts.panel.label(device?.name ?? deviceId)} onKeyDown={closeByKey}>
      <button type="button" className={styles.close} aria-label={buttons.close} onClick={() => close(wall)}>
        <IconClose size={16} aria-hidden="true" />
      </button>
      {device === undefined ? (
        <p>{texts.panel.gone}</p>
      ) : (
        <Content wall={wall} alarms={alarms} devices={devices} device={device} />
      )}
    </aside>
  )
}

/** The focus goes back to the tile that had opened the panel. */
function close(wall: WallRef) {
  const {deviceId} = wall.getSnapshot().context.board.view
  flushSync(() => wall.send({type: 'view.changed', change: {deviceId: null}, history: 'push'}))
  if (deviceId !== null) document.querySelector<HTMLElement>(`[data-tile^="${CSS.escape(deviceId)}"]`)?.focus()
}

interface Props extends PanelProps {
  devices: DevicesRef
  device: DeviceEntry
}

function Content({wall, alarms, devices, device}: Props) {
  const {id, name, label, type, keys} = device
  const key = useSelector(devices, s => sparklineKey(s.context.readings.get(id)))
  const mayLeave = useSelector(wall, s => s.context.user.authority !== WALL_AUTHORITY)
  const until = useSelector(wall, ({context: {board}}) => maintenanceUntil(board.maintenance, device, board.now))
  const details = [type, label].filter(Boolean).join(' · ')
  return (
    <>
      <h2 className={styles.name}>
        <bdi>{name}</bdi>
      </h2>
      {details !== '' && (
        <p className={styles.details}>
          <bdi>{details}</bdi>
        </p>
      )}
      <DeviceStatus devices={devices} device={device} />
      <MaintenanceMark until={until} isInFull />
      {alarms !== null && <ActiveAlarms wall={wall} load={alarms} deviceId={id} />}
      {mayLeave && (
        <Link
          className={styles.link}
          to={`/dashboard${searchFromView({...DEFAULT_VIEW, deviceId: id, key, page: 'detail'})}`}
        >
          {texts.panel.open}
        </Link>
      )}
      <h3 className={styles.heading}>{texts.panel.values}</h3>
      {keys.length === 0 ? (
        <p>{texts.panel.none}</p>
      ) : (
        <dl>
          {keys.map(each => (
            <Value key={each} telemetryKey={each} wall={wall} devices={devices} deviceId={id} />
          ))}
        </dl>
      )}
    </>
  )
}

interface ActiveAlarmsProps {
  wall: WallRef
  load: LoadDeviceAlarms
  deviceId: string
}

/** The active alarms of the device, the most urgent first. */
function ActiveAlarms({wall, load, deviceId}: ActiveAlarmsProps) {
  const all = useSelector(wall, s => s.context.board.alarms)
  const alarms = useMemo(
    () => [...(all?.values() ?? [])].filter(alarm => alarm.deviceId === deviceId).sort(compareAlarms),
    [all, deviceId],
  )
  return alarms.length === 0 ? null : (
    <LazyPart load={load} waiting="">
      {DeviceAlarms => <DeviceAlarms alarms={alarms} />}
    </LazyPart>
  )
}

interface ValueProps {
  wall: WallRef
  devices: DevicesRef
  deviceId: string
  telemetryKey: string
}

function Value({wall, devices, deviceId, telemetryKey}: ValueProps) {
  const severity = useSelector(
    wall,
    s => s.context.board.conditions.get(deviceId)?.marks.get(telemetryKey)?.severity ?? null,
  )
  const occurrence = useSelector(
    wall,
    ({context: {board}}) =>
      [...(board.alarms?.values() ?? [])]
        .filter(alarm => alarm.deviceId === deviceId && alarm.key === telemetryKey)
        .sort(compareAlarms)[0]?.occurrence ?? null,
  )
  return (
    <div className={styles.value}>
      <dt>{telemetryKey}</dt>
      <dd>
        {severity !== null && <SeverityMark severity={severity} />}
        <LatestValue devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} className={styles.number} />
        <ReadingFreshness devices={devices} deviceId={deviceId} telemetryKey={telemetryKey} />
        {occurrence !== null && <ReplayLink wall={wall} deviceId={deviceId} occurrence={occurrence} />}
      </dd>
    </div>
  )
}
