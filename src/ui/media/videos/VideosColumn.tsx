import {ActionIcon, Button} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {bytesText, durationText} from '../../../domain/media/measures'
import {foundVideos, type Video, type VideoList} from '../../../domain/media/video'
import {mayArrange} from '../../../domain/user'
import type {IdsRef} from '../../../machines/media/lists'
import type {MediaRef} from '../../../machines/media/media'
import type {VideosRef} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {SearchField} from '../../kit/form/SearchField'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {IconTrash, IconVideo} from '../../kit/mark/icons'
import {Panel} from '../../kit/Panel'
import spoken from '../../kit/text/Spoken.module.css'
import {TimeText} from '../../kit/text/TimeText'
import {buttons} from '../../kit/text/texts'
import styles from '../screen/Media.module.css'
import {DeletedVideos} from './DeletedVideos'
import {DeleteVideo} from './DeleteVideo'
import {texts} from './texts'
import videosStyles from './VideosColumn.module.css'

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

interface ServerVideosProps {
  media: MediaRef
  videos: VideosRef
  /** The target to which videos can be assigned; null while nothing is chosen. */
  assignment: Assignment | null
}

interface Assignment {
  assignedIds: readonly string[]
  onAssigned: (video: Video) => void
}

/** The videos of the organisation, with what can be done with each of them. */
function ServerVideos({media, videos, assignment}: ServerVideosProps) {
  const list = useSelector(videos, ({context}) => context.value)
  const deletion = useSelector(media, s => s.children.deletion)
  return (
    <Panel title={texts.heading} actions={list && <HowMuch {...list} />}>
      <Missed videos={videos} />
      {list === null ? <Awaited videos={videos} /> : <Loaded media={media} assignment={assignment} all={list.videos} />}
      <DeletedVideos media={media} />
      {deletion !== undefined && <DeleteVideo media={media} deletion={deletion} />}
    </Panel>
  )
}

function HowMuch({videos: {length}, room: {used, quota}}: VideoList) {
  const {formats} = useApplication()
  const size = (bytes: number) => bytesText(bytes, formats)
  const parts = [texts.count(formats.exact(length), length === 1)]
  if (used !== null) parts.push(quota === null ? texts.used(size(used)) : texts.usedOf(size(used), size(quota)))
  return <span className={videosStyles.quiet}>{parts.join(' · ')}</span>
}

function Awaited({videos}: Pick<ServerVideosProps, 'videos'>) {
  const hasFailed = useSelector(videos, s => s.matches('failed'))
  if (hasFailed) return null
  return (
    <>
      <p role="status" className={spoken.spoken}>
        {texts.loading}
      </p>
      <div className={videosStyles.grid}>
        {[1, 2, 3, 4].map(nth => (
          <Skeleton key={nth} height="11rem" />
        ))}
      </div>
    </>
  )
}

function Missed({videos}: Pick<ServerVideosProps, 'videos'>) {
  const message = useSelector(videos, ({context}) => context.message)
  if (message === null) return null
  return (
    <div role="alert" className={videosStyles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => videos.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

function Loaded({media, all, assignment}: Omit<ServerVideosProps, 'videos'> & {all: readonly Video[]}) {
  const selectedId = useSelector(media, s => s.context.view.videoId)
  const search = useSelector(media, s => s.context.videoSearch)
  const found = useMemo(() => foundVideos(all, search), [all, search])
  if (all.length === 0) return <p className={videosStyles.quiet}>{texts.none}</p>
  return (
    <>
      <SearchField
        className={videosStyles.search}
        label={texts.search}
        value={search}
        onTyped={search => media.send({type: 'videoSearch.typed', search})}
      />
      {found.length === 0 && <p className={videosStyles.quiet}>{texts.notFound}</p>}
      <ul className={videosStyles.grid} aria-label={texts.heading}>
        {found.map(video => (
          <VideoCard
            key={video.id}
            video={video}
            isSelected={video.id === selectedId}
            isAssigned={assignment?.assignedIds.includes(video.id) ?? false}
            onSelected={() => media.send({type: 'view.changed', change: {videoId: video.id}})}
            onAssigned={assignment && (() => assignment.onAssigned(video))}
            onDeleted={() => media.send({type: 'deletion.opened', video})}
          />
        ))}
      </ul>
    </>
  )
}

interface VideoCardProps {
  video: Video
  isSelected: boolean
  isAssigned: boolean
  onSelected: () => void
  /** Null while there is nothing that it could be assigned to. */
  onAssigned: (() => void) | null
  onDeleted: () => void
}

function VideoCard({video, isSelected, isAssigned, onSelected, onAssigned, onDeleted}: VideoCardProps) {
  const {formats} = useApplication()
  const {name, duration, size, createdAt, thumbnailUrl} = video
  return (
    <li className={videosStyles.card} data-selected={isSelected || undefined}>
      <button type="button" className={videosStyles.pick} aria-pressed={isSelected} onClick={onSelected}>
        <span className={videosStyles.picture}>
          {thumbnailUrl === null ? <IconVideo size={28} /> : <img src={thumbnailUrl} alt="" loading="lazy" />}
          {duration !== null && <span className={videosStyles.duration}>{durationText(duration)}</span>}
        </span>
        <span className={videosStyles.name} title={name}>
          <bdi>{name}</bdi>
        </span>
      </button>
      <p className={videosStyles.quiet}>
        {size !== null && `${bytesText(size, formats)} · `}
        {createdAt !== null && <TimeText at={createdAt}>{formats.date(createdAt)}</TimeText>}
      </p>
      <div className={videosStyles.actions}>
        <Button
          variant="default"
          size="xs"
          aria-label={isAssigned ? texts.assignedOne(name) : texts.assignOne(name)}
          disabled={onAssigned === null || isAssigned}
          onClick={() => onAssigned?.()}
        >
          {isAssigned ? texts.assigned : texts.assign}
        </Button>
        <ActionIcon variant="subtle" color="red" size="lg" aria-label={texts.delete(name)} onClick={onDeleted}>
          <IconTrash size={16} />
        </ActionIcon>
      </div>
    </li>
  )
}
