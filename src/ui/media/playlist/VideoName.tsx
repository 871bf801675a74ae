import {useSelector} from '@xstate/react'
import type {VideosRef} from '../../../machines/media/videos'
import styles from '../screen/List.module.css'
import {texts} from '../texts'

/** The name of a video. One that is not listed may be deleted, or so new that nobody has asked for it yet. */
export function useVideoName(videos: VideosRef | undefined, id: string): string {
  const name = useSelector(videos, s => s?.context.value?.videos.find(video => video.id === id)?.name)
  const isKnown = useSelector(videos, s => s?.matches('loaded') ?? false)
  return name ?? (isKnown ? texts.playlist.unknownVideo : id)
}

export function Thumbnail({videos, id}: {videos: VideosRef | undefined; id: string}) {
  const url = useSelector(videos, s => s?.context.value?.videos.find(video => video.id === id)?.thumbnailUrl ?? null)
  return <span className={styles.thumbnail}>{url !== null && <img src={url} alt="" loading="lazy" />}</span>
}
