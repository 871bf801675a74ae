import {useSelector} from '@xstate/react'
import {mayArrange} from '../../../domain/session/user'
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
      {videos !== undefined && assigned !== undefined && mayAssign && <Assignable {...{media, videos, assigned}} />}
      {videos !== undefined && !(assigned !== undefined && mayAssign) && <Listed {...{media, videos}} />}
    </div>
  )
}

interface Props {
  media: MediaRef
  videos: VideosRef
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
        onAssigned: ({id}) => assigned.send({type: 'intent.added', intent: {kind: 'add', id}}),
      }}
    />
  )
}

const select = (media: MediaRef, videoId: string) => media.send({type: 'view.changed', change: {videoId}})
