import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/user'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {VideosRef} from '../../../machines/media/videos'
import styles from '../screen/Media.module.css'
import {ServerVideos} from './ServerVideos'

/** The videos on the server, which can be assigned to the chosen device. */
export function VideosColumn({media}: {media: MediaRef}) {
  const videos = useSelector(media, s => s.children.videos)
  const assigned = useSelector(media, s => s.children.assigned)
  const mayAssign = useSelector(media, s => mayArrange(s.context.user))
  return (
    <div className={styles.slot} data-area="videos" style={{gridArea: 'videos'}}>
      {videos !== undefined && assigned !== undefined && mayAssign && (
        <Assignable media={media} videos={videos} assigned={assigned} />
      )}
      {videos !== undefined && !(assigned !== undefined && mayAssign) && (
        <ServerVideos media={media} videos={videos} assignment={null} />
      )}
    </div>
  )
}

interface Props {
  media: MediaRef
  videos: VideosRef
  assigned: IdsRef
}

function Assignable({media, videos, assigned}: Props) {
  const assignedIds = useSelector(assigned, s => s.context.shown.items)
  return (
    <ServerVideos
      media={media}
      videos={videos}
      assignment={{
        assignedIds,
        onAssigned: ({id}) => assigned.send({type: 'intent.added', intent: {kind: 'add', id}}),
      }}
    />
  )
}
