import {ActionIcon, Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import type {Video} from '../../../domain/media/video'
import {mayArrange} from '../../../domain/user'
import type {MediaRef} from '../../../machines/media/media'
import {IconTrash} from '../../kit/mark/icons'
import {targetsOf} from '../groups/ToGroup'
import {texts as mediaTexts} from '../texts'
import {texts} from './texts'
import styles from './VideosColumn.module.css'

interface Props {
  media: MediaRef
  /** In the order in which they get into a playlist. */
  ticked: readonly Video[]
}

/** What can be done with all ticked videos at once. */
export function Ticked({media, ticked}: Props) {
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  const remove = texts.deleteTicked(ticked.length)
  return (
    <div className={styles.ticked}>
      {mayAssign && <Assign media={media} ticked={ticked} />}
      {mayAssign && <ToGroups media={media} ticked={ticked} />}
      <ActionIcon
        variant="subtle"
        color="red"
        size="md"
        aria-label={remove}
        title={remove}
        onClick={() => media.send({type: 'deletion.opened', videos: ticked})}
      >
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  )
}

/** Assigns to the chosen device what it does not have. */
function Assign({media, ticked}: Props) {
  const assigned = useSelector(media, s => s.children.assigned)
  const assignedIds = useSelector(assigned, s => s?.context.shown.items)
  const added = ticked.filter(({id}) => assignedIds?.includes(id) === false)
  const assign = () => {
    for (const {id} of added) assigned?.send({type: 'intent.added', intent: {kind: 'add', id}})
  }
  return (
    <Button variant="default" size="compact-xs" disabled={added.length === 0} onClick={assign}>
      {texts.assign}
    </Button>
  )
}

function ToGroups({media, ticked}: Props) {
  const open = () => {
    const items = ticked.map(({id}) => ({assetId: id, schedule: null}))
    const assigned = {kind: 'videos' as const, name: ticked[0]?.name ?? '', items}
    media.send({type: 'assignment.opened', input: {assigned, ...targetsOf(media.getSnapshot())}})
  }
  return (
    <Button variant="default" size="compact-xs" aria-haspopup="dialog" onClick={open}>
      {mediaTexts.playlist.toGroup}
    </Button>
  )
}

/** Ticks all videos that are found, or none. */
export function TickAll({media, found}: {media: MediaRef; found: readonly Video[]}) {
  const tickedIds = useSelector(media, s => s.context.tickedVideos)
  const areTicked = found.length > 0 && found.every(({id}) => tickedIds.has(id))
  const tick = () =>
    media.send(
      areTicked
        ? {type: 'videos.ticked', videoIds: [...tickedIds], isTicked: false}
        : {type: 'videos.ticked', videoIds: found.map(({id}) => id), isTicked: true},
    )
  return (
    <label className={styles.tick}>
      <input
        ref={box => {
          if (box !== null) box.indeterminate = tickedIds.size > 0 && !areTicked
        }}
        type="checkbox"
        aria-label={texts.tickAll}
        checked={areTicked}
        onChange={tick}
      />
    </label>
  )
}
