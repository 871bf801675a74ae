import {memo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {DeviceLabelRef} from '../../../machines/media/deviceLabel'
import type {DeviceStatusRef} from '../../../machines/media/deviceStatus'
import type {MediaRef} from '../../../machines/media/media'
import {StatusMark} from '../../kit/mark/StatusMark'
import listStyles from '../screen/List.module.css'
import {texts} from '../texts'
import {DeviceStatusMark} from './DeviceStatusMark'
import styles from './Devices.module.css'
import {LabelCell} from './LabelCell'

interface Props {
  media: MediaRef
  device: DeviceEntry
  /** The index of the device in the list, starting at 0. */
  at: number
  status: DeviceStatusRef | undefined
  isChosen: boolean
  /** Whether it doesn't play all that it should. */
  isHindered: boolean
  /** While its label is edited. */
  label: DeviceLabelRef | undefined
  mayEdit: boolean
  /** The names of its groups; empty without one. */
  inGroups: string
}

/**
 * The row consists of plain elements, because components of the library render too slowly while a list scrolls, and
 * asks for nothing but the status, because each question of each row is asked again.
 */
export const DeviceRow = memo(function DeviceRow(props: Props) {
  const {media, device, at, status, isChosen, isHindered, label, mayEdit, inGroups} = props
  const {id, name} = device
  return (
    <tr
      className={styles.row}
      tabIndex={at === 0 ? 0 : -1}
      aria-rowindex={at + 2}
      aria-current={isChosen || undefined}
      data-index={at}
      data-device={id}
    >
      <th scope="row">
        <span className={listStyles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {isHindered && <StatusMark status="warning">{texts.devices.notAll}</StatusMark>}{' '}
        {status !== undefined && <DeviceStatusMark status={status} deviceId={id} />}
      </th>
      <td>
        <LabelCell {...{media, device, label, mayEdit}} />
      </td>
      <td title={inGroups} data-field="group">
        <bdi>{inGroups === '' ? '–' : inGroups}</bdi>
      </td>
    </tr>
  )
})
