import {closestCenter, DndContext, type DragEndEvent, PointerSensor, useSensor, useSensors} from '@dnd-kit/core'
import {SortableContext, verticalListSortingStrategy} from '@dnd-kit/sortable'
import {useSelector} from '@xstate/react'
import type {PlaylistItem} from '../../../../contract/rules/lists/playlist'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import {texts} from '../texts'
import {PlaylistRow} from './PlaylistRow'

interface Props {
  media: MediaRef
  playlist: PlaylistRef
  mayChange: boolean
}

/** A click on a handle is no drag. */
const DRAG_DISTANCE_PX = 4

/** The order can be changed by dragging, and without it by the buttons of each row. */
export function SortableItems({media, playlist, mayChange}: Props) {
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
            <PlaylistRow key={item.assetId} {...{media, playlist, item, at, mayChange}} total={items.length} />
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
