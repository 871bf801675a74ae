import {useSelector} from '@xstate/react'
import {type ComponentType, type KeyboardEvent, useMemo} from 'react'
import {flushSync} from 'react-dom'
import {maintenanceUntil} from '../../../contract/rules/maintenance'
import {isPulsewall} from '../../../contract/rules/offer'
import type {Occurrence} from '../../domain/alarm'
import {searchFromBefore} from '../../domain/alarms/history'
import type {DeviceEntry} from '../../domain/telemetry/devices/device'
import {searchFromWallView} from '../../domain/wall/view'
import type {DevicesRef} from '../../machines/telemetry/devices'
import type {WallRef} from '../../machines/wall/wall'
import type {DeviceCardProps} from '../alarms/card/DeviceCard'
import {LazyPart} from '../kit/loading/LazyPart'
import {IconClose} from '../kit/mark/icons'
import {MaintenanceMark} from '../kit/mark/MaintenanceMark'
import {buttons} from '../kit/text/texts'
import {DeviceValues} from '../telemetry/DeviceValues'
import {DeviceStatus} from '../telemetry/freshness/DeviceStatus'
import styles from './DevicePanel.module.css'
import {texts} from './texts'

export type LoadDeviceCard = () => Promise<ComponentType<DeviceCardProps>>

interface PanelProps {
  wall: WallRef
  /** Null where nobody may do anything about a device. */
  card: LoadDeviceCard | null
}

/** The device that was chosen, beside the wall. */
export function DevicePanel({wall, card}: PanelProps) {
  const deviceId = useSelector(wall, s => s.context.board.view.deviceId)
  const device = useSelector(wall, s => s.context.board.all.find(({id}) => id === deviceId))
  const isLoaded = useSelector(wall, s => s.matches({devices: 'loaded'}))
  const devices = useSelector(wall, s => s.children.devices)
  if (deviceId === null || devices === undefined || !isLoaded) return null
  const closeByKey = ({key, target}: KeyboardEvent) => {
    // A dialog and a menu of the panel are closed by themselves.
    const isOfPanel = target instanceof Element && target.closest('dialog, [popover]') === null
    if (key === 'Escape' && isOfPanel) close(wall)
  }
  return (
    <aside className={styles.panel} aria-label={texts.panel.label(device?.name ?? deviceId)} onKeyDown={closeByKey}>
      <button type="button" className={styles.close} aria-label={buttons.close} onClick={() => close(wall)}>
        <IconClose size={16} aria-hidden="true" />
      </button>
      {device === undefined ? (
        <p>{texts.panel.gone}</p>
      ) : card === null ? (
        <Plain wall={wall} devices={devices} device={device} />
      ) : (
        <Card key={deviceId} wall={wall} load={card} devices={devices} device={device} />
      )}
    </aside>
  )
}

/** The focus goes back to the tile, or to the row, that had opened the panel. */
function close(wall: WallRef) {
  const {deviceId} = wall.getSnapshot().context.board.view
  flushSync(() => wall.send({type: 'view.changed', change: {deviceId: null}, history: 'push'}))
  if (deviceId === null) return
  const id = CSS.escape(deviceId)
  document.querySelector<HTMLElement>(`[data-tile^="${id}"], [data-opens="${id}"]`)?.focus()
}

interface DeviceProps {
  wall: WallRef
  devices: DevicesRef
  device: DeviceEntry
}

function Card({wall, load, devices, device}: DeviceProps & {load: LoadDeviceCard}) {
  const all = useSelector(wall, s => s.context.board.alarms)
  const alarms = useMemo(
    () => all && [...all.values()].filter(({deviceId}) => deviceId === device.id),
    [all, device.id],
  )
  const hasReplay = useSelector(wall, ({context: {offer, board}}) => isPulsewall(offer) && !board.view.isKiosk)
  const view = useSelector(wall, s => s.context.board.view)
  const replayOf = (occurrence: Occurrence) => `/dashboard${searchFromBefore(searchFromWallView(view), occurrence)}`
  return (
    <LazyPart load={load} waiting={<Plain wall={wall} devices={devices} device={device} />} isQuiet>
      {DeviceCard => (
        <DeviceCard device={device} devices={devices} alarms={alarms} replayOf={hasReplay ? replayOf : null} />
      )}
    </LazyPart>
  )
}

/** What is known of a device, where nothing may be done about it. */
function Plain({wall, devices, device}: DeviceProps) {
  const {name, label, type} = device
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
      <DeviceValues devices={devices} device={device} words={texts.panel} />
    </>
  )
}
