import {useSelector} from '@xstate/react'
import {useMemo} from 'react'
import {bytesText} from '../../../domain/media/measures'
import {foundVideos, type Video} from '../../../domain/media/video'
import type {VideosRef} from '../../../machines/media/videos'
import {useApplication} from '../../kit/application'
import {SearchField} from '../../kit/form/SearchField'
import {NoticeButton} from '../../kit/loading/Notice'
import {Skeleton} from '../../kit/loading/Skeleton'
import {Panel} from '../../kit/Panel'
import spoken from '../../kit/text/Spoken.module.css'
import {buttons} from '../../kit/text/texts'
import {DeleteVideo} from './DeleteVideo'
import styles from './ServerVideos.module.css'
import {texts} from './texts'
import {VideoCard} from './VideoCard'

export interface ServerVideosProps {
  videos: VideosRef
  selectedId: string | null
  onSelected: (video: Video) => void
  /** What videos can be assigned to; null while nothing is chosen. */
  assignment: Assignment | null
}

export interface Assignment {
  assignedIds: readonly string[]
  onAssigned: (video: Video) => void
}

/** The videos of the organisation, with what can be done with each of them. */
export function ServerVideos(props: ServerVideosProps) {
  const {videos} = props
  const isLoaded = useSelector(videos, s => s.matches({list: 'loaded'}))
  return (
    <Panel title={texts.heading} actions={isLoaded && <HowMuch videos={videos} />}>
      <Missed videos={videos} />
      {isLoaded ? <Loaded {...props} /> : <Awaited videos={videos} />}
      <DeleteVideo videos={videos} />
    </Panel>
  )
}

function HowMuch({videos}: Pick<ServerVideosProps, 'videos'>) {
  const {formats} = useApplication()
  const count = useSelector(videos, ({context}) => context.list.videos.length)
  const {used, quota} = useSelector(videos, ({context}) => context.list.room)
  const size = (bytes: number) => bytesText(bytes, formats)
  const parts = [texts.count(formats.exact(count), count === 1)]
  if (used !== null) parts.push(quota === null ? texts.used(size(used)) : texts.usedOf(size(used), size(quota)))
  return <span className={styles.quiet}>{parts.join(' · ')}</span>
}

function Awaited({videos}: Pick<ServerVideosProps, 'videos'>) {
  const hasFailed = useSelector(videos, s => s.matches({list: 'failed'}))
  if (hasFailed) return null
  return (
    <>
      <p role="status" className={spoken.spoken}>
        {texts.loading}
      </p>
      <div className={styles.grid}>
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
    <div role="alert" className={styles.missed}>
      <p>{message}</p>
      <NoticeButton onClick={() => videos.send({type: 'retry.requested'})}>{buttons.retry}</NoticeButton>
    </div>
  )
}

function Loaded({videos, selectedId, onSelected, assignment}: ServerVideosProps) {
  const all = useSelector(videos, ({context}) => context.list.videos)
  const search = useSelector(videos, ({context}) => context.search)
  const found = useMemo(() => foundVideos(all, search), [all, search])
  if (all.length === 0) return <p className={styles.quiet}>{texts.none}</p>
  return (
    <>
      <SearchField
        className={styles.search}
        label={texts.search}
        value={search}
        onTyped={search => videos.send({type: 'search.changed', search})}
      />
      {found.length === 0 && <p className={styles.quiet}>{texts.notFound}</p>}
      <ul className={styles.grid} aria-label={texts.heading}>
        {found.map(video => (
          <VideoCard
            key={video.id}
            video={video}
            isSelected={video.id === selectedId}
            isAssigned={assignment?.assignedIds.includes(video.id) ?? false}
            onSelected={() => onSelected(video)}
            onAssigned={assignment && (() => assignment.onAssigned(video))}
            onDeleted={() => videos.send({type: 'delete.requested', video})}
          />
        ))}
      </ul>
    </>
  )
}
