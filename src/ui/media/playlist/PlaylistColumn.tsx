import {closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors} from '@dnd-kit/core'
import {SortableContext, verticalListSortingStrategy} from '@dnd-kit/sortable'
import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {PlaylistItem} from '../../../../contract/rules/lists/playlist'
import {MINUTE} from '../../../../contract/rules/time/durations'
import type {EpochMs} from '../../../../contract/wire/common'
import {mayArrange} from '../../../domain/user'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef, MediaSnapshot} from '../../../machines/media/media'
import {useHasAdditions} from '../../kit/application'
import {IconHistory, IconRedo, IconUndo} from '../../kit/mark/icons'
import {useTicking} from '../../kit/text/AgeText'
import {ScreenMark} from '../devices/ScreenMark'
import {SecondPlayer} from '../devices/SecondPlayer'
import {targetsOf} from '../groups/ToGroup'
import {Column, Hint} from '../screen/Column'
import styles from '../screen/List.module.css'
import {texts} from '../texts'
import {announcementsOf} from './announcements'
import {DayBar} from './DayBar'
import {ListState} from './ListState'
import {PlaylistRow, type PlaylistRowProps} from './PlaylistRow'
import {Tool} from './Tool'
import {videoNameIn} from './VideoName'

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
        {status !== undefined && <SecondPlayer status={status} deviceId={deviceId} />}
      </p>
      {isEmpty ? (
        <Hint>{texts.playlist.empty}</Hint>
      ) : (
        <Items media={media} playlist={playlist} mayChange={mayChange} />
      )}
    </ListState>
  )
}

function Tools({media, playlist}: Props) {
  const hasAdditions = useHasAdditions()
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
      {hasAdditions && (
        <Tool
          name={texts.history.open}
          onClick={() => media.send({type: 'history.opened', deviceId: playlist.getSnapshot().context.owner.id})}
        >
          <IconHistory size={16} aria-hidden />
        </Tool>
      )}
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
  return {assigned: {kind: 'playlist' as const, name: from, items: shown.items}, ...targetsOf(snapshot)}
}

function Items({media, playlist, mayChange}: Props & {mayChange: boolean}) {
  const items = useSelector(playlist, s => s.context.shown.items)
  const deviceId = useSelector(playlist, s => s.context.owner.id)
  const status = useSelector(media, s => s.children.status)
  const zone = useSelector(status, s => s?.context.reports.get(deviceId)?.zone ?? null)
  const minute = useMinute()
  return (
    <>
      {items.some(({schedule}) => schedule !== null) && <DayBar items={items} at={minute} zone={zone} />}
      <SortableItems media={media} playlist={playlist} items={items} row={{deviceId, zone, minute, mayChange}} />
    </>
  )
}

interface SortableItemsProps extends Props {
  items: readonly PlaylistItem[]
  row: Pick<PlaylistRowProps, 'deviceId' | 'zone' | 'minute' | 'mayChange'>
}

/** A click on a handle is no drag. */
const DRAG_DISTANCE_PX = 4

/** The order can be changed by dragging, and without it by the buttons of each row. */
function SortableItems({media, playlist, items, row}: SortableItemsProps) {
  const videos = useSelector(media, s => s.children.videos)
  const ids = items.map(({assetId}) => assetId)
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
      accessibility={{
        announcements: announcementsOf(ids, id => videoNameIn(videos?.getSnapshot(), id)),
        screenReaderInstructions: {draggable: texts.playlist.moves},
      }}
      collisionDetection={closestCenter}
      onDragStart={() => playlist.send({type: 'drag.started'})}
      onDragEnd={drop}
      onDragCancel={() => playlist.send({type: 'drag.ended'})}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol aria-label={texts.playlist.title}>
          {items.map((item, at) => (
            <PlaylistRow
              key={item.assetId}
              media={media}
              playlist={playlist}
              item={item}
              at={at}
              total={items.length}
              {...row}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** The start of the present minute on the server's clock. */
const useMinute = (): EpochMs => Number(useTicking(now => String(Math.floor(now / MINUTE) * MINUTE)))

/** Returns the item before which the dragged one was released, null for the end; undefined where nothing changes. */
function placeOf(items: readonly PlaylistItem[], dragged: string, over: string | null): string | null | undefined {
  const from = items.findIndex(({assetId}) => assetId === dragged)
  const to = items.findIndex(({assetId}) => assetId === over)
  if (from < 0 || to < 0 || from === to) return undefined
  return items[from < to ? to + 1 : to]?.assetId ?? null
}
