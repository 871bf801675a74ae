import {closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors} from '@dnd-kit/core'
import {SortableContext, useSortable, verticalListSortingStrategy} from '@dnd-kit/sortable'
import {CSS} from '@dnd-kit/utilities'
import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {PlaylistIntent, PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {faultsIn, shownItem} from '../../../../contract/rules/media/screenState'
import {ALWAYS, type Schedule} from '../../../../contract/rules/time/schedule'
import {mayArrange} from '../../../domain/user'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef, MediaSnapshot} from '../../../machines/media/media'
import {LazyPart} from '../../kit/loading/LazyPart'
import {IconArrowDown, IconArrowUp, IconClock, IconClose, IconGrip, IconRedo, IconUndo} from '../../kit/mark/icons'
import {StatusMark} from '../../kit/mark/StatusMark'
import {PopoverButton} from '../../kit/menu/PopoverButton'
import {ScreenMark, stateIn} from '../devices/ScreenMark'
import {targetsOf} from '../groups/ToGroup'
import {Column, Hint} from '../screen/Column'
import styles from '../screen/List.module.css'
import {texts} from '../texts'
import {ListState} from './ListState'
import {Tool} from './Tool'
import {useVideoName} from './VideoName'

/** The playlist of the chosen device, in this order, and whether the screen has got it. */
export function PlaylistColumn({media}: {media: MediaRef}) {
  const playlist = useSelector(media, s => s.children.playlist)
  const mayChange = useSelector(media, s => mayArrange(s.context.user))
  return (
    <Column
      area="playlist"
      title={texts.playlist.title}
      actions={playlist !== undefined && mayChange && <Tools media={media} playlist={playlist} />}
    >
      {playlist === undefined ? (
        <Hint>{texts.assigned.chooseDevice}</Hint>
      ) : (
        <Played media={media} playlist={playlist} mayChange={mayChange} />
      )}
    </Column>
  )
}

interface Props {
  media: MediaRef
  playlist: PlaylistRef
}

function Played({media, playlist, mayChange}: Props & {mayChange: boolean}) {
  const status = useSelector(media, s => s.children.status)
  const deviceId = useSelector(playlist, s => s.context.owner.id)
  const isEmpty = useSelector(playlist, s => s.context.shown.items.length === 0)
  const isSaving = useSelector(playlist, s => s.matches({list: {stored: 'writing'}}))
  return (
    <ListState list={playlist} mayReplace={mayChange}>
      <p className={styles.receipt} role="status">
        {isSaving
          ? texts.list.saving
          : status !== undefined && <ScreenMark media={media} status={status} deviceId={deviceId} isDetailed />}
      </p>
      {isEmpty ? (
        <Hint>{texts.playlist.empty}</Hint>
      ) : (
        <SortableItems media={media} playlist={playlist} mayChange={mayChange} />
      )}
    </ListState>
  )
}

function Tools({media, playlist}: Props) {
  const mayUndo = useSelector(playlist, s => s.can({type: 'undo.requested'}))
  const mayRedo = useSelector(playlist, s => s.can({type: 'redo.requested'}))
  const isEmpty = useSelector(playlist, s => s.context.shown.items.length === 0)
  return (
    <>
      <Tool name={texts.playlist.undo} disabled={!mayUndo} onClick={() => playlist.send({type: 'undo.requested'})}>
        <IconUndo size={16} aria-hidden />
      </Tool>
      <Tool name={texts.playlist.redo} disabled={!mayRedo} onClick={() => playlist.send({type: 'redo.requested'})}>
        <IconRedo size={16} aria-hidden />
      </Tool>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-haspopup="dialog"
        disabled={isEmpty}
        onClick={() => media.send({type: 'assignment.opened', input: assignmentOf(media.getSnapshot(), playlist)})}
      >
        {texts.playlist.toGroup}
      </Button>
    </>
  )
}

function assignmentOf(snapshot: MediaSnapshot, playlist: PlaylistRef) {
  const {shown, owner} = playlist.getSnapshot().context
  const from = snapshot.context.devices.find(({id}) => id === owner.id)?.name ?? owner.id
  return {assigned: {kind: 'playlist' as const, items: shown.items, from}, targets: targetsOf(snapshot)}
}

interface SortableItemsProps {
  media: MediaRef
  playlist: PlaylistRef
  mayChange: boolean
}

/** A click on a handle is no drag. */
const DRAG_DISTANCE_PX = 4

/** The order can be changed by dragging, and without it by the buttons of each row. */
function SortableItems({media, playlist, mayChange}: SortableItemsProps) {
  const items = useSelector(playlist, s => s.context.shown.items)
  const sensors = useSensors(useSensor(PointerSensor, {activationConstraint: {distance: DRAG_DISTANCE_PX}}))
  const drop = ({active, over}: DragEndEvent) => {
    const before = placeOf(items, String(active.id), over === null ? null : String(over.id))
    // The intent comes first, so that the item is at its new place as soon as it is released.
    if (before !== undefined) {
      playlist.send({type: 'intent.added', intent: {kind: 'place', assetId: String(active.id), before}})
    }
    playlist.send({type: 'drag.ended'})
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={() => playlist.send({type: 'drag.started'})}
      onDragEnd={drop}
      onDragCancel={() => playlist.send({type: 'drag.ended'})}
    >
      <SortableContext items={items.map(({assetId}) => assetId)} strategy={verticalListSortingStrategy}>
        <ol aria-label={texts.playlist.title}>
          {items.map((item, at) => (
            <PlaylistRow
              key={item.assetId}
              media={media}
              playlist={playlist}
              item={item}
              at={at}
              mayChange={mayChange}
              total={items.length}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Returns the item before which the dragged one was released, null for the end; undefined where nothing changes. */
function placeOf(items: readonly PlaylistItem[], dragged: string, over: string | null): string | null | undefined {
  const from = items.findIndex(({assetId}) => assetId === dragged)
  const to = items.findIndex(({assetId}) => assetId === over)
  if (from < 0 || to < 0 || from === to) return undefined
  return items[from < to ? to + 1 : to]?.assetId ?? null
}

interface PlaylistRowProps {
  media: MediaRef
  playlist: PlaylistRef
  item: PlaylistItem
  at: number
  total: number
  mayChange: boolean
}

function PlaylistRow({media, playlist, item, at, total, mayChange}: PlaylistRowProps) {
  const {assetId} = item
  const videos = useSelector(media, s => s.children.videos)
  const name = useVideoName(videos, assetId)
  const isChosen = useSelector(media, s => s.context.view.videoId === assetId)
  const status = useSelector(media, s => s.children.status)
  const deviceId = useSelector(playlist, s => s.context.owner.id)
  const isPlaying = useSelector(status, s => s !== undefined && shownItem(stateIn(s, deviceId)) === assetId)
  const fault = useSelector(status, s => (s === undefined ? undefined : faultsIn(stateIn(s, deviceId))[assetId]))
  const zone = useSelector(status, s => s?.context.reports.get(deviceId)?.zone ?? null)
  const sortable = useSortable({id: assetId, disabled: !mayChange})
  const intent = (made: PlaylistIntent) => () => playlist.send({type: 'intent.added', intent: made})
  const place = texts.playlist.place(at + 1, total)
  return (
    <li
      ref={sortable.setNodeRef}
      className={styles.item}
      data-video={assetId}
      data-dragged={sortable.isDragging || undefined}
      data-playing={isPlaying || undefined}
      style={{transform: CSS.Translate.toString(sortable.transform), transition: sortable.transition}}
    >
      {mayChange && (
        // The buttons offer the keyboard's actions, so the handle is for pointers alone.
        <span className={styles.grip} title={texts.playlist.drag(name)} {...sortable.listeners}>
          <IconGrip size={16} aria-hidden />
        </span>
      )}
      <button
        type="button"
        className={styles.choice}
        aria-pressed={isChosen}
        onClick={() => media.send({type: 'view.changed', change: {videoId: assetId}})}
      >
        <span className={styles.place}>{place}</span>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        {fault !== undefined && (
          <span className={styles.fault}>
            <StatusMark status="warning">{fault}</StatusMark>
          </span>
        )}
      </button>
      {mayChange && (
        <>
          <ScheduleButton playlist={playlist} item={item} name={name} zone={zone} />
          <Tool name={texts.playlist.up(name)} aria-disabled={at === 0} onClick={intent({kind: 'moveUp', assetId})}>
            <IconArrowUp size={16} aria-hidden />
          </Tool>
          <Tool
            name={texts.playlist.down(name)}
            aria-disabled={at === total - 1}
            onClick={intent({kind: 'moveDown', assetId})}
          >
            <IconArrowDown size={16} aria-hidden />
          </Tool>
          <Tool name={texts.playlist.remove(name)} onClick={intent({kind: 'remove', assetId})}>
            <IconClose size={16} aria-hidden />
          </Tool>
        </>
      )}
    </li>
  )
}

interface ScheduleButtonProps {
  playlist: PlaylistRef
  item: PlaylistItem
  name: string
  zone: string | null
}

/** Says on which hours and days the video is played. */
function ScheduleButton({playlist, item: {assetId, schedule}, name, zone}: ScheduleButtonProps) {
  const intent = (requested: Schedule | null) =>
    playlist.send({type: 'intent.added', intent: {kind: 'schedule', assetId, schedule: requested}})
  return (
    <span className={styles.schedule} data-limited={schedule !== null || undefined}>
      <PopoverButton label={texts.playlist.hours(name)} place="side" icon={<IconClock size={16} aria-hidden />}>
        {close => (
          <LazyPart load={scheduleForm} waiting="">
            {ScheduleForm => (
              <ScheduleForm
                schedule={schedule ?? ALWAYS}
                zone={zone}
                onChosen={requested => {
                  intent(requested)
                  close()
                }}
              />
            )}
          </LazyPart>
        )}
      </PopoverButton>
    </span>
  )
}

const scheduleForm = async () => (await import('./ScheduleForm')).ScheduleForm
