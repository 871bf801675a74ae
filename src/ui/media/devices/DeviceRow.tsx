import {useSelector} from '@xstate/react'
import {memo} from 'react'
import type {DeviceEntry} from '../../../domain/telemetry/device'
import type {GroupsRef} from '../../../machines/media/groups'
import type {MediaRef} from '../../../machines/media/media'
import styles from '../screen/Media.module.css'
import {DeviceStatusMark} from './DeviceStatusMark'
import {LabelCell} from './LabelCell'

interface Props {
  media: MediaRef
  groups: GroupsRef
  device: DeviceEntry
  /** The index of the device in the list, starting at 0. */
  at: number
}

/** The row consists of plain elements, because components of the library render too slowly while a list scrolls. */
export const DeviceRow = memo(function DeviceRow({media, groups, device, at}: Props) {
  const {id, name} = device
  const isChosen = useSelector(media, s => s.context.view.deviceId === id)
  const status = useSelector(media, s => s.children.status)
  const inGroups = useSelector(groups, ({context}) =>
    (context.membership.get(id) ?? [])
      .flatMap(groupId => context.groups.find(group => group.id === groupId)?.name ?? [])
      .join(', '),
  )
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
        <span className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
        {status !== undefined && <DeviceStatusMark status={status} deviceId={id} />}
      </th>
      <td>
        <LabelCell media={media} device={device} />
      </td>
      <td title={inGroups}>
        <bdi>{inGroups === '' ? '–' : inGroups}</bdi>
      </td>
    </tr>
  )
})
