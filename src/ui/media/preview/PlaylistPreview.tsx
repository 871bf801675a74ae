import {useActorRef, useSelector} from '@xstate/react'
import type {PlaylistRef} from '../../../machines/media/lists'
import type {PlaylistPreviewLogic} from '../../../machines/media/playlistPreview'
import type {PreviewRef} from '../../../machines/media/preview'
import type {VideosRef} from '../../../machines/media/videos'
import type {PlaybackRef, PlaybackSnapshot} from '../../../machines/player/playback'
import {type Mount, Stage} from '../../player/Stage'
import {useVideoName} from '../playlist/VideoName'
import {texts as media} from '../texts'
import {Frame} from './Frame'
import styles from './Preview.module.css'
import {texts} from './texts'

export interface PlaylistPreviewProps {
  preview: PreviewRef
  playlist: PlaylistRef
  videos: VideosRef | undefined
  zone: string
}

interface Props extends PlaylistPreviewProps {
  logic: PlaylistPreviewLogic
  mount: Mount
}

/** Plays the list as the screen does, and says what plays and what does not. Leaving it ends that. */
export function PlaylistPreview({logic, mount, preview, videos, playlist, zone}: Props) {
  const actor = useActorRef(logic, {input: {playlist, zone}})
  const playback = useSelector(actor, s => s.children.playback)
  return (
    <>
      <Frame preview={preview}>
        <div className={styles.stage}>
          <Stage mount={mount} />
        </div>
        {playback !== undefined && <Dark playback={playback} zone={zone} />}
      </Frame>
      {playback !== undefined && (
        <>
          <Shown playback={playback} videos={videos} />
          <PassedOver playback={playback} videos={videos} />
        </>
      )}
    </>
  )
}

/** Why there is no picture. */
function Dark({playback, zone}: {playback: PlaybackRef; zone: string}) {
  const reason = useSelector(playback, darkReason)
  return (
    <p role="status" className={styles.dark}>
      {reason !== null && texts.dark[reason](zone)}
    </p>
  )
}

const darkReason = ({value}: PlaybackSnapshot) => (typeof value === 'string' ? null : value.dark)

interface PlayedProps {
  playback: PlaybackRef
  videos: VideosRef | undefined
}

function Shown({playback, videos}: PlayedProps) {
  const assetId = useSelector(playback, ({context}) => context.shown?.item.assetId)
  const at = useSelector(playback, ({context: {list}}) => list?.items.findIndex(item => item.assetId === assetId) ?? -1)
  const total = useSelector(playback, ({context}) => context.list?.items.length ?? 0)
  if (assetId === undefined) return null
  return (
    <p className={styles.shown}>
      {/* It may have left the list while it plays. */}
      {at >= 0 && <span>{media.playlist.place(at + 1, total)}</span>} <VideoName videos={videos} assetId={assetId} />
    </p>
  )
}

/** The videos of the list that do not play, and why. */
function PassedOver({playback, videos}: PlayedProps) {
  const faults = useSelector(playback, ({context}) => context.faults)
  const items = useSelector(playback, ({context}) => context.list?.items)
  const faulty = (items ?? []).flatMap(({assetId}) => {
    const fault = faults[assetId]
    return fault === undefined ? [] : [{assetId, fault}]
  })
  if (faulty.length === 0) return null
  return (
    <ul className={styles.faults} aria-label={texts.passedOver}>
      {faulty.map(({assetId, fault}) => (
        <li key={assetId}>
          <VideoName videos={videos} assetId={assetId} /> {texts.faults[fault]}
        </li>
      ))}
    </ul>
  )
}

function VideoName({videos, assetId}: {videos: VideosRef | undefined; assetId: string}) {
  return <bdi>{useVideoName(videos, assetId)}</bdi>
}
