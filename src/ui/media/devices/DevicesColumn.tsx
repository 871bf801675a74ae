import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {memo, useMemo} from 'react'
import type {DeviceStatus} from '../../../../contract/rules/deviceStatus'
import {shownItem} from '../../../../contract/rules/media/screenState'
import {ageOf} from '../../../domain/format/age'
import type {Formats} from '../../../domain/format/formats'
import {counted} from '../../../domain/format/texts'
import {foundDevices, type ScreenStates} from '../../../domain/media/found'
import type {Group} from '../../../domain/media/group'
import {type StatusReason, statusReason} from '../../../domain/media/statuses'
import {may} from '../../../domain/rights'
import type {DeviceEntry} from '../../../domain/telemetry/devices/device'
import type {DeviceFieldRef} from '../../../machines/media/deviceField'
import type {DeviceStatusRef, DeviceStatusSnapshot} from '../../../machines/media/deviceStatus'
import type {GroupsRef} from '../../../machines/media/groups'
import type {MediaRef} from '../../../machines/media/media'
import {useApplication} from '../../kit/application'
import {SearchField} from '../../kit/form/SearchField'
import {NoticeButton} from '../../kit/loading/Notice'
import {type Status, StatusMark} from '../../kit/mark/StatusMark'
import {VirtualTable} from '../../kit/table/VirtualTable'
import {Thumbnail} from '../playlist/VideoName'
import {Column, Hint} from '../screen/Column'
import mediaStyles from '../screen/Media.module.css'
import {texts} from '../texts'
import {Counters} from './Counters'
import {LabelCell, NameLine} from './DeviceField'
import styles from './Devices.module.css'
import {ScreenMark, stateIn} from './ScreenMark'
import {SecondPlayer} from './SecondPlayer'

/** Three lines of text, and more than a thumb needs. */
const ROW_HEIGHT = 52

export function DevicesColumn({media}: {media: MediaRef}) {
  const groups = useSelector(media, s => s.children.groups)
  return groups === undefined ? null : <Devices media={media} groups={groups} />
}

function Devices({media, groups}: {media: MediaRef; groups: GroupsRef}) {
  const devices = useSelector(media, s => s.context.devices)
  const search = useSelector(media, s => s.context.search)
  const requestedId = useSelector(media, s => s.context.view.groupId)
  const membership = useSelector(groups, s => s.context.membership)
  // The group of the address may be deleted.
  const groupId = useSelector(groups, s => (s.context.groups.some(({id}) => id === requestedId) ? requestedId : null))
  const status = useSelector(media, s => s.children.status)
  const states = useSelector(status, s => s?.context.states ?? NO_STATES)
  const state = useSelector(media, s => s.context.view.state)
  const order = useSelector(media, s => s.context.view.order)
  const found = useMemo(
    () => foundDevices(devices, {search, groupId, membership, state, states, order}),
    [devices, search, groupId, membership, state, states, order],
  )
  const showAll = () => {
    media.send({type: 'search.typed', search: ''})
    media.send({type: 'view.changed', change: {groupId: null, state: null}})
  }
  const [shown, total] = [found.length, devices.length]
  return (
    <Column
      area="devices"
      title={texts.devices.title}
      mark={
        <>
          <span className={styles.count}>{shown === total ? counted(total) : texts.devices.count(shown, total)}</span>
          <SearchField
            className={styles.search}
            label={texts.devices.search}
            value={search}
            onTyped={search => media.send({type: 'search.typed', search})}
          />
        </>
      }
      actions={
        <Button
          variant={order === 'urgency' ? 'light' : 'default'}
          size="compact-xs"
          aria-pressed={order === 'urgency'}
          onClick={() => media.send({type: 'view.changed', change: {order: order === 'urgency' ? 'name' : 'urgency'}})}
        >
          {texts.devices.urgentFirst}
        </Button>
      }
    >
      {devices.length > 0 && <Counters media={media} devices={devices} states={states} />}
      {devices.length === 0 && (
        <Hint>
          <strong>{texts.devices.empty}</strong> {texts.devices.emptyNext}
        </Hint>
      )}
      {devices.length > 0 && found.length === 0 && (
        <div className={mediaStyles.hint} role="status">
          <p>{texts.devices.noMatch}</p>
          <NoticeButton onClick={showAll}>{texts.devices.showAll}</NoticeButton>
        </div>
      )}
      {found.length > 0 && <DeviceTable media={media} groups={groups} found={found} />}
    </Column>
  )
}

const NO_STATES: ScreenStates = new Map()

interface TableProps {
  media: MediaRef
  groups: GroupsRef
  found: readonly DeviceEntry[]
}

function DeviceTable({media, groups, found}: TableProps) {
  const status = useSelector(media, s => s.children.status)
  const membership = useSelector(groups, s => s.context.membership)
  const listed = useSelector(groups, s => s.context.groups)
  const chosenId = useSelector(media, s => s.context.view.deviceId)
  const field = useSelector(media, s => s.children.field)
  const editedId = useSelector(media, s => s.children.field?.getSnapshot().context.deviceId)
  const mayEdit = useSelector(media, s => may(s.context.user.authority, 'device.edit'))
  return (
    <VirtualTable
      label={texts.devices.list}
      rows={found}
      keyOf={({id}) => id}
      rowHeight={ROW_HEIGHT}
      header={
        <>
          <th scope="col" className={styles.nameHead}>
            {texts.devices.name}
          </th>
          <th scope="col">{`${texts.devices.label} · ${texts.devices.group}`}</th>
        </>
      }
      row={(device, at) => (
        <DeviceRow
          key={device.id}
          media={media}
          device={device}
          at={at}
          status={status}
          mayEdit={mayEdit}
          isChosen={device.id === chosenId}
          field={device.id === editedId ? field : undefined}
          inGroups={namesOf(membership.get(device.id), listed)}
        />
      )}
      onShown={last => showRows(media, found, last)}
      onOpen={({id}) => media.send({type: 'view.changed', change: {deviceId: id, page: 'device'}})}
    />
  )
}

const namesOf = (ids: readonly string[] = [], groups: readonly Group[]): string =>
  ids.flatMap(groupId => groups.find(({id}) => id === groupId)?.name ?? []).join(', ')

/** More rows than any screen has room for. */
const IN_VIEW = 40

/** The devices in view are checked first. */
function showRows(media: MediaRef, found: readonly {id: string}[], last: number) {
  const deviceIds = found.slice(Math.max(0, last - IN_VIEW), last + 1).map(({id}) => id)
  media.getSnapshot().children.status?.send({type: 'rows.shown', deviceIds})
}

interface Props {
  media: MediaRef
  device: DeviceEntry
  /** The index of the device in the list, starting at 0. */
  at: number
  status: DeviceStatusRef | undefined
  isChosen: boolean
  /** While its name or label is edited. */
  field: DeviceFieldRef | undefined
  mayEdit: boolean
  /** The names of its groups; empty without one. */
  inGroups: string
}

/**
 * The row consists of plain elements, because components of the library render too slowly while a list scrolls, and
 * asks for nothing but the status, because each question of each row is asked again.
 */
const DeviceRow = memo(function DeviceRow(props: Props) {
  const {media, device, at, status, isChosen, field, mayEdit, inGroups} = props
  const {id} = device
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
        <span className={styles.cell}>
          <Shown media={media} status={status} deviceId={id} />
          <span className={styles.lines}>
            <NameLine media={media} device={device} field={field} mayEdit={mayEdit} />
            {status !== undefined && (
              <>
                <DeviceStatusMark status={status} deviceId={id} />
                <ScreenMark media={media} status={status} deviceId={id} />
              </>
            )}
          </span>
        </span>
      </th>
      <td>
        <LabelCell media={media} device={device} field={field} mayEdit={mayEdit} />
        {inGroups !== '' && (
          <span className={styles.groups} title={inGroups}>
            <bdi>{inGroups}</bdi>
          </span>
        )}
      </td>
    </tr>
  )
})

/** A picture of the video that is on the screen. */
function Shown({media, status, deviceId}: Pick<Props, 'media' | 'status'> & {deviceId: string}) {
  const videos = useSelector(media, s => s.children.videos)
  const item = useSelector(status, s => (s === undefined ? null : shownItem(stateIn(s, deviceId))))
  return <span className={styles.shown}>{item !== null && <Thumbnail videos={videos} id={item} />}</span>
}

/** Whether the device is alive, and why it is taken to be. */
function DeviceStatusMark({status, deviceId}: {status: DeviceStatusRef; deviceId: string}) {
  const {formats} = useApplication()
  const state = useSelector(status, s => s.context.statuses.get(deviceId) ?? 'unknown')
  const reason = useSelector(status, s => reasonText(s, deviceId, formats))
  const isNew = useSelector(status, s => reasonOf(s, deviceId).kind === 'noHeartbeat')
  return (
    <span data-device-status={state} title={`${texts.status[state]}, ${reason}`}>
      <StatusMark status={isNew ? 'never' : MARKS[state]}>
        {texts.status[state]} · {reason}
      </StatusMark>{' '}
      <SecondPlayer status={status} deviceId={deviceId} isShort />
    </span>
  )
}

const MARKS: Record<DeviceStatus, Status> = {active: 'fresh', inactive: 'down', unknown: 'notRead'}

/** Why the device has its status, or when it was last seen. */
function reasonText(snapshot: DeviceStatusSnapshot, deviceId: string, formats: Formats): string {
  const {now} = snapshot.context
  const reason = reasonOf(snapshot, deviceId)
  switch (reason.kind) {
    case 'notChecked':
    case 'noHeartbeat':
      return texts.reason[reason.kind]
    case 'linkDown':
      return texts.reason.asOf(formats.time(reason.asOf, 'minute'))
    case 'received':
      return ageOf(reason.at, now)
    case 'silent':
      return texts.reason.silent(ageOf(reason.at, now))
    case 'clock':
      return texts.reason[reason.error < 0 ? 'behind' : 'ahead'](ageOf(0, Math.abs(reason.error)))
  }
}

const reasonOf = ({context: {heartbeats, asOf, now}}: DeviceStatusSnapshot, deviceId: string): StatusReason =>
  statusReason(heartbeats.get(deviceId), asOf, now)
