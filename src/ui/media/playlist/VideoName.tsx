import {useSelector} from '@xstate/react'
import type {SnapshotFrom} from 'xstate'
import type {VideosRef} from '../../../machines/media/videos'
import styles from '../screen/List.module.css'
import {texts} from '../texts'

export const useVideoName = (videos: VideosRef | undefined, id: string): string =>
  useSelector(videos, s => videoNameIn(s, id))

/** The name of a video. One that is not listed may be deleted, or so new that nobody has asked for it yet. */
export function videoNameIn(videos: SnapshotFrom<VideosRef> | undefined, id: string): string {
  const name = videos?.context.value?.videos.find(video => video.id === id)?.name
  return name ?? (videos?.matches('loaded') ? texts.playlist.unknownVideo : id)
}

export function Thumbnail({videos, id}: {videos: VideosRef | undefined; id: string}) {
  const url = useSelector(videos, s => s?.context.value?.videos.find(video => video.id === id)?.thumbnailUrl ?? null)
  return <span className={styles.thumbnail}>{url !== null && <img src={url} alt="" loading="lazy" />}</span>
}
