import {Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/media/rights'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {VideosRef} from '../../../machines/media/videos'
import {targetsOf} from '../groups/targets'
import styles from '../screen/Media.module.css'
import {texts} from '../texts'
import {ServerVideos} from './ServerVideos'

/** The videos on the server, which can be assigned to the chosen device. */
export function VideosColumn({media}: {media: MediaRef}) {
  const videos = useSelector(media, s => s.children.videos)
  const assigned = useSelector(media, s => s.children.assigned)
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  return (
    <div className={styles.slot} data-area="videos">
      {videos !== undefined && mayAssign && <ToGroup {...{media, videos}} />}
      {videos !== undefined && assigned !== undefined && mayAssign && <Assignable {...{media, videos, assigned}} />}
      {videos !== undefined && !(assigned !== undefined && mayAssign) && <Listed {...{media, videos}} />}
    </div>
  )
}

interface Props {
  media: MediaRef
  videos: VideosRef
}

/** Assigns the chosen video to all devices of a group. */
function ToGroup({media, videos}: Props) {
  const videoId = useSelector(media, s => s.context.view.videoId)
  const name = useSelector(videos, s => s.context.list.videos.find(({id}) => id === videoId)?.name)
  if (videoId === null || name === undefined) return null
  const open = () => {
    const input = {assigned: {kind: 'video' as const, videoId, name}, targets: targetsOf(media.getSnapshot())}
    media.send({type: 'assignment.opened', input})
  }
  return (
    <Button variant="default" size="xs" fullWidth mb="xs" aria-haspopup="dialog" onClick={open}>
      {texts.assignment.video(name)}
    </Button>
  )
}

function Listed({media, videos}: Props) {
  const selectedId = useSelector(media, s => s.context.view.videoId)
  return <ServerVideos {...{videos, selectedId}} onSelected={({id}) => select(media, id)} assignment={null} />
}

function Assignable({media, videos, assigned}: Props & {assigned: IdsRef}) {
  const selectedId = useSelector(media, s => s.context.view.videoId)
  const assignedIds = useSelector(assigned, s => s.context.shown.items)
  return (
    <ServerVideos
      {...{videos, selectedId}}
      onSelected={({id}) => select(media, id)}
      assignment={{
        assignedIds,
        onAssigned: ({id}) => assigned.send({type: 'wish.made', wish: {kind: 'add', id}}),
      }}
    />
  )
}

const select = (media: MediaRef, videoId: string) => media.send({type: 'view.changed', change: {videoId}})
